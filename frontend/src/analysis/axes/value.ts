/** An axis of values: its ends, its ticks and where a value stands on it. */
import type { MetricNature } from '@/analysis/numbers/metricFormat';

import { ratioAxis } from './ratio';
import { ticksBetween } from './ticks';

export interface ValueAxis {
  readonly low: number;
  readonly high: number;
  readonly isLogarithmic: boolean;
  readonly ticks: readonly number[];
}

const ROOM = 0.05;
/** Zero belongs to amounts; shares, indices and balances are read by their differences. */
const AMOUNT = /^(bps|bit\/s|s|bytes?|packets?|count)$/;

/** An axis for all of the values, and for `also` (fair, a capacity) where it is not far away. */
export function valueAxis(
  metric: MetricNature,
  values: readonly (number | null)[],
  lengthPx: number,
  gapPx: number,
): ValueAxis {
  const known = values.filter((value) => value !== null && Number.isFinite(value)) as number[];
  if (metric.scale === 'logarithmic') {
    const positive = known.filter((value) => value > 0);
    return metric.fair === 1
      ? { ...ratioAxis(positive, lengthPx, gapPx), isLogarithmic: true }
      : logarithmicAxis(positive, lengthPx, gapPx);
  }
  const inView = [...known];
  if (AMOUNT.test(metric.unit)) inView.push(0);
  if (metric.fair !== null) inView.push(metric.fair);
  return linearAxis(inView, lengthPx, gapPx);
}

/** The same where values are read by where they lie to one another: zero need not be in view. */
export function spreadAxis(
  metric: MetricNature,
  values: readonly (number | null)[],
  lengthPx: number,
  gapPx: number,
): ValueAxis {
  return valueAxis({ ...metric, unit: '' }, values, lengthPx, gapPx);
}

/** An interval of few seeds may reach so many times as far as all values do; there it is cut. */
const MOST_REACH = 1;

/** Of the ends of intervals those that do not press the values themselves together. */
export function nearEnds(
  { scale }: MetricNature,
  values: readonly (number | null)[],
  ends: readonly (number | null)[],
): number[] {
  const isLogarithmic = scale === 'logarithmic';
  const isPlaced = (value: number | null): value is number =>
    value !== null && (!isLogarithmic || value > 0);
  const place = (value: number) => (isLogarithmic ? Math.log(value) : value);
  const places = values.filter(isPlaced).map(place);
  const low = places.reduce((least, value) => Math.min(least, value), Infinity);
  const high = places.reduce((most, value) => Math.max(most, value), -Infinity);
  const least = isLogarithmic ? LEAST_LOG_REACH : Math.abs(high) * LEAST_REACH;
  const room = Math.max(high - low, least) * MOST_REACH;
  return ends
    .filter(isPlaced)
    .filter((end) => place(end) >= low - room && place(end) <= high + room);
}

/** Of values that are all alike intervals are seen as far as this. */
const LEAST_LOG_REACH = 0.3;
const LEAST_REACH = 0.3;

export function linearAxis(values: readonly number[], lengthPx: number, gapPx: number): ValueAxis {
  let low = values.reduce((least, value) => Math.min(least, value), Infinity);
  let high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  if (low > high) [low, high] = [0, 1];
  if (low === high) [low, high] = low === 0 ? [0, 1] : [low - Math.abs(low), low + Math.abs(low)];
  const room = (high - low) * ROOM;
  const axis = { low: low === 0 ? 0 : low - room, high: high === 0 ? 0 : high + room };
  const target = Math.max(2, Math.min(5, lengthPx / gapPx));
  return { ...axis, isLogarithmic: false, ticks: ticksBetween(axis.low, axis.high, target) };
}

/** Ticks at 1, 2 and 5 times powers of ten, the tens first. */
export function logarithmicAxis(
  values: readonly number[],
  lengthPx: number,
  gapPx: number,
): ValueAxis {
  const least = values.reduce((low, value) => Math.min(low, value), Infinity);
  const most = values.reduce((high, value) => Math.max(high, value), 0);
  const [from, to] =
    least > most ? [0.1, 1] : least === most ? [least / 2, most * 2] : [least, most];
  const room = (to / from) ** ROOM;
  const axis = { low: from / room, high: to * room, isLogarithmic: true };
  const powers: number[] = [];
  for (let power = Math.floor(Math.log10(axis.low)); 10 ** power <= axis.high; power += 1) {
    powers.push(10 ** power);
  }
  const ticks: number[] = [];
  for (const value of [1, 2, 5].flatMap((step) => powers.map((power) => step * power))) {
    const at = shareOn(value, { ...axis, ticks }) * lengthPx;
    const isFree = ticks.every(
      (tick) => Math.abs(shareOn(tick, { ...axis, ticks }) * lengthPx - at) >= gapPx,
    );
    if (at >= -0.5 && at <= lengthPx + 0.5 && isFree) ticks.push(Number(value.toPrecision(12)));
  }
  return { ...axis, ticks: ticks.sort((a, b) => a - b) };
}

/** 0 at the low end, 1 at the high one; what has no logarithm is at the low end. */
export function shareOn(value: number, { low, high, isLogarithmic }: ValueAxis): number {
  if (!isLogarithmic) return (value - low) / (high - low);
  return value > 0 ? Math.log(value / low) / Math.log(high / low) : 0;
}

export interface PointAxis {
  /** Of each point, from 0 to 1. */
  readonly shares: readonly number[];
  readonly isLogarithmic: boolean;
}

export interface PlacedPoint {
  readonly text: string;
  /** One for each path that moves; the first one places it. */
  readonly values: readonly unknown[];
}

const FAR_FACTOR = 8;

/**
 * Where the points of an experiment's axis stand: by their numbers if these only grow or only fall,
 * else evenly. Points with names of their own stand by the names if all of them are numbers; such a
 * list is taken as logarithmic when it spans a factor of eight.
 */
export function pointAxis(points: readonly PlacedPoint[], scale: string | null): PointAxis {
  const count = points.length;
  const shares = points.map((_, index) => (count === 1 ? 0.5 : index / (count - 1)));
  const isNamed = scale === 'category' || scale === null;
  const numbers = points.map(({ text, values }) =>
    isNamed ? Number(text === '' ? NaN : text) : Number(values[0]),
  );
  const steps = numbers.slice(1).map((value, index) => value - (numbers[index] ?? 0));
  const isOrdered = steps.every((step) => step > 0) || steps.every((step) => step < 0);
  if (count < 2 || !isOrdered || !numbers.every(Number.isFinite)) {
    return { shares, isLogarithmic: false };
  }
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const isFar = scale === 'logarithmic' || (isNamed && high / low >= FAR_FACTOR);
  const axis = { low, high, isLogarithmic: low > 0 && isFar, ticks: [] };
  return {
    shares: numbers.map((value) => shareOn(value, axis)),
    isLogarithmic: axis.isLogarithmic,
  };
}
