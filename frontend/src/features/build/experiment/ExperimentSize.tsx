import { formatCount, inMillions } from '@/analysis/numbers/units';
import { rangeWords } from '@/analysis/scenario/problems/predictedTime';
import { hasServer } from '@/api/http/transport';
import { Term } from '@/ui/Term';

import styles from './bar.module.css';
import type { CheckedExperiment } from './useCheckedExperiment';

const BASES = {
  class:
    'From similar runs on this lab: the same algorithms, queue and traffic, flows and packets within a factor of two.',
  kind: 'From runs of these algorithms on this lab with other numbers of flows or packets.',
  any: 'From other runs on this lab: none had these algorithms, queue and traffic.',
  constants: 'From the speed of another machine: nothing has been computed here yet.',
} as const;

const IN_PAGE = 'From the speed of a page on another machine.';
const SHARED = 'Processors share the work: two need half the time.';

/** Cells, seeds, how many runs are stored, and how many remain to compute. */
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
              <span>
                <Term
                  name={`${rangeWords(known.predicted_low_s, known.predicted_high_s)} of one processor`}
                  definition={`${hasServer() ? BASES[known.predicted_by] : IN_PAGE} ${SHARED}`}
                />
              </span>
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
