/** What gestures make of a range of time: pure. */
import type { TimeRange } from '../model';

/** Nothing is sampled finer than this. */
const SHORTEST_SECONDS = 0.002;

/** `factor` below 1 shows less; `anchorSeconds` keeps its place. Stays within [0, duration]. */
export function zoomed(
  [from, to]: TimeRange,
  factor: number,
  anchorSeconds: number,
  durationSeconds: number,
): TimeRange {
  const span = to - from;
  const next = Math.min(durationSeconds, Math.max(SHORTEST_SECONDS, span * factor));
  const share = span > 0 ? (anchorSeconds - from) / span : 0.5;
  return within(
    [anchorSeconds - share * next, anchorSeconds + (1 - share) * next],
    durationSeconds,
  );
}

/** Moved by a share of the time in view. */
export function panned([from, to]: TimeRange, share: number, durationSeconds: number): TimeRange {
  const shift = share * (to - from);
  return within([from + shift, to + shift], durationSeconds);
}

/** The same length, moved into [0, duration]; all of it if it is longer. */
export function within([from, to]: TimeRange, durationSeconds: number): TimeRange {
  const span = Math.min(to - from, durationSeconds);
  const start = Math.min(Math.max(0, from), durationSeconds - span);
  return [start, start + span];
}

/** Is it, to a thousandth, the whole run? */
export function isWhole([from, to]: TimeRange, durationSeconds: number): boolean {
  return to - from >= durationSeconds * 0.999;
}

/**
 * Two fingers hold two times: the range in which these lie under the fingers again. `shares` are
 * the places of the fingers between the left and the right edge.
 */
export function pinched(
  held: readonly [number, number],
  shares: readonly [number, number],
  durationSeconds: number,
): TimeRange {
  const [a, b] = shares;
  const span = Math.abs((held[1] - held[0]) / (b - a));
  if (!Number.isFinite(span)) return [0, durationSeconds];
  const bounded = Math.min(durationSeconds, Math.max(SHORTEST_SECONDS, span));
  const middle = (held[0] + held[1]) / 2;
  const from = middle - ((a + b) / 2) * bounded;
  return within([from, from + bounded], durationSeconds);
}
