/** Rows of a strip of seeds, and the pairs of two arms. */
import type { Axis } from '@/analysis/axes/scale';
import { nearEnds, spreadAxis } from '@/analysis/axes/value';
import type { Metric } from '@/api/experiments/experiments';
import type { PairedSeed } from '@/charts/xy/PairedSeeds';
import type { ValueRow } from '@/charts/strips/ValueStrip';

import type { Numbers } from '../useNumbers';
import type { SeedValues } from './useSeedValues';

/**
 * Which group has more: above fair the one that the number is of, the first as a rule; below it the
 * other one of the first two. Nothing where nothing is fair, or where it is not known who has more.
 */
export function hueOfValue({ name, fair }: Metric): (value: number) => number | null {
  if (fair === null || name.includes('jain_index')) return () => null;
  const above = Number(/^group_(\d+)_/.exec(name)?.[1] ?? 0);
  return (value) => (value >= fair ? above : above > 1 ? null : 1 - above);
}

/** The axis of a strip: all values in view, and intervals as far as they leave room for these. */
export function seedAxis(metric: Metric) {
  return (
    values: readonly number[],
    ends: readonly number[],
    lengthPx: number,
    gapPx: number,
  ): Axis => spreadAxis(metric, [...values, ...nearEnds(metric, values, ends)], lengthPx, gapPx);
}

/** The ticks of a cell with the mean and the interval that the map has. */
export function seedRow(
  cell: number,
  title: string,
  values: SeedValues | null,
  { map }: Numbers,
): ValueRow {
  const low = map?.low[cell] ?? null;
  const high = map?.high[cell] ?? null;
  return {
    key: String(cell),
    title,
    values: [...(values?.get(cell)?.values() ?? [])],
    mean: map?.mean[cell] ?? null,
    interval: low === null || high === null ? null : [low, high],
  };
}

/** As far from fair: a ratio of 1/2 as one of 2. */
function distance(value: number, { fair, scale }: Metric): number {
  if (fair === null) return 0;
  return scale === 'logarithmic' ? Math.abs(Math.log(value / fair)) : Math.abs(value - fair);
}

/** Seeds that both cells have a value for, in order. */
export function pairsOf(
  first: number,
  second: number,
  values: SeedValues | null,
  metric: Metric,
): PairedSeed[] {
  const others = values?.get(second);
  return [...(values?.get(first) ?? [])]
    .flatMap(([seed, value]) => {
      const other = others?.get(seed);
      if (other === undefined) return [];
      const isNearer =
        metric.fair === null ? null : distance(other, metric) < distance(value, metric);
      return [{ seed, first: value, second: other, isNearer }];
    })
    .sort((a, b) => a.seed - b.seed);
}

export function fairText(fair: number | null): string {
  return fair === null ? '' : `${fair} fair`;
}
