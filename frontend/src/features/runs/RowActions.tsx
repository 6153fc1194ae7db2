import { Button } from '@mantine/core';
import { useState } from 'react';

import { useRenameRun } from '@/api/runs';
import type { RunListed } from '@/api/work';
import { runsText } from '@/messages/runs';
import { Note } from '@/ui/Note';

import { NameForm } from './NameForm';
import styles from './row.module.css';
import { runName } from './words';

interface RowActionsProps {
  readonly run: RunListed;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

/** Rename and delete; both ask in place, and Escape keeps everything as it was. */
export function RowActions({ run, isBusy, onDelete }: RowActionsProps) {
  const [asks, setAsks] = useState<'name' | 'delete' | null>(null);
  const rename = useRenameRun();
  const name = runName(run);
  const keep = () => setAsks(null);
  if (asks === 'name') {
    return (
      <div className={styles.ask}>
        <NameForm
          value={run.name}
          onKeep={keep}
          onSave={(next) => rename.mutate({ id: run.id, name: next }, { onSuccess: keep })}
        />
        {rename.error !== null && (
          <Note tone="bad" title={runsText.notRenamed}>
            {rename.error.message}
          </Note>
        )}
      </div>
    );
  }
  if (asks === 'delete') {
    return (
      <div className={styles.ask} onKeyDown={(event) => event.key === 'Escape' && keep()}>
        <b>{runsText.confirmDelete(1)}</b>
        <span className={styles.askWhy}>{runsText.confirmWhy}</span>
        <span className={styles.buttons}>
          <Button size="xs" variant="filled" disabled={isBusy} onClick={onDelete} autoFocus>
            {runsText.delete}
          </Button>
          <Button size="xs" onClick={keep}>
            {runsText.keep}
          </Button>
        </span>
      </div>
    );
  }
  return (
    <span className={styles.actions}>
      <button
        type="button"
        aria-label={runsText.renameRun(name, run.seed)}
        onClick={() => setAsks('name')}
      >
        {runsText.rename}
      </button>
      <button
        type="button"
        aria-label={runsText.deleteRun(name, run.seed)}
        onClick={() => setAsks('delete')}
      >
        {runsText.delete}
      </button>
    </span>
  );
}
