import { Button } from '@mantine/core';
import { useId, useState } from 'react';

import { ownerKey } from '@/api/owner';
import { useCreateShare, type ShareMade } from '@/api/shares';
import type { Run } from '@/api/types';
import { shareText } from '@/messages/share';
import { useCursorStore } from '@/state/cursor';
import { Dialog } from '@/ui/Dialog';
import { Note } from '@/ui/Note';
import { saveFile } from '@/ui/saveFile';

import { CopyField } from './CopyField';
import { Downloads } from './Downloads';
import styles from './share.module.css';
import { sharedView } from './sharedView';
import { linkTo } from './useCopyLink';

const EXPIRIES = [null, 1, 7, 30, 365] as const;

interface ShareDialogProps {
  /** The current run, its baseline, the others. */
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  readonly onClose: () => void;
}

/** Makes a permanent link to what is on the page, and shows how to pass it on. */
export function ShareDialog({ runs, labels, onClose }: ShareDialogProps) {
  const clock = useCursorStore();
  const { isFrozen, timeSeconds } = clock.read();
  const address = linkTo(window.location.href, isFrozen ? timeSeconds : null);
  const create = useCreateShare();
  return (
    <Dialog title={shareText.title} onClose={onClose}>
      {create.data === undefined ? (
        <ShareForm runs={runs} view={sharedView(address)} create={create} />
      ) : (
        <Made made={create.data} />
      )}
      <section className={styles.part}>
        <h3>{shareText.plain}</h3>
        <CopyField label={shareText.plain} text={address} />
        <p className="small faint">{shareText.plainWhy}</p>
      </section>
      <Downloads runs={runs} labels={labels} />
    </Dialog>
  );
}

interface ShareFormProps {
  readonly runs: readonly Run[];
  readonly view: string;
  readonly create: ReturnType<typeof useCreateShare>;
}

function ShareForm({ runs, view, create }: ShareFormProps) {
  const [title, setTitle] = useState(runs[0]?.name ?? '');
  const [note, setNote] = useState('');
  const [days, setDays] = useState<number | null>(null);
  const [isEmbeddable, setEmbeddable] = useState(true);
  const id = useId();
  const isDone = runs.every(({ status }) => status === 'done');
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault();
    create.mutate({
      run_ids: runs.map((run) => run.id),
      view,
      title,
      note,
      expires_in_days: days,
      is_embeddable: isEmbeddable,
    });
  };
  return (
    <form className={styles.part} onSubmit={submit}>
      <p>{shareText.what(runs.length)}</p>
      <label htmlFor={`${id}-title`}>{shareText.name}</label>
      <input
        id={`${id}-title`}
        autoFocus
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <label htmlFor={`${id}-note`}>{shareText.note}</label>
      <textarea
        id={`${id}-note`}
        rows={3}
        maxLength={4000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={styles.row}>
        <Expiry days={days} onDays={setDays} />
        <label>
          <input
            type="checkbox"
            checked={isEmbeddable}
            onChange={(event) => setEmbeddable(event.target.checked)}
          />
          {shareText.embeddable}
        </label>
      </div>
      <p className="small faint">{isDone ? shareText.visibility : shareText.notDone}</p>
      {create.error !== null && (
        <Note tone="bad" title={shareText.failed}>
          {create.error.message}
        </Note>
      )}
      <Button type="submit" variant="filled" disabled={!isDone || create.isPending}>
        {shareText.make}
      </Button>
    </form>
  );
}

interface ExpiryProps {
  readonly days: number | null;
  readonly onDays: (days: number | null) => void;
}

function Expiry({ days, onDays }: ExpiryProps) {
  return (
    <label>
      {shareText.expires}
      <select
        value={days ?? ''}
        onChange={({ target }) => onDays(target.value === '' ? null : Number(target.value))}
      >
        {EXPIRIES.map((each) => (
          <option key={each} value={each ?? ''}>
            {each === null ? shareText.never : shareText.days(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Made({ made }: { made: ShareMade }) {
  const { origin } = window.location;
  const link = origin + made.path;
  const recovery = () =>
    saveFile(
      'fairtt-lab-link.json',
      `${JSON.stringify({ link, share_id: made.id, owner_key: ownerKey() }, null, 2)}\n`,
    );
  return (
    <section className={styles.part}>
      <h3>{shareText.made}</h3>
      <CopyField label={shareText.made} text={link} isFirst />
      <p className="small faint">{shareText.onlyOnce}</p>
      {made.embed_path !== null && (
        <>
          <h3>{shareText.embed}</h3>
          <CopyField label={shareText.embed} text={frameOf(origin + made.embed_path)} />
        </>
      )}
      <div className={styles.row}>
        <Button onClick={recovery}>{shareText.recovery}</Button>
        <span className="small faint">{shareText.recoveryWhy}</span>
      </div>
    </section>
  );
}

function frameOf(address: string): string {
  const looks = 'width="960" height="600" style="border:0;max-width:100%"';
  const rules = 'title="FaiRTT Lab" referrerpolicy="no-referrer" loading="lazy"';
  return `<iframe src="${address}" ${looks} ${rules}></iframe>`;
}
