import { Link } from '@tanstack/react-router';

import { confounders, consequences } from '@/analysis/experiment/followers';
import type { Experiment } from '@/api/experiments';

import styles from './experiment.module.css';

/** What moves along with an axis: its curve shows two causes at once. */
export function FollowerLine({ experiment }: { experiment: Experiment }) {
  const found = confounders(experiment.axes);
  const own = consequences(experiment.axes).map(({ sentence }) => sentence);
  const follows = own.length > 0 && <p className="quiet small">{own.join(' ')}</p>;
  if (found.length === 0) {
    return follows === false ? null : <div className={styles.verdicts}>{follows}</div>;
  }
  return (
    <div className={styles.verdicts}>
      {found.map(({ sentence }) => (
        <p key={sentence}>
          <b>Also changes: </b>
          {sentence}
        </p>
      ))}
      {follows}
      <p className="quiet small">
        {'Both may be the cause of a difference along this axis. '}
        <Link to="/build" search={{ experiment: experiment.id }}>
          Edit the experiment
        </Link>
        {' to keep the buffer the same.'}
      </p>
    </div>
  );
}
