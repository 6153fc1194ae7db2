/** Axes of a figure: linear or logarithmic, with the values that stand at their ticks. Pure. */
import { ratioAxis } from './ratio';
import { ticksBetween } from './ticks';

export interface AxisScale {
  readonly kind: 'linear' | 'logarithmic';
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

/** Room beyond the outermost value, as a share of the axis. */
const ROOM = 0.04;

/** Where a value stands, from 0 at the low end to 1 at the high one. */
export function placeOf(value: number, { kind, from, to }: Omit<AxisScale, 'ticks'>): number {
  if (kind === 'linear') return (value - from) / (to - from);
  return Math.log(value / from) / Math.log(to / from);
}

/** An axis with a tick at each of `values`, except where two would touch. */
export function axisOfValues(
  values: readonly number[],
  kind: AxisScale['kind'],
  widthPx: number,
  gapPx: number,
): AxisScale {
  const [from, to] = ends(values, kind);
  const axis = widened({ kind, from, to });
  const ticks: number[] = [];
  for (const value of ordered(values)) {
    const at = placeOf(value, axis) * widthPx;
    const isFree = ticks.every((tick) => Math.abs(placeOf(tick, axis) * widthPx - at) >= gapPx);
    if (isFree) ticks.push(value);
  }
  return { ...axis, ticks: ticks.sort((a, b) => a - b) };
}

/** Ratios around 1, the fair point, which is always in view. */
export function axisOfRatios(ratios: readonly number[], heightPx: number): AxisScale {
  const { low, high, ticks } = ratioAxis(ratios, heightPx, 24);
  return { kind: 'logarithmic', from: low, to: high, ticks };
}

/** Around the values and `include`, not from zero: for shares and indices near to 1. */
export function axisAround(
  values: readonly number[],
  include: readonly number[],
  least: number,
): AxisScale {
  const all = [...values, ...include].filter(Number.isFinite);
  const [low, high] = all.length === 0 ? [0, 1] : [Math.min(...all), Math.max(...all)];
  const missing = Math.max(0, least - (high - low)) / 2;
  const axis = widened({ kind: 'linear', from: low - missing, to: high + missing });
  return { ...axis, ticks: ticksBetween(axis.from, axis.to, 4) };
}

/** Both ends first, so that they keep their ticks, then from the left. */
function ordered(values: readonly number[]): number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  return [...sorted.splice(-1), ...sorted];
}

function ends(values: readonly number[], kind: AxisScale['kind']): [number, number] {
  if (values.length === 0) return kind === 'linear' ? [0, 1] : [1, 10];
  const from = Math.min(...values);
  const to = Math.max(...values);
  if (from < to) return [from, to];
  return kind === 'linear' ? [from - 1, to + 1] : [from / 2, to * 2];
}

function widened(axis: Omit<AxisScale, 'ticks'>): Omit<AxisScale, 'ticks'> {
  const { kind, from, to } = axis;
  if (kind === 'linear') {
    const room = (to - from) * ROOM;
    return { kind, from: from - room, to: to + room };
  }
  const room = (to / from) ** ROOM;
  return { kind, from: from / room, to: to * room };
}
