import { useId, useState } from 'react';

import { ownerKey } from '@/api/http/owner';
import { useCreateShare, type ShareMade, type ShareSubject } from '@/api/shares';
import { hasServer } from '@/api/http/transport';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { Note } from '@/ui/Note';
import { saveFile } from '@/ui/saveFile';

import { CopyField } from './CopyField';
import { frameOf } from './frame';
import styles from './share.module.css';
import { SharePart } from './SharePart';

const EXPIRIES = [null, 1, 7, 30, 365] as const;

interface ShareDialogProps extends ShareFormProps {
  /** The address of the page itself, for readers who may see it. */
  readonly address: string;
  readonly addressWhy: string;
  readonly onClose: () => void;
  /** Other ways to pass it on: files, links without a server. */
  readonly children?: React.ReactNode;
}

/** Makes a permanent link to what is on the page, and shows how to pass it on. */
export function ShareDialog({ address, addressWhy, onClose, children, ...form }: ShareDialogProps) {
  const create = useCreateShare();
  return (
    <Dialog title="Share this result" onClose={onClose}>
      {hasServer() && (
        <>
          {create.data === undefined ? (
            <ShareForm {...form} create={create} />
          ) : (
            <Made made={create.data} />
          )}
          <SharePart title="Address of this page">
            <CopyField label="Address of this page" text={address} />
            <p className="small faint">{addressWhy}</p>
          </SharePart>
        </>
      )}
      {children}
    </Dialog>
  );
}

interface ShareFormProps {
  readonly subject: ShareSubject;
  /** The page's address parameters (`sharedView`). */
  readonly view: string;
  /** The title to begin with. */
  readonly name: string;
  /** What the link will show, in a sentence. */
  readonly what: string;
  /** Why no link can be made yet; null: one can. */
  readonly notReady: string | null;
  /** What else can be chosen of it. */
  readonly choices?: React.ReactNode;
}

type FilledForm = ShareFormProps & { readonly create: ReturnType<typeof useCreateShare> };

function ShareForm({ subject, view, name, what, notReady, choices, create }: FilledForm) {
  const [title, setTitle] = useState(name);
  const [note, setNote] = useState('');
  const [days, setDays] = useState<number | null>(null);
  const [isEmbeddable, setEmbeddable] = useState(true);
  const id = useId();
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault();
    create.mutate({
      baseline_index: 0,
      ...subject,
      view,
      title,
      note,
      expires_in_days: days,
      is_embeddable: isEmbeddable,
    });
  };
  return (
    <form className={styles.part} onSubmit={submit}>
      <p>{what}</p>
      <label htmlFor={`${id}-title`}>Title</label>
      <input
        id={`${id}-title`}
        autoFocus
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <label htmlFor={`${id}-note`}>Note, plain text</label>
      <textarea
        id={`${id}-note`}
        rows={3}
        maxLength={4000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={styles.row}>
        <Expiry days={days} onDays={setDays} />
        <label className="inline">
          <input
            type="checkbox"
            checked={isEmbeddable}
            onChange={(event) => setEmbeddable(event.target.checked)}
          />
          May be shown inside other pages
        </label>
      </div>
      {choices}
      <p className="small faint">
        {notReady ??
          'Unlisted: only people with the link can open it. It cannot be guessed, and you can revoke it in My work, under Links.'}
      </p>
      {create.error !== null && (
        <Note tone="bad" title="The link was not made">
          {create.error.message}
        </Note>
      )}
      <Button type="submit" variant="filled" disabled={notReady !== null || create.isPending}>
        Make the link
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
    <label className="inline">
      Ends
      <select
        value={days ?? ''}
        onChange={({ target }) => onDays(target.value === '' ? null : Number(target.value))}
      >
        {EXPIRIES.map((each) => (
          <option key={each} value={each ?? ''}>
            {each === null ? 'never' : each === 1 ? 'after a day' : `after ${String(each)} days`}
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
      <h3>Permanent link</h3>
      <CopyField label="Permanent link" text={link} isFirst />
      <p className="small faint">The lab keeps no copy of the link: copy it now.</p>
      {made.embed_path !== null && (
        <>
          <h3>To show it inside another page</h3>
          <CopyField
            label="To show it inside another page"
            text={frameOf(origin + made.embed_path)}
          />
        </>
      )}
      <div className={styles.row}>
        <Button onClick={recovery}>Save recovery file</Button>
        <span className="small faint">
          It contains the link and the key to revoke it from another browser.
        </span>
      </div>
    </section>
  );
}
