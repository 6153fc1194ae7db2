import { useState } from 'react';

import styles from './field.module.css';

interface FoldProps {
  readonly title: string;
  /** Something inside is wrong, so that it must not be out of sight. */
  readonly isForced: boolean;
  readonly children: React.ReactNode;
}

/** Fields that are seldom changed, one click away. */
export function Fold({ title, isForced, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || isForced;
  return (
    <details
      className={styles.fold}
      open={isShown}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {isShown && children}
    </details>
  );
}
