import { useRenameRun } from '@/api/runs';
import type { RunListed } from '@/api/work';

import { AskInPlace } from './AskInPlace';
import styles from './row.module.css';
import { runName, confirmDelete } from './runTexts';

const WORDS = {
  confirmDelete: confirmDelete(1),
  confirmWhy: 'Its result is deleted unless another run or link uses it.',
  notRenamed: 'The run was not renamed',
};

interface RowActionsProps {
  readonly run: RunListed;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

/** Rename and delete. */
export function RowActions({ run, isBusy, onDelete }: RowActionsProps) {
  const rename = useRenameRun();
  const { id, seed } = run;
  const name = runName(run);
  return (
    <AskInPlace
      name={run.name}
      words={WORDS}
      rename={{
        error: rename.error,
        save: (next, onSaved) => rename.mutate({ id, name: next }, { onSuccess: onSaved }),
      }}
      isBusy={isBusy}
      onDelete={onDelete}
    >
      {({ askName, askDelete }) => (
        <span className={styles.actions}>
          <button type="button" aria-label={`Rename ${name}, seed ${seed}`} onClick={askName}>
            Rename
          </button>
          <button type="button" aria-label={`Delete ${name}, seed ${seed}`} onClick={askDelete}>
            Delete
          </button>
        </span>
      )}
    </AskInPlace>
  );
}
