import styles from './join.module.css';

interface CodeInputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** For codes, which no phone is to correct. */
export function CodeInput({ value, onChange }: CodeInputProps) {
  return (
    <input
      className={styles.code}
      required
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
