import { useRenameRun } from '@/api/runs';
import type { RunListed } from '@/api/work';
import { runsText } from '@/messages/runs';

import { AskInPlace } from './AskInPlace';
import styles from './row.module.css';
import { runName } from './words';

const WORDS = {
  confirmDelete: runsText.confirmDelete(1),
  confirmWhy: runsText.confirmWhy,
  notRenamed: runsText.notRenamed,
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
          <button type="button" aria-label={runsText.renameRun(name, seed)} onClick={askName}>
            {runsText.rename}
          </button>
          <button type="button" aria-label={runsText.deleteRun(name, seed)} onClick={askDelete}>
            {runsText.delete}
          </button>
        </span>
      )}
    </AskInPlace>
  );
}
