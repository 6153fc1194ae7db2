import styles from './move.module.css';

/** A key in its groups; a click selects all of it. */
export function KeyText({ text, label }: { text: string; label: string }) {
  return (
    <textarea
      className={styles.key}
      aria-label={label}
      value={inTwoLines(text)}
      readOnly
      rows={2}
      spellCheck={false}
      onFocus={(event) => event.target.select()}
    />
  );
}

/** Groups are not torn apart at the end of a line. */
function inTwoLines(text: string): string {
  const groups = text.split('-');
  const half = Math.ceil(groups.length / 2);
  return [groups.slice(0, half), groups.slice(half)].map((line) => line.join('-')).join('\n');
}
