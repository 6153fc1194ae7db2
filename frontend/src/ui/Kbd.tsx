import styles from './ui.module.css';

/** A key of the keyboard. */
export function Kbd({ children }: { children: React.ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}
