import { useRef, useState } from 'react';

import { MOST_KEY_BYTES } from '@/analysis/imports/fileText';
import { keyToText } from '@/analysis/links/keyText';
import { readRecovery, type Recovery } from '@/analysis/links/recovery';
import { useRevokeShareOf, useSharesOf, type ShareListed } from '@/api/shares';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { Pill } from '@/ui/Pill';

import styles from './links.module.css';
import { kindWords, stateWords } from './LinkList';
import { MoveSheet } from './MoveSheet';

/** Power over links of another browser: a recovery file revokes its link, a key any of its own. */
export function RecoverLinks() {
  const [typed, setTyped] = useState('');
  // A file holds the link itself, which must not appear on the screen.
  const [opened, setOpened] = useState<string | null>(null);
  const text = opened ?? typed;
  const file = useRef<HTMLInputElement>(null);
  const recovery = readRecovery(text);
  const isWrong = recovery === null && text.trim() !== '';
  return (
    <section className={styles.recover} aria-labelledby="recover-title">
      <h2 id="recover-title">Links of another browser</h2>
      <p className="quiet">
        Revoke a link here with its recovery file, or any link of a browser with that browser’s key
        (Move my work).
      </p>
      <div className={styles.given}>
        <input
          ref={file}
          type="file"
          accept="application/json,.json,text/plain,.txt"
          aria-label="Recovery file"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen !== undefined) {
              void chosen.slice(0, MOST_KEY_BYTES).text().then(setOpened);
            }
          }}
        />
        <Button onClick={() => file.current?.click()}>Open a recovery or key file</Button>
        <input
          aria-label="or enter a key"
          placeholder="or enter a key"
          aria-invalid={isWrong || undefined}
          aria-describedby="recover-problem"
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value);
            setOpened(null);
          }}
        />
      </div>
      <p id="recover-problem" className={styles.problem} aria-live="polite">
        {isWrong &&
          'This is neither a recovery file, as Share offers it, nor a whole key. A key has 65 characters in 13 groups.'}
      </p>
      {recovery !== null && <Recovered key={text} recovery={recovery} />}
    </section>
  );
}

/** The links that the file or the key can revoke. */
function Recovered({ recovery }: { recovery: Recovery }) {
  const { key, shareId, origin } = recovery;
  const { data, error } = useSharesOf(key);
  const [isMoving, setMoving] = useState(false);
  if (error !== null) {
    return (
      <Note tone="bad" title="The links could not be loaded">
        {error.message}
      </Note>
    );
  }
  if (data === undefined) return <p aria-busy="true" />;
  const links = data.items.filter(({ id }) => shareId === null || id === shareId);
  if (links.length === 0) {
    return (
      <Note tone="warn" title="There is no such link here">
        {origin === null
          ? 'This lab has no link made with that key.'
          : `The file is of ${origin}; this lab does not know its link.`}
      </Note>
    );
  }
  return (
    <>
      <ul className={styles.recovered}>
        {links.map((link) => (
          <RecoveredLink key={link.id} link={link} ownerKey={key} />
        ))}
      </ul>
      <Button onClick={() => setMoving(true)}>Move all work of that browser here</Button>
      {isMoving && <MoveSheet given={keyToText(key) ?? ''} onClose={() => setMoving(false)} />}
    </>
  );
}

function RecoveredLink({ link, ownerKey }: { link: ShareListed; ownerKey: string }) {
  const revoke = useRevokeShareOf(ownerKey);
  const state = revoke.data?.state ?? link.state;
  return (
    <li>
      <b>{link.title || 'Shared result'}</b> <Pill>{kindWords[link.kind]}</Pill>{' '}
      {state === 'open' ? (
        <Button disabled={revoke.isPending} onClick={() => revoke.mutate(link.id)}>
          Revoke this link
        </Button>
      ) : (
        <span role="status">{state === 'revoked' ? 'The link is revoked' : stateWords[state]}</span>
      )}
      {revoke.error !== null && (
        <Note tone="bad" title="Not revoked">
          {revoke.error.message}
        </Note>
      )}
    </li>
  );
}
