import { useState } from 'react';

import { wholeTime } from '@/analysis/numbers/times';
import { useMyShares, useRevokeShare, type ShareListed } from '@/api/shares';
import { Button } from '@/ui/Button';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';
import { Pill } from '@/ui/Pill';
import { When } from '@/ui/When';

import styles from './links.module.css';
import { RecoverLinks } from './RecoverLinks';

export const stateWords = { open: 'open', expired: 'ended', revoked: 'revoked' } as const;

export const kindWords = {
  runs: 'run',
  comparison: 'comparison',
  experiment: 'experiment',
} as const;

/** The permanent links that this browser made, and their end; below, those of another browser. */
export function LinkList() {
  return (
    <>
      <OwnLinks />
      <RecoverLinks />
    </>
  );
}

function OwnLinks() {
  const { data, error, refetch } = useMyShares();
  const revoke = useRevokeShare();
  if (error !== null) {
    return <NotLoaded what="The links" error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <div aria-busy="true" />;
  if (data.items.length === 0) {
    return (
      <div className={styles.empty}>
        <h2>No links yet</h2>
        <p>
          Press Share on a run, an experiment or a comparison to make one. It shows that result
          until you revoke it.
        </p>
      </div>
    );
  }
  return (
    <>
      {revoke.error !== null && (
        <Note tone="bad" title="Not revoked">
          {revoke.error.message}
        </Note>
      )}
      <ul className={styles.links}>
        {data.items.map((share) => (
          <LinkRow key={share.id} share={share} onRevoke={() => revoke.mutate(share.id)} />
        ))}
      </ul>
    </>
  );
}

function LinkRow({ share, onRevoke }: { share: ShareListed; onRevoke: () => void }) {
  const [isSure, setSure] = useState(false);
  const { kind, title, note, state, created_at, expires_at, trace_count } = share;
  return (
    <li>
      <div>
        <b>{title || 'Shared result'}</b> <Pill>{kindWords[kind]}</Pill>
        {trace_count > 0 && (
          <>
            {' '}
            <Pill>{trace_count === 1 ? '1 measured trace' : `${trace_count} measured traces`}</Pill>
          </>
        )}
        {note !== '' && <p className="small faint cut">{note}</p>}
      </div>
      <When at={created_at} />
      <span>
        <Pill>{stateWords[state]}</Pill>{' '}
        {state === 'open' && expires_at !== null && (
          <span className="small faint">{`until ${wholeTime(expires_at)}`}</span>
        )}
      </span>
      {state === 'open' && (
        // Revoking cannot be taken back, so it takes two clicks.
        <Button onClick={isSure ? onRevoke : () => setSure(true)} onBlur={() => setSure(false)}>
          {isSure ? 'Revoke for good' : 'Revoke'}
        </Button>
      )}
    </li>
  );
}
