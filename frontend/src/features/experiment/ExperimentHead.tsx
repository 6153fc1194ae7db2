import { experimentLine, namedBase } from '@/analysis/experiment/experimentTexts';
import { formatCount } from '@/analysis/numbers/units';
import { rough } from '@/analysis/numbers/shown';
import { roughly } from '@/analysis/scenario/problems/predictedTime';
import { useRenameExperiment, type Experiment } from '@/api/experiments/experiments';
import { EditableName } from '@/ui/EditableName';

import styles from './experiment.module.css';
import { ExperimentActions } from './ExperimentActions';

interface ExperimentHeadProps {
  readonly experiment: Experiment;
  readonly onShare: () => void;
}

/** The name of the experiment, its progress, and its actions. */
export function ExperimentHead({ experiment, onShare }: ExperimentHeadProps) {
  const { axes, seeds } = experiment;
  // With a precision a cell has as many seeds as it needs.
  const isMost = experiment.experiment.replications.precision != null;
  return (
    <div className={styles.head}>
      <ExperimentName experiment={experiment} />
      <span className={styles.line}>
        {experimentLine(axes, seeds.length, namedBase(axes, experiment.experiment.base), isMost)}
      </span>
      <span className={styles.space} />
      <Progress experiment={experiment} />
      <ExperimentActions experiment={experiment} onShare={onShare} />
    </div>
  );
}

function Progress({ experiment }: { experiment: Experiment }) {
  const { unit_count, done_count, running_count, failed_count } = experiment.progress;
  const percent = (count: number) => `${(count / Math.max(1, unit_count)) * 100}%`;
  return (
    <div className={styles.progress}>
      <p role="status">
        <span>
          <b>{formatCount(done_count)}</b>
          {` of ${formatCount(unit_count)} runs`}
        </span>
        <span>{progressText(experiment)}</span>
      </p>
      <progress
        aria-label="Runs done"
        max={unit_count}
        value={done_count}
        data-more={running_count > 0 || undefined}
        style={{
          ['--more' as string]: percent(running_count + failed_count),
          ['--done' as string]: percent(done_count),
        }}
      />
    </div>
  );
}

function progressText({ status, progress }: Experiment): string {
  const { failed_count, seconds_left, stored_count } = progress;
  const failed = failed_count > 0 ? [`${formatCount(failed_count)} failed`] : [];
  if (status === 'running') {
    const left = seconds_left === null ? 'time left not known yet' : timeLeft(seconds_left);
    return [left, ...failed].join(', ');
  }
  if (status !== 'done') return [status, ...failed].join(', ');
  const stored = stored_count > 0 ? [`${formatCount(stored_count)} were stored`] : [];
  return ['done', ...stored, ...failed].join(', ');
}

const HOUR_SECONDS = 3600;

function timeLeft(seconds: number): string {
  if (seconds >= 2 * HOUR_SECONDS) {
    return `about ${rough(seconds / HOUR_SECONDS, 1)} h left`;
  }
  const { value, unit } = roughly(Math.max(1, seconds));
  return `about ${value} ${unit} left`;
}

const WORDS = {
  field: 'Name of this experiment',
  hint: 'Rename this experiment',
  failed: 'That did not work',
};

/** The name of an experiment, which its owner may change. */
function ExperimentName({ experiment }: { experiment: Experiment }) {
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
