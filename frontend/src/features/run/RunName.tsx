import { useRenameRun } from '@/api/runs';
import type { Run } from '@/api/types';
import { runText } from '@/messages/run';
import { useShownRuns } from '@/state/shownRuns';
import { EditableName } from '@/ui/EditableName';

const WORDS = {
  field: runText.nameLabel,
  hint: runText.renameHint,
  failed: runText.actionFailed,
};

/** The name of a run; that of a shared one is fixed. */
export function RunName({ run }: { run: Run }) {
  const rename = useRenameRun();
  return (
    <EditableName
      name={run.name}
      placeholder={runText.title}
      isFixed={useShownRuns() !== null}
      error={rename.error}
      words={WORDS}
      onRename={(name) => rename.mutate({ id: run.id, name })}
    />
  );
}
