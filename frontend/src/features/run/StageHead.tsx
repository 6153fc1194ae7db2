import { formatCount } from '@/analysis/numbers/units';
import { flowCount } from '@/analysis/scenario/describe';
import type { Run } from '@/api/types';
import { CURVE_MODES, type CurveMode } from '@/state/url';
import { SegmentedControl } from '@/ui/SegmentedControl';

import styles from './stages.module.css';
import { MOST_OVERLAID, type PlotChoice, type RunsBeside } from './useRunView';
import { isCrowd, MOST_LINES } from './view';

const MODE_NAMES = { flows: 'Flows', groups: 'Groups', small: 'Small plots' } as const;

const CURVE_MEANING = {
  flows: 'One line for each flow; the highest and the lowest of a group are labelled.',
  groups: 'The mean of each group, with a band from its lowest to its highest flow.',
  small: 'Throughput of each flow on one scale; the dotted line is the fair share.',
} as const;

interface StageHeadProps {
  readonly runs: readonly Run[];
  readonly plots: PlotChoice;
  readonly beside: RunsBeside;
  readonly mode: CurveMode;
}

/** What the lines are; with more flows than lines, of which flows they are. */
function meaningOf(mode: CurveMode, runs: readonly Run[]): string {
  const most = Math.max(...runs.map(({ scenario }) => flowCount(scenario)));
  if (mode !== 'flows' || most <= MOST_LINES) return CURVE_MEANING[mode];
  return (
    `Lines of ${MOST_LINES} of ${formatCount(most)} flows, spread evenly over the groups; the ` +
    'highest and the lowest that are labelled are those of the lines. Groups shows all.'
  );
}

/** How many flows are shown at once, and what that means for the lines. */
export function StageHead({ runs, plots, beside, mode }: StageHeadProps) {
  const hasMany = isCrowd(runs);
  const isTangled = runs.length > MOST_OVERLAID && !beside.isSide && mode !== 'small';
  return (
    <div className={styles.head}>
      {hasMany && (
        <SegmentedControl
          aria-label="How flows are drawn"
          value={mode}
          onChange={(value) => {
            const next = CURVE_MODES.find((each) => each === value);
            if (next !== undefined) plots.setCurves(next);
          }}
          data={CURVE_MODES.map((value) => ({ value, label: MODE_NAMES[value] }))}
        />
      )}
      {hasMany && <span className={styles.meaning}>{meaningOf(mode, runs)}</span>}
      {isTangled && (
        <span className={styles.meaning}>
          {runs.length} runs on the same axes are hard to tell apart:{' '}
          <button type="button" onClick={() => beside.setLayout(true)}>
            side by side
          </button>
        </span>
      )}
    </div>
  );
}
