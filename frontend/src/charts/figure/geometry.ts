/** Where things are on a figure, in pixels. Pure. */
import { extent } from 'd3-array';

import { ratioAxis } from '@/analysis/axes/ratio';
import { type Axis, shareOn, spacedTicks, withRoom } from '@/analysis/axes/scale';
import { ticksBetween } from '@/analysis/axes/ticks';

import type { FigureModel, FigurePoint } from './model';

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

export interface FigureGeometry {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Axis;
  readonly y: Axis;
}

const LEFT_PX = 44;
const TOP_PX = 30;
const BOTTOM_PX = 42;
const NARROW_PX = 480;
const NARROW_GUTTER_PX = 112;
const LETTER_PX = 6.6;
const TICK_GAP_PX = 34;
/** Shown around shares and indices that hardly differ, unless a figure says more. */
const LEAST_SPAN = 0.05;

export function figureGeometry(model: FigureModel, width: number, height: number): FigureGeometry {
  const right = Math.max(LEFT_PX + 80, width - gutterWidth(model, width));
  const bottom = height - BOTTOM_PX;
  return {
    width,
    height,
    left: LEFT_PX,
    right,
    top: TOP_PX,
    bottom,
    x: xScale(model, right - LEFT_PX),
    y: yScale(model, bottom - TOP_PX),
  };
}

function gutterWidth({ lines, references }: FigureModel, width: number): number {
  if (width < NARROW_PX) return NARROW_GUTTER_PX;
  const names = [...lines, ...references].map(({ label }) => label.length);
  return Math.min(230, Math.max(118, Math.max(0, ...names) * LETTER_PX + 58));
}

function xScale({ lines, x }: FigureModel, widthPx: number): Axis {
  if (x.range !== undefined) {
    const [from, to] = x.range;
    const ticks = ticksBetween(from, to, Math.max(3, widthPx / 90));
    return { low: from, high: to, isLogarithmic: false, ticks };
  }
  const values = lines.flatMap(({ points }) => points.map((point) => point.x));
  return axisOfValues(values, x.kind === 'logarithmic', widthPx, TICK_GAP_PX);
}

function yScale({ lines, references, y }: FigureModel, heightPx: number): Axis {
  const values = withEnds(lines.flatMap(({ points }) => points));
  const levels = references.map(({ value }) => value);
  if (y.kind === 'ratio') {
    return axisOfRatios(
      [...values, ...levels].filter((value) => value > 0),
      heightPx,
    );
  }
  return axisAround(values, levels, y.leastSpan ?? LEAST_SPAN);
}

/** An interval of two seeds may be as wide as the sky: it may widen the axis so much, no more. */
const WIDEST = 1;

/** All values, and the ends of intervals as far as they do not dwarf the values. */
function withEnds(points: readonly FigurePoint[]): number[] {
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]));
  if (values.length === 0) return [];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(most - least, Math.abs(most) * 0.2) * WIDEST;
  const ends = points.flatMap(({ low, high }) => [low ?? null, high ?? null]);
  const within = ends.filter((end) => end !== null);
  return [...values, ...within.map((end) => Math.min(most + room, Math.max(least - room, end)))];
}

export function xOf(value: number, { x, left, right }: FigureGeometry): number {
  return left + shareOn(value, x) * (right - left);
}

export function yOf(value: number, { y, top, bottom }: FigureGeometry): number {
  return bottom - shareOn(value, y) * (bottom - top);
}

/** The value of `values` that is nearest to a pixel; null without one. */
export function nearestValue(
  pixel: number,
  values: readonly number[],
  geometry: FigureGeometry,
): number | null {
  const away = (value: number) => Math.abs(xOf(value, geometry) - pixel);
  return values.reduce<number | null>(
    (best, value) => (best === null || away(value) < away(best) ? value : best),
    null,
  );
}
