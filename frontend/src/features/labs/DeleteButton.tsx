import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/ui/Button';

import styles from './labs.module.css';

interface DeleteButtonProps {
  /** What is deleted, for screen readers. */
  readonly name: string;
  readonly question: string;
  readonly why: string;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
  /** Shown beside the button. */
  readonly children: React.ReactNode;
}

/** Asks where it stands, as other lists do; Escape keeps everything as it was. */
export function DeleteButton(props: DeleteButtonProps) {
  const { name, question, why, isBusy, onDelete, children } = props;
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <span className={styles.actions}>
        {children}
        <button
          type="button"
          className={styles.quietButton}
          aria-label={t`Delete ${name}`}
          onClick={() => setAsking(true)}
        >
          {t`Delete`}
        </button>
      </span>
    );
  }
  return (
    <div className="stack gap-1h" onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}>
      <b>{question}</b>
      <span className="small quiet">{why}</span>
      <span className={styles.actions}>
        <Button size="xs" variant="filled" disabled={isBusy} onClick={onDelete} autoFocus>
          {t`Delete`}
        </Button>
        <Button size="xs" onClick={() => setAsking(false)}>
          {t`Keep`}
        </Button>
      </span>
    </div>
  );
}
