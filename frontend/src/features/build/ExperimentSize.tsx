import { formatCount, inMillions } from '@/analysis/numbers/units';
import { predictedWords } from '@/analysis/scenario/predictedTime';

import styles from './bar.module.css';
import type { CheckedExperiment } from './useCheckedExperiment';

/** Cells, seeds, what of it is stored, and what is left to compute. */
export function ExperimentSize({ experiment }: { experiment: CheckedExperiment }) {
  const { size, replications, answer, isStale, problems, isUnreachable } = experiment;
  const { cellCount, unitCount } = size;
  const known = isStale || problems.length > 0 ? undefined : answer;
  const runs = formatCount(unitCount);
  return (
    <p className={styles.size} role="status">
      <span>
        {`${formatCount(cellCount)} ${cellCount === 1 ? 'cell' : 'cells'} × ${replications.count} ${replications.count === 1 ? 'seed' : 'seeds'} =`}{' '}
        <b>{`${runs} ${unitCount === 1 ? 'run' : 'runs'}`}</b>
        {known !== undefined && known.most_unit_count > known.unit_count && (
          <> {`at first, ${formatCount(known.most_unit_count)} at most`}</>
        )}
      </span>
      {known !== undefined && (
        <>
          {known.stored_unit_count > 0 && (
            <span>
              {known.stored_unit_count === unitCount
                ? 'all of them stored'
                : `${known.stored_unit_count.toLocaleString('en-US')} of them stored`}
            </span>
          )}
          {known.stored_unit_count < known.unit_count && (
            <>
              <span>{`${inMillions(known.predicted_packets)} packets`}</span>
              <span>{`about ${predictedWords(known.predicted_s)} on one core`}</span>
            </>
          )}
        </>
      )}
      {known === undefined && problems.length === 0 && (
        <span className="faint">{isUnreachable ? 'the lab does not answer' : 'checking'}</span>
      )}
    </p>
  );
}
