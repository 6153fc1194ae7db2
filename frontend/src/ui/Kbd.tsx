import styles from './ui.module.css';

interface KbdProps {
  /** Also where no keyboard is expected: in the list of keys. */
  readonly isLasting?: boolean;
  readonly children: React.ReactNode;
}

/** A key of the keyboard. Beside a button it is not shown on a device that is touched. */
export function Kbd({ isLasting = false, children }: KbdProps) {
  return (
    <kbd className={styles.kbd} data-lasting={isLasting || undefined}>
      {children}
    </kbd>
  );
}
