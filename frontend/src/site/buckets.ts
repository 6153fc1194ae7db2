/** From samples to buckets, as backend/lab_model/series/buckets.py and groups.py have it. */

import { wholeNanoseconds } from '@/core/exact';

/** A bound such as 0.3 s is sample 3 of 0.1 s, although 0.3 / 0.1 is a little less in binary. */
const ROUNDING_SAMPLES = 1e-6;
const MOST_RANKED_FLOWS = 500;
const PERCENTILES = [0.1, 0.9] as const;

export type Values = Float64Array;

/** The samples [first, end) in buckets of `width`. */
export interface Grid {
  readonly first: number;
  readonly end: number;
  readonly width: number;
}

/** One value per bucket, NaN where there is none. */
export interface Buckets {
  readonly mean: Values;
  readonly min: Values;
  readonly max: Values;
}

interface Asked {
  readonly sampleCount: number;
  readonly sampleSeconds: number;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly points: number;
}

/** The samples that touch the range, widened to whole buckets. */
export function chooseGrid(asked: Asked): Grid {
  const { sampleCount, sampleSeconds, fromSeconds, toSeconds, points } = asked;
  const clamp = (sample: number) => Math.max(0, Math.min(sample, sampleCount));
  const first = clamp(Math.floor(fromSeconds / sampleSeconds + ROUNDING_SAMPLES));
  const end = clamp(Math.ceil(toSeconds / sampleSeconds - ROUNDING_SAMPLES));
  if (end <= first) return { first, end: first, width: 1 };
  const width = Math.ceil((end - first) / points);
  return {
    first: Math.floor(first / width) * width,
    end: Math.min(Math.ceil(end / width) * width, sampleCount),
    width,
  };
}

function bucketCount({ first, end, width }: Grid): number {
  return Math.ceil((end - first) / width);
}

/** The end of each bucket, rounded to the nanosecond that the simulator counts in. */
export function endTimes(grid: Grid, sampleSeconds: number): number[] {
  return Array.from({ length: bucketCount(grid) }, (_, index) =>
    nanoseconds(Math.min(grid.first + (index + 1) * grid.width, grid.end) * sampleSeconds),
  );
}

export function nanoseconds(seconds: number): number {
  return wholeNanoseconds(seconds);
}

/** `values` are those of the samples of the grid. */
export function bucketize(values: Values, grid: Grid): Buckets {
  if (grid.width === 1 || values.length === 0) return { mean: values, min: values, max: values };
  const count = bucketCount(grid);
  const buckets = {
    mean: new Float64Array(count).fill(NaN),
    min: new Float64Array(count).fill(NaN),
    max: new Float64Array(count).fill(NaN),
  };
  for (let index = 0; index < count; index += 1) {
    const all = values.subarray(index * grid.width, (index + 1) * grid.width);
    const known = all.filter((value) => !Number.isNaN(value));
    if (known.length === 0) continue;
    const present = all.map((value) => (Number.isNaN(value) ? 0 : value));
    buckets.mean[index] = ((present[0] ?? 0) + pairwiseSum(present.subarray(1))) / known.length;
    buckets.min[index] = known.reduce((least, value) => Math.min(least, value));
    buckets.max[index] = known.reduce((most, value) => Math.max(most, value));
  }
  return buckets;
}

/** Values that are added one by one before sums of eight columns are. */
const FEW = 8;
const MOST_IN_COLUMNS = 128;

/** In the order of numpy's add.reduce, so that the last digit is Python's. */
function pairwiseSum(values: Values): number {
  const { length } = values;
  if (length > MOST_IN_COLUMNS) {
    const half = Math.floor(length / 2);
    const cut = half - (half % FEW);
    return pairwiseSum(values.subarray(0, cut)) + pairwiseSum(values.subarray(cut));
  }
  if (length < FEW) return values.reduce((sum, value) => sum + value, 0);
  const columns = values.slice(0, FEW);
  const even = length - (length % FEW);
  for (let at = FEW; at < even; at += 1) {
    columns[at % FEW] = (columns[at % FEW] ?? 0) + (values[at] ?? 0);
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = columns;
  return values
    .subarray(even)
    .reduce((sum, value) => sum + value, a + b + (c + d) + (e + f + (g + h)));
}

interface GroupBuckets extends Buckets {
  readonly p10: Values;
  readonly p90: Values;
}

/** A group from the bucket means of its flows: every flow counts once. */
export function groupBuckets(flows: readonly Values[]): GroupBuckets {
  const every = Math.max(1, Math.ceil(flows.length / MOST_RANKED_FLOWS));
  const size = flows[0]?.length ?? 0;
  const column = () => new Float64Array(size).fill(NaN);
  const found = { mean: column(), min: column(), max: column(), p10: column(), p90: column() };
  for (let at = 0; at < size; at += 1) {
    const known = flows.map((flow) => flow[at] ?? NaN).filter((value) => !Number.isNaN(value));
    if (known.length > 0) {
      found.mean[at] = known.reduce((sum, value) => sum + value, 0) / known.length;
      found.min[at] = Math.min(...known);
      found.max[at] = Math.max(...known);
    }
    const ranked = flows
      .filter((_, index) => index % every === 0)
      .map((flow) => flow[at] ?? NaN)
      .filter((value) => !Number.isNaN(value))
      .sort((a, b) => a - b);
    [found.p10[at], found.p90[at]] = PERCENTILES.map((share) => atRank(ranked, share)) as [
      number,
      number,
    ];
  }
  return found;
}

/** Linearly between two ranks. */
function atRank(ordered: readonly number[], share: number): number {
  const rank = Math.max(0, ordered.length - 1) * share;
  const low = ordered[Math.floor(rank)] ?? NaN;
  const high = ordered[Math.ceil(rank)] ?? NaN;
  return low + (high - low) * (rank - Math.floor(rank));
}
