import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/ui/Button';

import styles from '../dashboard/student.module.css';

interface ConfirmButtonProps {
  readonly label: string;
  readonly question: string;
  readonly yes: string;
  readonly isBusy: boolean;
  readonly onYes: () => void;
}

/** A button for what cannot be undone: it asks where it stands, and Escape keeps everything. */
export function ConfirmButton({ label, question, yes, isBusy, onYes }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) return <Button onClick={() => setAsking(true)}>{label}</Button>;
  return (
    <span
      className={styles.ask}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        setAsking(false);
      }}
    >
      <b>{question}</b>
      <Button variant="filled" disabled={isBusy} onClick={onYes} autoFocus>
        {yes}
      </Button>
      <Button onClick={() => setAsking(false)}>{t`Keep`}</Button>
    </span>
  );
}
