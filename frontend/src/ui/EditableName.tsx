import { useState } from 'react';

import { Pill } from './Pill';
import styles from './name.module.css';

const MAX_LENGTH = 200;

interface NameWords {
  /** The accessible name of the field. */
  readonly field: string;
  /** What a press does. */
  readonly hint: string;
  /** Stands where a change was refused. */
  readonly failed: string;
}

interface EditableNameProps {
  readonly name: string;
  /** Stands for an empty name. */
  readonly placeholder: string;
  /** Only its maker may change it. */
  readonly isFixed: boolean;
  readonly error: Error | null;
  readonly words: NameWords;
  readonly onRename: (name: string) => void;
}

/** The heading of a page, which is changed where it stands: Enter keeps it, Escape leaves it. */
export function EditableName(props: EditableNameProps) {
  const { name, placeholder, isFixed, error, words } = props;
  const [text, setText] = useState<string | null>(null);
  const shown = name === '' ? placeholder : name;
  if (isFixed) return <h1 className={styles.heading}>{shown}</h1>;
  if (text !== null) {
    return <NameField {...props} text={text} onText={setText} onEnd={() => setText(null)} />;
  }
  return (
    <>
      <h1 className={styles.heading}>
        <button
          type="button"
          className={styles.name}
          title={words.hint}
          onClick={() => setText(name)}
        >
          {shown}
        </button>
      </h1>
      {error !== null && (
        <Pill tone="bad" title={error.message}>
          {words.failed}
        </Pill>
      )}
    </>
  );
}

interface NameFieldProps extends EditableNameProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onEnd: () => void;
}

function NameField({ name, words, text, onText, onEnd, onRename }: NameFieldProps) {
  const keep = () => {
    const wanted = text.trim();
    if (wanted !== name) onRename(wanted);
    onEnd();
  };
  return (
    <input
      autoFocus
      className={styles.field}
      aria-label={words.field}
      maxLength={MAX_LENGTH}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => onText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') onEnd();
      }}
    />
  );
}
