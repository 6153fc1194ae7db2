import type { Run } from '@/api/types';
import { flowText } from '@/messages/flows';
import { CURVE_MODES, type CurveMode } from '@/state/url';
import { SegmentedControl } from '@/ui/SegmentedControl';

import styles from './stages.module.css';
import { MOST_OVERLAID, type PlotChoice, type RunsBeside } from './useRunView';
import { isCrowd } from './view';

interface StageHeadProps {
  readonly runs: readonly Run[];
  readonly plots: PlotChoice;
  readonly beside: RunsBeside;
  readonly mode: CurveMode;
}

/** How many flows are shown at once, and what that means for the lines. */
export function StageHead({ runs, plots, beside, mode }: StageHeadProps) {
  const hasMany = isCrowd(runs);
  const isTangled = runs.length > MOST_OVERLAID && !beside.isSide && mode !== 'small';
  return (
    <div className={styles.head}>
      {hasMany && (
        <SegmentedControl
          aria-label={flowText.curves}
          value={mode}
          onChange={(value) => {
            const next = CURVE_MODES.find((each) => each === value);
            if (next !== undefined) plots.setCurves(next);
          }}
          data={CURVE_MODES.map((value) => ({ value, label: flowText.curveModes[value] }))}
        />
      )}
      {hasMany && <span className={styles.meaning}>{flowText.curveMeaning[mode]}</span>}
      {isTangled && (
        <span className={styles.meaning}>
          {flowText.tangled(runs.length)}{' '}
          <button type="button" onClick={() => beside.setLayout(true)}>
            {flowText.sideBySide}
          </button>
        </span>
      )}
    </div>
  );
}
