import styles from './ui.module.css';

interface PillProps {
  readonly children: React.ReactNode;
  readonly title?: string;
  readonly tone?: 'plain' | 'bad';
}

/** A short fact about the whole page: a state, a digest. */
export function Pill({ children, title, tone = 'plain' }: PillProps) {
  return (
    <span className={styles.pill} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
