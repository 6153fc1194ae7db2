import { t } from '@lingui/core/macro';

import { useLabs } from '@/api/classes/labs';
import { countOf } from '@/texts/counts';
import { Dialog } from '@/ui/overlay/Dialog';
import { NotLoaded } from '@/ui/NotLoaded';

import styles from './labs.module.css';

interface CopyOfLabProps {
  readonly onCopy: (labId: string) => void;
  readonly onClose: () => void;
}

/** Which of the shipped labs is copied; the copy has the teacher's notes too. */
export function CopyOfLab({ onCopy, onClose }: CopyOfLabProps) {
  const { data: labs, error, isPending, refetch } = useLabs();
  return (
    <Dialog title={t`Copy a lab`} onClose={onClose}>
      <div className={styles.copies} aria-busy={isPending}>
        <p className="quiet">
          {t`The copy is yours: with its answers and the notes for teachers, to be changed as you like.`}
        </p>
        {error !== null && (
          <NotLoaded what={t`The labs`} error={error} onRetry={() => void refetch()} />
        )}
        <ul>
          {labs?.map(({ id, title, minutes, step_count }) => (
            <li key={id}>
              <button type="button" onClick={() => onCopy(id)}>
                <b>{title}</b>
                <span className="label">{t`${countOf(step_count, 'step')}, about ${minutes} minutes`}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
