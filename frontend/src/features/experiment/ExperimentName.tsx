import { useRenameExperiment, type Experiment } from '@/api/experiments';
import { experimentText } from '@/messages/experiment';
import { EditableName } from '@/ui/EditableName';

const WORDS = {
  field: experimentText.nameLabel,
  hint: experimentText.renameHint,
  failed: experimentText.actionFailed,
};

/** The name of an experiment, which its owner may change. */
export function ExperimentName({ experiment }: { experiment: Experiment }) {
  const rename = useRenameExperiment();
  return (
    <EditableName
      name={experiment.name}
      placeholder={experimentText.unnamed}
      isFixed={!experiment.is_mine}
      error={rename.error}
      words={WORDS}
      onRename={(name) => rename.mutate({ id: experiment.id, name })}
    />
  );
}
