import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { axesInWords } from '@/analysis/experimentWords';
import { predictedWords } from '@/analysis/predictedTime';
import { formatCount } from '@/analysis/units';
import { useRenameExperiment, type ExperimentListed } from '@/api/experiments';
import { experimentsText, runsText } from '@/messages/runs';
import { Note } from '@/ui/Note';

import { NameForm } from './NameForm';
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

/** Both rename and delete ask in place, and Escape keeps everything as it was. */
function Actions({ experiment, isBusy, onDelete }: ExperimentRowProps) {
  const [asks, setAsks] = useState<'name' | 'delete' | null>(null);
  const rename = useRenameExperiment();
  const { id } = experiment;
  const name = experiment.name === '' ? experimentsText.unnamed : experiment.name;
  const keep = () => setAsks(null);
  if (asks === 'name') {
    return (
      <div className={styles.ask}>
        <NameForm
          value={experiment.name}
          onKeep={keep}
          onSave={(next) => rename.mutate({ id, name: next }, { onSuccess: keep })}
        />
        {rename.error !== null && (
          <Note tone="bad" title={experimentsText.notRenamed}>
            {rename.error.message}
          </Note>
        )}
      </div>
    );
  }
  if (asks === 'delete') {
    return (
      <div className={styles.ask} onKeyDown={(event) => event.key === 'Escape' && keep()}>
        <b>{experimentsText.confirmDelete}</b>
        <span className={styles.askWhy}>{experimentsText.confirmWhy}</span>
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
      <Link to="/build" search={{ extend: id }} aria-label={experimentsText.extendOf(name)}>
        {experimentsText.extend}
      </Link>
      <Link to="/build" search={{ experiment: id }} aria-label={experimentsText.forkOf(name)}>
        {experimentsText.fork}
      </Link>
      <button
        type="button"
        aria-label={experimentsText.renameOf(name)}
        onClick={() => setAsks('name')}
      >
        {runsText.rename}
      </button>
      <button
        type="button"
        aria-label={experimentsText.deleteOf(name)}
        onClick={() => setAsks('delete')}
      >
        {runsText.delete}
      </button>
    </span>
  );
}
