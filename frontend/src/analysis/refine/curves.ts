/** A measurement and its nearest simulation in equal intervals, and their difference. Pure. */
import type { Measured, MeasuredColumns } from '@/analysis/imports/types';

import type { Refined } from './refine';

export interface Pair {
  readonly measured: readonly (number | null)[];
  readonly simulated: readonly (number | null)[];
  /** Simulated less measured, as a share of the measured mean: its mean and standard deviation. */
  readonly bias: number;
  readonly spread: number;
}

interface FlowCurves {
  readonly time_s: readonly number[];
  readonly rate: Pair | null;
  readonly rtt: Pair | null;
}

const POINTS = 100;

export function curvesOf({ measured, simulated, compared_s }: Refined): FlowCurves[] {
  const [from_s, to_s] = compared_s;
  const width_s = (to_s - from_s) / POINTS;
  return measured.map((own, index) => {
    const other = simulated[index];
    const pair = (name: 'throughput_bps' | 'rtt_s') =>
      other === undefined
        ? null
        : pairOf(
            meansOf(own, own[name], from_s, width_s),
            meansOf(other, other[name], from_s, width_s),
          );
    return {
      time_s: Array.from({ length: POINTS }, (_, at) => from_s + (at + 0.5) * width_s),
      rate: pair('throughput_bps'),
      rtt: pair('rtt_s'),
    };
  });
}

function meansOf(
  { time_s }: MeasuredColumns,
  values: Measured | undefined,
  from_s: number,
  width_s: number,
): (number | null)[] {
  const sums = Array.from({ length: POINTS }, () => ({ sum: 0, count: 0 }));
  time_s.forEach((time, index) => {
    const value = values?.[index] ?? null;
    const bin = sums[Math.ceil((time - from_s) / width_s - 1e-9) - 1];
    if (value === null || bin === undefined) return;
    bin.sum += value;
    bin.count += 1;
  });
  return sums.map(({ sum, count }) => (count === 0 ? null : sum / count));
}

function pairOf(measured: (number | null)[], simulated: (number | null)[]): Pair | null {
  const both = measured.flatMap((own, at) => {
    const other = simulated[at] ?? null;
    return own === null || other === null ? [] : [[own, other] as const];
  });
  const mean = both.reduce((sum, [own]) => sum + own, 0) / both.length;
  if (both.length === 0 || !(mean > 0)) return null;
  const apart = both.map(([own, other]) => (other - own) / mean);
  const bias = apart.reduce((sum, each) => sum + each, 0) / apart.length;
  const squares = apart.reduce((sum, each) => sum + (each - bias) ** 2, 0);
  return { measured, simulated, bias, spread: Math.sqrt(squares / apart.length) };
}
