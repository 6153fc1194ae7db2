import { Link } from '@tanstack/react-router';

import { axesInWords } from '@/analysis/experiment/axisTexts';
import { formatCount } from '@/analysis/numbers/units';
import { predictedWords } from '@/analysis/scenario/problems/predictedTime';
import { countOf } from '@/analysis/numbers/shown';
import { useRenameExperiment, type ExperimentListed } from '@/api/experiments/experiments';
import { When } from '@/ui/When';

import { RenameDelete } from './RenameDelete';
import styles from './row.module.css';

const TEXTS = {
  confirmDelete: 'Delete this experiment for good?',
  confirmWhy: 'Its numbers are deleted unless another experiment uses them.',
  notRenamed: 'The experiment was not renamed',
};

const STATES = {
  running: 'running',
  paused: 'paused',
  done: 'done',
  cancelled: 'cancelled',
} as const;

interface ExperimentRowProps {
  readonly experiment: ExperimentListed;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

/** The varied fields of an experiment, its progress, and its actions. */
export function ExperimentRow(props: ExperimentRowProps) {
  const { id, name, axes, seed_count, created_at } = props.experiment;
  const words = axesInWords(axes, seed_count);
  return (
    <tr>
      <td data-column="name">
        <Link className={styles.name} to="/experiments/$id" params={{ id }}>
          {name === '' ? 'Experiment without a name' : name}
        </Link>
        <span className={styles.what}>{axes.length === 0 ? `one scenario × ${words}` : words}</span>
      </td>
      <td data-column="units">
        <Progress experiment={props.experiment} />
      </td>
      <td data-column="made">
        <When at={created_at} />
      </td>
      <td data-column="actions">
        <Actions {...props} />
      </td>
    </tr>
  );
}

function Progress({ experiment }: { experiment: ExperimentListed }) {
  const { status, pause_reason, progress } = experiment;
  const { unit_count, done_count, failed_count, seconds_left } = progress;
  const share = unit_count === 0 ? 1 : done_count / unit_count;
  const isWhole = done_count === unit_count;
  return (
    <>
      <span className={status === 'done' ? 'quiet' : undefined}>
        {STATES[status]}
        {', '}
        {isWhole
          ? unit_count === 1
            ? '1 run'
            : `${formatCount(unit_count)} runs`
          : `${formatCount(done_count)} of ${formatCount(unit_count)} runs`}
      </span>
      {failed_count > 0 && <b className="bad small">{`${countOf(failed_count, 'run')} failed`}</b>}
      {!isWhole && status !== 'cancelled' && (
        <span className={styles.progress}>
          <i style={{ width: `${share * 100}%` }} />
        </span>
      )}
      {pause_reason !== null && <small>{pause_reason}</small>}
      {status === 'running' && seconds_left !== null && (
        <small className="quiet">{`about ${predictedWords(seconds_left)} left`}</small>
      )}
    </>
  );
}

function Actions({ experiment, isBusy, onDelete }: ExperimentRowProps) {
  const rename = useRenameExperiment();
  const { id } = experiment;
  const name = experiment.name === '' ? 'Experiment without a name' : experiment.name;
  return (
    <RenameDelete
      name={experiment.name}
      label={name}
      texts={TEXTS}
      {...{ id, rename, isBusy, onDelete }}
    >
      <Link to="/build" search={{ extend: id }} aria-label={`Extend ${name}`}>
        Extend
      </Link>
      <Link to="/build" search={{ experiment: id }} aria-label={`Fork ${name}`}>
        Fork
      </Link>
    </RenameDelete>
  );
}
