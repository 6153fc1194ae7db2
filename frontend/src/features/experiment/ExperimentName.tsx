import { useState } from 'react';

import { useRenameExperiment, type Experiment } from '@/api/experiments';
import { experimentText } from '@/messages/experiment';
import { Pill } from '@/ui/Pill';

import styles from './experiment.module.css';

const MAX_LENGTH = 200;

/** The name, which its owner changes where it stands: Enter keeps it, Escape leaves it. */
export function ExperimentName({ experiment }: { experiment: Experiment }) {
  const { id, is_mine } = experiment;
  const [text, setText] = useState<string | null>(null);
  const rename = useRenameExperiment();
  const name = experiment.name === '' ? experimentText.unnamed : experiment.name;
  if (!is_mine) return <h1 className={styles.title}>{name}</h1>;
  if (text === null) {
    return (
      <>
        <h1 className={styles.title}>
          <button
            type="button"
            className={styles.name}
            title={experimentText.renameHint}
            onClick={() => setText(experiment.name)}
          >
            {name}
          </button>
        </h1>
        {rename.error !== null && (
          <Pill tone="bad" title={rename.error.message}>
            {experimentText.actionFailed}
          </Pill>
        )}
      </>
    );
  }
  const keep = () => {
    const wanted = text.trim();
    if (wanted !== experiment.name) rename.mutate({ id, name: wanted });
    setText(null);
  };
  return (
    <input
      autoFocus
      className={styles.nameField}
      aria-label={experimentText.nameLabel}
      maxLength={MAX_LENGTH}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') setText(null);
      }}
    />
  );
}
