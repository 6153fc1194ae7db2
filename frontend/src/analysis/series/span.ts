/**
 * Of which time a number of a series is, in words. A bucket of samples stands for an interval: what
 * it holds is a mean (or total, highest) over it, or the state at its end. Pure.
 */
import { instantText } from '@/analysis/numbers/instant';
import { toShortest } from '@/analysis/numbers/units';
import type { Aggregation } from '@/generated/metrics';

import { bucketAt, bucketSeconds, type SeriesGrid } from './series';

export interface Span {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Samples in it; 1: nothing is thinned. */
  readonly samples: number;
}

/** The bucket that covers a moment; null: the grid does not reach it. */
export function spanAt(grid: SeriesGrid, timeSeconds: number): Span | null {
  const { timeSeconds: ends, sampleIntervalSeconds, bucketSamples } = grid;
  const index = bucketAt(ends, timeSeconds);
  const toSeconds = ends[index];
  if (toSeconds === undefined) return null;
  const before = ends[index - 1];
  const fromSeconds = before ?? firstStart(toSeconds, bucketSeconds(grid));
  const isCovered = timeSeconds >= fromSeconds - HALF_NANOSECOND;
  if (!isCovered || timeSeconds > toSeconds + HALF_NANOSECOND) return null;
  const samples = Math.round((toSeconds - fromSeconds) / sampleIntervalSeconds);
  return { fromSeconds, toSeconds, samples: Math.min(samples, bucketSamples) };
}

const HALF_NANOSECOND = 0.5e-9;

/** The last bucket of a run may be shorter, and so may the only one. */
function firstStart(toSeconds: number, length: number): number {
  return Math.max(0, Math.ceil(toSeconds / length - 1e-9) - 1) * length;
}

/** `3.2 to 3.3 s` */
export function spanText({ fromSeconds, toSeconds }: Span): string {
  return `${toShortest(fromSeconds)} to ${toShortest(toSeconds)} s`;
}

/** `at 3.214 s` */
export function atText(seconds: number): string {
  return `at ${instantText(seconds)}`;
}

/** `mean over 3.2 to 3.3 s` */
export function meanText(span: Span): string {
  return `mean over ${spanText(span)}`;
}

/** How the values of some series stand for their time. */
export type Kind = 'state' | 'mean' | 'total' | 'range';

export function kindOf(aggregation: Aggregation | undefined): Kind {
  switch (aggregation) {
    case 'total':
      return 'total';
    case 'maximum':
    case 'minimum':
      return 'range';
    // The variables of single algorithms are states, as are those that say `last`.
    case 'last':
    case undefined:
      return 'state';
    default:
      return 'mean';
  }
}

/** `at 3.300 s, the end of the sample`, `mean over 3.2 to 3.3 s`, `total of 3.2 to 3.3 s`. */
export function ofText(kind: Kind, span: Span): string {
  if (kind === 'state' && span.samples === 1) {
    return `${atText(span.toSeconds)}, the end of the sample`;
  }
  if (kind === 'state') return `mean of ${span.samples} samples, ${spanText(span)}`;
  if (kind === 'mean') return meanText(span);
  // A thinned total is the mean of the samples' totals.
  if (kind === 'total' && span.samples > 1) {
    return `per sample, mean of ${span.samples}, ${spanText(span)}`;
  }
  return kind === 'total' ? `total of ${spanText(span)}` : `over ${spanText(span)}`;
}

/** The same of every point of a curve: `mean over 0.1 s`, `at the end of each 0.1 s`. */
export function everyText(kind: Kind, grids: readonly SeriesGrid[]): string {
  const widest = grids.reduce<SeriesGrid | null>(
    (a, b) => (a === null || bucketSeconds(b) > bucketSeconds(a) ? b : a),
    null,
  );
  if (widest === null) return '';
  const length = `${toShortest(bucketSeconds(widest))} s`;
  if (kind !== 'state') return `mean over ${length}`;
  if (widest.bucketSamples === 1) return `at the end of each ${length}`;
  const step = `${toShortest(widest.sampleIntervalSeconds)} s`;
  return `mean over ${length} of a value each ${step}`;
}
