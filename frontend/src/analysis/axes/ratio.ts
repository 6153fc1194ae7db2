/** A logarithmic axis of ratios around 1, the fair point, which is always in view. */

export interface RatioAxis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Round ratios at which an axis may have a tick, the more important ones first. */
const ROUND = [1, 2, 0.5, 5, 0.2, 10, 0.1, 3, 0.3, 1.5, 0.7, 20, 0.05, 50, 0.02, 100, 0.01];
const FINE = [1.2, 0.8, 1.1, 0.9];
/** The axis never shows less than this around 1. */
const LEAST_SPAN = 1.25;
/** Room beyond the outermost value, as a share of the axis. */
const ROOM = 0.04;

export function ratioAxis(ratios: readonly number[], widthPx: number, gapPx: number): RatioAxis {
  const logs = ratios.map((ratio) => Math.log(ratio));
  const edge = Math.log(LEAST_SPAN);
  const from = Math.min(-edge, ...logs);
  const to = Math.max(edge, ...logs);
  const room = (to - from) * ROOM;
  const axis = { low: Math.exp(from - room), high: Math.exp(to + room) };
  const ticks: number[] = [];
  for (const value of [...ROUND, ...FINE]) {
    const at = shareOf(value, axis) * widthPx;
    const isFree = ticks.every((tick) => Math.abs(shareOf(tick, axis) * widthPx - at) >= gapPx);
    if (at >= 0 && at <= widthPx && isFree) ticks.push(value);
  }
  return { ...axis, ticks: ticks.sort((a, b) => a - b) };
}

/** Where a ratio stands, from 0 at the low end to 1 at the high one. */
export function shareOf(ratio: number, { low, high }: Pick<RatioAxis, 'low' | 'high'>): number {
  return Math.log(ratio / low) / Math.log(high / low);
}
