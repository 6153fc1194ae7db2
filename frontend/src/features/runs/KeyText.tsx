import styles from './move.module.css';

/** A key in its groups; a click selects all of it. */
export function KeyText({ text, label }: { text: string; label: string }) {
  return (
    <textarea
      className={styles.key}
      aria-label={label}
      value={text}
      readOnly
      rows={3}
      spellCheck={false}
      onFocus={(event) => event.target.select()}
    />
  );
}
