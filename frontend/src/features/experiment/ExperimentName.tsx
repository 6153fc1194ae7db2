import { useRenameExperiment, type Experiment } from '@/api/experiments';
import { EditableName } from '@/ui/EditableName';

const WORDS = {
  field: 'Name of this experiment',
  hint: 'Rename this experiment',
  failed: 'That did not work',
};

/** The name of an experiment, which its owner may change. */
export function ExperimentName({ experiment }: { experiment: Experiment }) {
  const rename = useRenameExperiment();
  return (
    <EditableName
      name={experiment.name}
      placeholder="Experiment without a name"
      isFixed={!experiment.is_mine}
      error={rename.error}
      words={WORDS}
      onRename={(name) => rename.mutate({ id: experiment.id, name })}
    />
  );
}
