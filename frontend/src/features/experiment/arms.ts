/** The compared arms: the points of the arm axis, or the experiment as a whole. */
import { armAxisOf } from '@/analysis/experiment/layout';
import { bareTexts } from '@/analysis/experiment/experimentTexts';
import type { AxisRead, Experiment } from '@/api/experiments/experiments';
import { LINE_STYLES, type LineStyle } from '@/charts/model';
import type { HeatAxis } from '@/charts/heat/heatModel';
import { hasSteadyRate, haveEqualShares, type WithDemands } from '@/charts/panes/shares';
import { QUEUE_TRAITS } from '@/generated/kindSeries';

export interface Arm {
  readonly index: number;
  /** Empty where nothing is compared. */
  readonly name: string;
  readonly isBaseline: boolean;
  /** The baseline is dashed, the first other arm solid. */
  readonly style: LineStyle;
}

const OTHER_STYLES = LINE_STYLES.filter((style) => style !== 'dashed');

export function armsOf({ axes, experiment }: Pick<Experiment, 'axes' | 'experiment'>): Arm[] {
  const axis = armAxisOf(axes);
  if (axis === null) return [{ index: 0, name: '', isBaseline: false, style: 'solid' }];
  const baseline = experiment.baseline_index ?? 0;
  let others = 0;
  return (axes[axis]?.points ?? []).map(({ text }, index) => {
    const isBaseline = index === baseline;
    const style = isBaseline ? 'dashed' : (OTHER_STYLES[others % OTHER_STYLES.length] ?? 'solid');
    if (!isBaseline) others += 1;
    return { index, name: text, isBaseline, style };
  });
}

const POINT: HeatAxis = { title: '', unit: '', texts: [''] };

/** An axis as plots write it: its unit once, and not at every point. */
export function plotAxis(axes: readonly AxisRead[], index: number | null): HeatAxis {
  const axis = index === null ? undefined : axes[index];
  if (axis === undefined) return POINT;
  return { title: axis.label, ...bareTexts(axis) };
}

/** The value in the definition, from which defaults may be missing. */
interface WrittenBase extends WithDemands {
  readonly flows?: readonly (NonNullable<WithDemands['flows']>[number] & {
    readonly label?: string;
  })[];
}

/** Beside the rate, what decides what flows are due. */
const DECIDES_SHARES =
  /^(links\b|bottleneck\.trace\b|flows(\.[^.]+)?(\.(count|path|traffic|receiver|st\w+_s)\b.*)?$)/;

/** Labels of the flow groups, in order. */
export function groupLabels({ experiment }: Pick<Experiment, 'experiment'>): string[] {
  const { flows = [] } = experiment.base as WrittenBase;
  return flows.map(({ label = '' }) => label);
}

/** The link's rate and the fair share of it, where they are the same in all cells all the time. */
export function linkRates({ axes, experiment }: Pick<Experiment, 'axes' | 'experiment'>) {
  const base = experiment.base as WrittenBase;
  const { flows = [], bottleneck } = base;
  const paths = axes.flatMap((axis) => axis.paths);
  const isRateMoved = paths.some((path) => /^bottleneck(\.rate|\.trace|$)/.test(path));
  const rateBps = isRateMoved || !hasSteadyRate(base) ? null : (bottleneck?.rate_bps ?? null);
  const isMoved = paths.some((path) => DECIDES_SHARES.test(path)) || mayBePoliced(experiment);
  const count = flows.reduce((sum, flow) => sum + (flow.count ?? 1), 0);
  return {
    rateBps,
    fairBps: rateBps === null || isMoved || !haveEqualShares(base) ? null : rateBps / count,
  };
}

/** Some cell has a queue that holds nothing back: then its own rate decides. */
function mayBePoliced(experiment: Experiment['experiment']): boolean {
  const text = JSON.stringify(experiment);
  return Object.entries(QUEUE_TRAITS).some(
    ([kind, traits]) => traits?.delaysExcess === false && text.includes(`"${kind}"`),
  );
}
