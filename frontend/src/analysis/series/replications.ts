/**
 * What several seeds say of a ratio. A ratio is as far from fair at 1/2 as at 2, so averages and
 * intervals are made of logarithms and turned back: the mean is the geometric one.
 */

export interface RatioInterval {
  readonly count: number;
  readonly mean: number;
  /** Ends of the 95% interval for the mean; null below two seeds, which say nothing of spread. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** A seed's ratios under both algorithms, which met the same random losses. */
export interface SeedPair {
  readonly seed: number;
  readonly baseline: number;
  readonly other: number;
}

/**
 * Quantiles of Student's t at 0.975 for 1, 2, 3, ... degrees of freedom (NIST/SEMATECH e-Handbook
 * of Statistical Methods, section 1.3.6.7.2, here with one digit more).
 */
const T_QUANTILES = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788,
  2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.093, 2.086, 2.0796, 2.0739, 2.0687, 2.0639,
  2.0595, 2.0555, 2.0518, 2.0484, 2.0452,
];

/** Ratios that have a logarithm; a flow that got nothing has none. */
export function isRatio(ratio: number | null): ratio is number {
  return ratio !== null && Number.isFinite(ratio) && ratio > 0;
}

/** Geometric mean and its 95% interval; null without a ratio. */
export function ratioInterval(ratios: readonly number[]): RatioInterval | null {
  const logs = ratios.map((ratio) => Math.log(ratio));
  if (logs.length === 0) return null;
  const mean = averageOf(logs);
  const half = halfWidth(logs, mean);
  return {
    count: logs.length,
    mean: Math.exp(mean),
    interval: half === null ? null : [Math.exp(mean - half), Math.exp(mean + half)],
  };
}

export interface MeanInterval {
  readonly mean: number;
  /** Half of the 95% interval's width; null below two values. */
  readonly halfWidth: number | null;
}

/** Arithmetic mean with Student's t interval; null without a value. */
export function meanInterval(values: readonly number[]): MeanInterval | null {
  if (values.length === 0) return null;
  const mean = averageOf(values);
  return { mean, halfWidth: halfWidth(values, mean) };
}

/** How many times the baseline's ratio the other one's is, seed by seed. */
export function pairedInterval(pairs: readonly SeedPair[]): RatioInterval | null {
  return ratioInterval(pairs.map(({ baseline, other }) => other / baseline));
}

/** Whether the interval leaves 1 out; null if there is no interval. */
export function isDistinguishable({ interval }: RatioInterval): boolean | null {
  return interval === null ? null : interval[0] > 1 || interval[1] < 1;
}

/** The seed that is nearest to the medians of both columns; null without a pair. */
export function typicalSeed(pairs: readonly SeedPair[]): number | null {
  const baseline = medianOf(pairs.map((pair) => Math.log(pair.baseline)));
  const other = medianOf(pairs.map((pair) => Math.log(pair.other)));
  let best: { seed: number; distance: number } | null = null;
  for (const pair of pairs) {
    const distance =
      Math.abs(Math.log(pair.baseline) - baseline) + Math.abs(Math.log(pair.other) - other);
    if (best === null || distance < best.distance) best = { seed: pair.seed, distance };
  }
  return best?.seed ?? null;
}

function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function halfWidth(values: readonly number[], mean: number): number | null {
  const freedom = values.length - 1;
  const quantile = T_QUANTILES[freedom - 1];
  if (quantile === undefined) return null;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return quantile * Math.sqrt(squares / freedom / values.length);
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? NaN;
  return (low + high) / 2;
}
