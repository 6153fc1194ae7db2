import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import type { ContestEntry } from '@/api/classes/contest';
import { Button } from '@/ui/Button';

import styles from './contest.module.css';
import { entryText, personText } from './contestTexts';

interface ContestEntriesProps {
  readonly entries: readonly ContestEntry[];
  /** Of each of them. */
  readonly runCount: number;
  /** The label of removing an entry; null: it cannot be removed now. */
  readonly removal: string | null;
  readonly isPending: boolean;
  readonly onRemove: (entryId: string) => void;
}

/** Entries as they are: waiting, judged, failed with the reasons, withdrawn. */
export function ContestEntries(props: ContestEntriesProps) {
  const { entries, runCount, removal, isPending, onRemove } = props;
  return (
    <ul aria-label={t`Entries`}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry} data-state={entry.state}>
          <p className={styles.one}>
            <b className="breaks">{entry.title}</b>
            {entry.student !== null && (
              <span className="quiet breaks">{personText(entry.student)}</span>
            )}
            <span role="status">{entryText(entry, runCount)}</span>
            {entry.sha256 !== null && (
              <Link to="/algorithms/$name" params={{ name: `wasm:${entry.sha256}` }}>
                {t`Module of ${entry.title}`}
              </Link>
            )}
            {entry.experiment_id !== null && (
              <Link to="/experiments/$id" params={{ id: entry.experiment_id }}>
                {t`Runs of ${entry.title}`}
              </Link>
            )}
            {removal !== null && entry.state !== 'withdrawn' && (
              <Button
                size="compact"
                disabled={isPending}
                aria-label={`${removal} ${entry.title}`}
                onClick={() => onRemove(entry.id)}
              >
                {removal}
              </Button>
            )}
          </p>
          {entry.failures.map((reason) => (
            <p key={reason} className="small breaks">
              {reason}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
