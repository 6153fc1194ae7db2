import { Button } from '@mantine/core';
import { useState } from 'react';

import { keyToText } from '@/analysis/links/keyText';
import { ownerKey } from '@/api/owner';
import { useSyncDrafts } from '@/api/work';
import { moveText } from '@/messages/runs';
import { useDrafts } from '@/state/drafts';
import { Note } from '@/ui/Note';
import { saveFile } from '@/ui/saveFile';

import { KeyText } from './KeyText';
import styles from './move.module.css';

/** Shows the key when it is asked for, and hands the drafts in so that they can go along. */
export function TakeKey() {
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
        <p>{moveText.takeWhy}</p>
        <p className="quiet">{moveText.warning}</p>
        <Button onClick={show}>{moveText.show}</Button>
      </>
    );
  }
  return (
    <>
      <p>{moveText.takeWhy}</p>
      <KeyText text={key} label={moveText.key} />
      <div className={styles.buttons}>
        <CopyKey text={key} />
        <Button onClick={() => saveFile(moveText.fileName, moveText.fileText(key), 'text/plain')}>
          {moveText.file}
        </Button>
        <HandedIn sync={sync} />
      </div>
      <Note tone="warn" title={moveText.warning} />
    </>
  );
}

function HandedIn({ sync }: { sync: ReturnType<typeof useSyncDrafts> }) {
  const drafts = useDrafts();
  if (sync.error !== null) {
    return (
      <Note tone="warn" title={moveText.notHandedIn}>
        {sync.error.message}
      </Note>
    );
  }
  return (
    <span className="quiet small" role="status">
      {sync.isSuccess ? moveText.handedIn(drafts.length) : moveText.handingIn}
    </span>
  );
}

function CopyKey({ text }: { text: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  return (
    <>
      <Button variant="filled" onClick={() => void copy()}>
        {state === 'copied' ? moveText.copied : moveText.copy}
      </Button>
      {state === 'refused' && <span className="quiet small">{moveText.notCopied}</span>}
    </>
  );
}
