import { formatCount, toShortest } from '@/analysis/numbers/units';
import { flowCount } from '@/analysis/scenario/describe';
import { linkNames } from '@/analysis/scenario/network/links';
import type { Run } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { MOST_LINES } from '@/charts/panes/stageFlows';
import { CURVE_MODES, type CurveMode } from '@/state/url';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import styles from './stages.module.css';
import { MOST_OVERLAID, type PlotChoice, type RunsBeside } from '../view/useRunView';
import { isCrowd } from '../view/view';

const MODE_NAMES = { flows: 'Flows', groups: 'Groups', small: 'Small plots' } as const;

const CURVE_MEANING = {
  flows: 'One line for each flow; the highest and the lowest of a group in view are labelled.',
  groups: 'The mean of each group, with a band from the 10th to the 90th percentile of its flows.',
  small: 'Throughput of each flow on one scale; the dotted line is its mean fair share.',
} as const;

interface StageHeadProps {
  readonly runs: readonly Run[];
  readonly plots: PlotChoice;
  readonly beside: RunsBeside;
  readonly mode: CurveMode;
  /** As they are drawn. */
  readonly stages: readonly StageRun[];
}

/** What the lines show; with more flows than lines, which flows and how many. */
function meaningOf(mode: CurveMode, runs: readonly Run[], stages: readonly StageRun[]): string {
  const counts = runs.map(({ scenario }) => flowCount(scenario));
  const most = Math.max(...counts);
  if (mode !== 'flows' || most <= MOST_LINES) return CURVE_MEANING[mode];
  const place = counts.indexOf(most);
  const result = runs[place]?.result ?? null;
  const drawn = stages[place]?.flows.length ?? MOST_LINES;
  const lines = `Lines of ${formatCount(drawn)} of ${formatCount(most)} flows, spread evenly over the groups`;
  if (result === null) {
    return `${lines}; until the run ends the highest and the lowest of the lines are labelled. Groups shows all.`;
  }
  const { start_s, end_s } = result.window;
  const window = `${toShortest(start_s)} to ${toShortest(end_s)} s`;
  return `${lines}, with the highest and the lowest of all flows of a group, which are labelled: means over ${window}. Groups shows all.`;
}

/** How many flows are shown at once, and what that means for the lines. */
export function StageHead({ runs, plots, beside, mode, stages }: StageHeadProps) {
  const hasMany = isCrowd(runs);
  const isTangled = runs.length > MOST_OVERLAID && !beside.isSide && mode !== 'small';
  return (
    <div className={styles.head}>
      <LinkChoice runs={runs} plots={plots} />
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
      {hasMany && <span className={styles.meaning}>{meaningOf(mode, runs, stages)}</span>}
      {isTangled && (
        <span className={styles.meaning}>
          {runs.length} runs on the same axes are hard to distinguish:{' '}
          <button type="button" onClick={() => beside.setLayout(true)}>
            side by side
          </button>
        </span>
      )}
    </div>
  );
}

/** Several links: whose queue, buffer and capacity the plots show. */
function LinkChoice({ runs, plots }: Pick<StageHeadProps, 'runs' | 'plots'>) {
  const names = runs[0] === undefined ? [] : linkNames(runs[0].scenario);
  if (names.length < 2) return null;
  return (
    <>
      <SegmentedControl
        aria-label="Link that is drawn"
        value={names[plots.linkIndex] ?? names[0] ?? ''}
        onChange={(name) => plots.setLink(Math.max(0, names.indexOf(name)))}
        data={names.map((name) => ({ value: name, label: name }))}
      />
      <span className={styles.meaning}>
        The plots show the queue and buffer of this link, and its capacity and fair share if it
        carries data.
      </span>
    </>
  );
}
