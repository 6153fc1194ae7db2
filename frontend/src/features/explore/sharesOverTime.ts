/** Every flow's share up to a moment, and at that moment: pure, from one run's series. */
import type { SeriesGrid } from '@/analysis/series/series';
import type { SeedArm } from '@/api/types';

interface SharesOverTime {
  /** By bucket: every flow's share of the bytes that all have got up to its end. */
  readonly soFar: readonly (readonly number[])[];
  /** By bucket: every flow's share within it. */
  readonly within: readonly (readonly number[])[];
}

export function sharesOverTime(grid: SeriesGrid, flowIndices: readonly number[]): SharesOverTime {
  const rates = flowIndices.map((index) => grid.flows.get(index)?.throughput_bps?.mean ?? []);
  const sums = flowIndices.map(() => 0);
  const soFar: number[][] = [];
  const within: number[][] = [];
  grid.timeSeconds.forEach((_, bucket) => {
    const now = rates.map((values) => values[bucket] ?? 0);
    now.forEach((rate, flow) => {
      sums[flow] = (sums[flow] ?? 0) + rate;
    });
    soFar.push(sharesOf(sums));
    within.push(sharesOf(now));
  });
  return { soFar, within };
}

/** Equal ones while nothing has come. */
function sharesOf(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => (total === 0 ? 1 / values.length : value / total));
}

/**
 * Every group's share in the mean curves of all seeds, from `fromSeconds` to their end; null where
 * nothing came or no curve is known.
 */
export function sharesOfCurves({ curves }: SeedArm, fromSeconds: number): readonly number[] | null {
  if (curves === null) return null;
  const skipped = Math.round(fromSeconds / curves.point_s);
  const sums = curves.throughputs_bps.map(({ mean }) =>
    mean.slice(skipped).reduce<number>((sum, value) => sum + (value ?? 0), 0),
  );
  return sums.some((sum) => sum > 0) ? sharesOf(sums) : null;
}

/** Throughput of the first group over that of the second, likewise; null, too, without a second. */
export function ratioOfCurves(arm: SeedArm, fromSeconds: number): number | null {
  const [first, second] = sharesOfCurves(arm, fromSeconds) ?? [];
  return first === undefined || second === undefined || second === 0 ? null : first / second;
}
