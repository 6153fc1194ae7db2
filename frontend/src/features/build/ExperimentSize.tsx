import { formatCount, inMillions } from '@/analysis/numbers/units';
import { predictedWords } from '@/analysis/scenario/predictedTime';
import { varyText } from '@/messages/vary';

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
        {varyText.product(formatCount(cellCount), cellCount, replications.count)}{' '}
        <b>{varyText.runs(runs, unitCount)}</b>
      </span>
      {known !== undefined && (
        <>
          {known.stored_unit_count > 0 && (
            <span>{varyText.stored(known.stored_unit_count, unitCount)}</span>
          )}
          {known.stored_unit_count < known.unit_count && (
            <>
              <span>{varyText.packets(inMillions(known.predicted_packets))}</span>
              <span>{varyText.time(predictedWords(known.predicted_s))}</span>
            </>
          )}
        </>
      )}
      {known === undefined && problems.length === 0 && (
        <span className="faint">{isUnreachable ? varyText.unreachable : varyText.checking}</span>
      )}
    </p>
  );
}
