/** A logarithmic axis of ratios around 1, the fair point, which is always in view. */
import { spacedTicks, withRoom, type Axis } from './scale';

/** Round ratios at which an axis may have a tick, the more important ones first. */
const ROUND = [1, 2, 0.5, 5, 0.2, 10, 0.1, 3, 0.3, 1.5, 0.7, 20, 0.05, 50, 0.02, 100, 0.01];
const FINE = [1.2, 0.8, 1.4, 1.1, 0.9, 1.3, 0.6];
/** The axis never shows less than this around 1. */
const LEAST_SPAN = 1.25;
/** Room beyond the outermost value, as a share of the axis. */
const ROOM = 0.04;

export function ratioAxis(ratios: readonly number[], widthPx: number, gapPx: number): Axis {
  const low = Math.min(1 / LEAST_SPAN, ...ratios);
  const high = Math.max(LEAST_SPAN, ...ratios);
  const ends = withRoom({ low, high, isLogarithmic: true }, ROOM);
  return { ...ends, ticks: spacedTicks([...ROUND, ...FINE], ends, widthPx, gapPx) };
}
