import { Link } from '@tanstack/react-router';

import { axesInWords } from '@/analysis/experiment/words';
import { formatCount } from '@/analysis/numbers/units';
import { predictedWords } from '@/analysis/scenario/predictedTime';
import { useRenameExperiment, type ExperimentListed } from '@/api/experiments';
import { experimentsText, runsText } from '@/messages/runs';

import { AskInPlace } from './AskInPlace';
import styles from './row.module.css';
import { whenText, wholeTime } from './words';

interface ExperimentRowProps {
  readonly experiment: ExperimentListed;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

/** What an experiment varies, how far it is, and what can be done with it. */
export function ExperimentRow(props: ExperimentRowProps) {
  const { id, name, axes, seed_count, created_at } = props.experiment;
  const words = axesInWords(axes, seed_count);
  return (
    <tr>
      <td data-column="name">
        <Link className={styles.name} to="/experiments/$id" params={{ id }}>
          {name === '' ? experimentsText.unnamed : name}
        </Link>
        <span className={styles.what}>
          {axes.length === 0 ? `${experimentsText.oneCell} × ${words}` : words}
        </span>
      </td>
      <td data-column="units">
        <Progress experiment={props.experiment} />
      </td>
      <td data-column="made">
        <time dateTime={created_at} title={wholeTime(created_at)}>
          {whenText(created_at, new Date())}
        </time>
      </td>
      <td data-column="actions">
        <Actions {...props} />
      </td>
    </tr>
  );
}

function Progress({ experiment: { status, progress } }: { experiment: ExperimentListed }) {
  const { unit_count, done_count, failed_count, seconds_left } = progress;
  const share = unit_count === 0 ? 1 : done_count / unit_count;
  const isWhole = done_count === unit_count;
  return (
    <>
      <span className={status === 'done' ? 'quiet' : undefined}>
        {experimentsText.states[status]}
        {', '}
        {isWhole
          ? runsText.runCount(formatCount(unit_count), unit_count)
          : experimentsText.ofUnits(formatCount(done_count), formatCount(unit_count))}
      </span>
      {failed_count > 0 && (
        <b className={styles.failedUnits}>
          {experimentsText.failedUnits(formatCount(failed_count), failed_count)}
        </b>
      )}
      {!isWhole && status !== 'cancelled' && (
        <span className={styles.progress}>
          <i style={{ width: `${share * 100}%` }} />
        </span>
      )}
      {status === 'running' && seconds_left !== null && (
        <small className="quiet">{experimentsText.left(predictedWords(seconds_left))}</small>
      )}
    </>
  );
}

function Actions({ experiment, isBusy, onDelete }: ExperimentRowProps) {
  const rename = useRenameExperiment();
  const { id } = experiment;
  const name = experiment.name === '' ? experimentsText.unnamed : experiment.name;
  return (
    <AskInPlace
      name={experiment.name}
      words={experimentsText}
      rename={{
        error: rename.error,
        save: (next, onSaved) => rename.mutate({ id, name: next }, { onSuccess: onSaved }),
      }}
      isBusy={isBusy}
      onDelete={onDelete}
    >
      {({ askName, askDelete }) => (
        <span className={styles.actions}>
          <Link to="/build" search={{ extend: id }} aria-label={experimentsText.extendOf(name)}>
            {experimentsText.extend}
          </Link>
          <Link to="/build" search={{ experiment: id }} aria-label={experimentsText.forkOf(name)}>
            {experimentsText.fork}
          </Link>
          <button type="button" aria-label={experimentsText.renameOf(name)} onClick={askName}>
            {runsText.rename}
          </button>
          <button type="button" aria-label={experimentsText.deleteOf(name)} onClick={askDelete}>
            {runsText.delete}
          </button>
        </span>
      )}
    </AskInPlace>
  );
}
