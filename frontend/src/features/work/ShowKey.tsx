import { useState } from 'react';

import { keyToText } from '@/analysis/links/keyText';
import { countOf } from '@/analysis/numbers/shown';
import { ownerKey } from '@/api/http/owner';
import { useSyncDrafts } from '@/api/work';
import { useDrafts } from '@/state/drafts';
import { Button } from '@/ui/Button';
import { writeClipboard } from '@/ui/clipboard';
import { Note } from '@/ui/Note';
import { saveFile } from '@/ui/saveFile';

import { KeyText } from './KeyText';
import styles from './move.module.css';

/** Shows the key when it is asked for, and hands the drafts in so that they can move too. */
export function ShowKey() {
  const [isShown, setShown] = useState(false);
  const sync = useSyncDrafts();
  const key = keyToText(ownerKey()) ?? ownerKey();
  if (!isShown) {
    const show = () => {
      setShown(true);
      sync.mutate();
    };
    return (
      <>
        <p>
          Enter this key in the other browser, under My work, Move my work. It will then show the
          same runs and drafts.
        </p>
        <p className="quiet">
          Anyone with the key can see, change and delete your runs. Do not give it to others.
        </p>
        <Button onClick={show}>Show the key</Button>
      </>
    );
  }
  return (
    <>
      <p>
        Enter this key in the other browser, under My work, Move my work. It will then show the same
        runs and drafts.
      </p>
      <KeyText text={key} label="Key" />
      <div className={styles.buttons}>
        <CopyKey text={key} />
        <Button
          onClick={() =>
            saveFile(
              'fairtt-lab-key.txt',
              'The key of your work in FaiRTT Lab. Enter it in another browser, or open this file there:\n' +
                `My work, Move my work.\n\n${key}\n\nAnyone with it can see, change and delete your runs.\n`,
              'text/plain',
            )
          }
        >
          Save as a file
        </Button>
        <HandedIn sync={sync} />
      </div>
      <Note
        tone="warn"
        title="Anyone with the key can see, change and delete your runs. Do not give it to others."
      />
    </>
  );
}

function HandedIn({ sync }: { sync: ReturnType<typeof useSyncDrafts> }) {
  const drafts = useDrafts();
  if (sync.error !== null) {
    return (
      <Note tone="warn" title="The drafts could not be uploaded, so only the runs move">
        {sync.error.message}
      </Note>
    );
  }
  return (
    <span className="quiet small" role="status">
      {sync.isSuccess
        ? drafts.length === 0
          ? 'All runs move.'
          : `Every run and ${countOf(drafts.length, 'draft')} move too.`
        : 'Uploading the drafts…'}
    </span>
  );
}

function CopyKey({ text }: { text: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = async () => setState((await writeClipboard(text)) ? 'copied' : 'refused');
  return (
    <>
      <Button variant="filled" onClick={() => void copy()}>
        {state === 'copied' ? 'Copied' : 'Copy the key'}
      </Button>
      {state === 'refused' && (
        <span className="quiet small">
          The browser did not allow copying: select the key and copy it.
        </span>
      )}
    </>
  );
}
