/** Axes of a figure: linear or logarithmic, with the values that stand at their ticks. Pure. */
import { extent } from 'd3-array';

import { ratioAxis } from './ratio';
import { spacedTicks, withRoom, type Axis } from './scale';
import { ticksBetween } from './ticks';

/** Room beyond the outermost value, as a share of the axis. */
const ROOM = 0.04;
const RATIO_GAP_PX = 24;

/** An axis with a tick at each of `values`, except where two would touch. */
export function axisOfValues(
  values: readonly number[],
  isLogarithmic: boolean,
  widthPx: number,
  gapPx: number,
): Axis {
  const ends = withRoom({ ...outermost(values, isLogarithmic), isLogarithmic }, ROOM);
  return { ...ends, ticks: spacedTicks(ordered(values), ends, widthPx, gapPx) };
}

/** Ratios around 1, the fair point, which is always in view. */
export function axisOfRatios(ratios: readonly number[], heightPx: number): Axis {
  return ratioAxis(ratios, heightPx, RATIO_GAP_PX);
}

/** Around the values and `include`, not from zero: for shares and indices near to 1. */
export function axisAround(
  values: readonly number[],
  include: readonly number[],
  least: number,
): Axis {
  const [low = 0, high = 1] = extent([...values, ...include].filter(Number.isFinite));
  const missing = Math.max(0, least - (high - low)) / 2;
  const ends = { low: low - missing, high: high + missing, isLogarithmic: false };
  const axis = withRoom(ends, ROOM);
  return { ...axis, ticks: ticksBetween(axis.low, axis.high, 4) };
}

/** Both ends first, so that they keep their ticks, then from the left. */
function ordered(values: readonly number[]): number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  return [...sorted.splice(-1), ...sorted];
}

function outermost(values: readonly number[], isLogarithmic: boolean) {
  const [low = isLogarithmic ? 1 : 0, high = isLogarithmic ? 10 : 1] = extent(values);
  if (low < high) return { low, high };
  return isLogarithmic ? { low: low / 2, high: high * 2 } : { low: low - 1, high: high + 1 };
}
