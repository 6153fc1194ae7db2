import { Button } from '@mantine/core';
import { useRef, useState } from 'react';

import { keyToText } from '@/analysis/links/keyText';
import { readRecovery, type Recovery } from '@/analysis/links/recovery';
import { useRevokeShareOf, useSharesOf, type ShareListed } from '@/api/shares';
import { shareText } from '@/messages/share';
import { Note } from '@/ui/Note';
import { Pill } from '@/ui/Pill';

import styles from './links.module.css';
import { MoveSheet } from './MoveSheet';

/** Power over links of another browser: a recovery file revokes its link, a key any of its own. */
export function RecoverLinks() {
  const [typed, setTyped] = useState('');
  // A file holds the link itself, which is nobody's to see on the screen.
  const [opened, setOpened] = useState<string | null>(null);
  const text = opened ?? typed;
  const file = useRef<HTMLInputElement>(null);
  const recovery = readRecovery(text);
  const isWrong = recovery === null && text.trim() !== '';
  return (
    <section className={styles.recover} aria-labelledby="recover-title">
      <h2 id="recover-title">{shareText.recoverTitle}</h2>
      <p className="quiet">{shareText.recoverWhy}</p>
      <div className={styles.given}>
        <input
          ref={file}
          type="file"
          accept="application/json,.json,text/plain,.txt"
          aria-label={shareText.recoveryFile}
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen !== undefined) void chosen.text().then(setOpened);
          }}
        />
        <Button onClick={() => file.current?.click()}>{shareText.openRecovery}</Button>
        <input
          aria-label={shareText.recoveryKey}
          placeholder={shareText.recoveryKey}
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
        {isWrong && shareText.wrongRecovery}
      </p>
      {recovery !== null && <Recovered key={text} recovery={recovery} />}
    </section>
  );
}

/** What the file or the key has power over. */
function Recovered({ recovery }: { recovery: Recovery }) {
  const { key, shareId, origin } = recovery;
  const { data, error } = useSharesOf(key);
  const [isMoving, setMoving] = useState(false);
  if (error !== null) {
    return (
      <Note tone="bad" title={shareText.loadFailed}>
        {error.message}
      </Note>
    );
  }
  if (data === undefined) return <p aria-busy="true" />;
  const links = data.items.filter(({ id }) => shareId === null || id === shareId);
  if (links.length === 0) {
    return (
      <Note tone="warn" title={shareText.noSuchLink}>
        {shareText.otherLab(origin)}
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
      <Button onClick={() => setMoving(true)}>{shareText.bringOver}</Button>
      {isMoving && <MoveSheet given={keyToText(key) ?? ''} onClose={() => setMoving(false)} />}
    </>
  );
}

function RecoveredLink({ link, ownerKey }: { link: ShareListed; ownerKey: string }) {
  const revoke = useRevokeShareOf(ownerKey);
  const state = revoke.data?.state ?? link.state;
  return (
    <li>
      <b>{link.title || shareText.shared}</b> <Pill>{shareText.kind[link.kind]}</Pill>{' '}
      {state === 'open' ? (
        <Button disabled={revoke.isPending} onClick={() => revoke.mutate(link.id)}>
          {shareText.revokeThis}
        </Button>
      ) : (
        <span role="status">
          {state === 'revoked' ? shareText.isRevoked : shareText.state[state]}
        </span>
      )}
      {revoke.error !== null && (
        <Note tone="bad" title={shareText.revokeFailed}>
          {revoke.error.message}
        </Note>
      )}
    </li>
  );
}
