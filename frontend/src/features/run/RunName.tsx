import { useState } from 'react';

import { useRenameRun } from '@/api/runs';
import type { Run } from '@/api/types';
import { runText } from '@/messages/run';
import { useShownRuns } from '@/state/shownRuns';
import { Pill } from '@/ui/Pill';

import styles from './run.module.css';

/** The name of a run, which is changed where it stands: Enter keeps it, Escape leaves it. */
export function RunName({ run }: { run: Run }) {
  const [text, setText] = useState<string | null>(null);
  const rename = useRenameRun();
  const name = run.name === '' ? runText.title : run.name;
  if (useShownRuns() !== null) return <h1 className={styles.fixedName}>{name}</h1>;
  if (text === null) {
    return (
      <>
        <h1>
          <button
            type="button"
            className={styles.name}
            title={runText.renameHint}
            onClick={() => setText(run.name)}
          >
            {name}
          </button>
        </h1>
        {rename.error !== null && (
          <Pill tone="bad" title={rename.error.message}>
            {runText.actionFailed}
          </Pill>
        )}
      </>
    );
  }
  const keep = () => {
    const wanted = text.trim();
    if (wanted !== run.name) rename.mutate({ id: run.id, name: wanted });
    setText(null);
  };
  return (
    <input
      autoFocus
      className={styles.nameField}
      aria-label={runText.nameLabel}
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
