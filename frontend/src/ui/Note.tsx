import { Button } from './Button';
import styles from './ui.module.css';

interface NoteProps {
  /** `bad` is for what went wrong, always with words and a way out. */
  readonly tone?: 'plain' | 'bad' | 'warn';
  readonly title: string;
  readonly children?: React.ReactNode;
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined;
}

/** One message: the fact in bold, the reason, and what to do about it. */
export function Note({ tone = 'plain', title, children, action }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <p>
        <b className={styles.noteTitle}>{title}</b>
      </p>
      {children !== undefined && <div className={styles.noteBody}>{children}</div>}
      {action !== undefined && <Button onClick={action.onClick}>{action.label}</Button>}
    </div>
  );
}
