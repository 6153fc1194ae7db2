/** An axis of values: its ends, its ticks and where a value stands on it. */
import { extent, range } from 'd3-array';

import type { MetricNature } from '@/analysis/numbers/metricFormat';

import { ratioAxis } from './ratio';
import { shareOn, spacedTicks, withRoom, type Axis } from './scale';
import { ticksBetween } from './ticks';

const ROOM = 0.05;
/** Zero belongs to amounts; shares, indices and balances are read by their differences. */
const AMOUNT = /^(bps|bit\/s|s|bytes?|packets?|count)$/;

/** An axis for all of the values, and for `also` (fair, a capacity) where it is not far away. */
export function valueAxis(
  metric: MetricNature,
  values: readonly (number | null)[],
  lengthPx: number,
  gapPx: number,
): Axis {
  const known = values.filter((value) => value !== null && Number.isFinite(value)) as number[];
  if (metric.scale === 'logarithmic') {
    const positive = known.filter((value) => value > 0);
    return metric.fair === 1
      ? ratioAxis(positive, lengthPx, gapPx)
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
): Axis {
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
  const [low = Infinity, high = -Infinity] = extent(values.filter(isPlaced), place);
  const least = isLogarithmic ? LEAST_LOG_REACH : Math.abs(high) * LEAST_REACH;
  const room = Math.max(high - low, least) * MOST_REACH;
  return ends
    .filter(isPlaced)
    .filter((end) => place(end) >= low - room && place(end) <= high + room);
}

/** Of values that are all alike intervals are seen as far as this. */
const LEAST_LOG_REACH = 0.3;
const LEAST_REACH = 0.3;

export function linearAxis(values: readonly number[], lengthPx: number, gapPx: number): Axis {
  let [low = 0, high = 1] = extent(values);
  if (low === high) [low, high] = low === 0 ? [0, 1] : [low - Math.abs(low), low + Math.abs(low)];
  const wide = withRoom({ low, high, isLogarithmic: false }, ROOM);
  const ends = { ...wide, ...(low === 0 && { low }), ...(high === 0 && { high }) };
  const target = Math.max(2, Math.min(5, lengthPx / gapPx));
  return { ...ends, ticks: ticksBetween(ends.low, ends.high, target) };
}

/** Ticks at 1, 2 and 5 times powers of ten, the tens first. */
export function logarithmicAxis(values: readonly number[], lengthPx: number, gapPx: number): Axis {
  const [least = 0.1, most = 1] = extent(values);
  const [low, high] = least === most ? [least / 2, most * 2] : [least, most];
  const ends = withRoom({ low, high, isLogarithmic: true }, ROOM);
  const powers = range(Math.floor(Math.log10(ends.low)), Math.log10(ends.high) + 1e-9);
  const candidates = [1, 2, 5].flatMap((step) => powers.map((power) => Number(`${step}e${power}`)));
  return { ...ends, ticks: spacedTicks(candidates, ends, lengthPx, gapPx) };
}

export interface PointAxis {
  /** Of each point, from 0 to 1. */
  readonly shares: readonly number[];
  readonly isLogarithmic: boolean;
}

interface PlacedPoint {
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
  const [low = 0, high = 1] = extent(numbers);
  const isFar = scale === 'logarithmic' || (isNamed && high / low >= FAR_FACTOR);
  const axis = { low, high, isLogarithmic: low > 0 && isFar };
  return {
    shares: numbers.map((value) => shareOn(value, axis)),
    isLogarithmic: axis.isLogarithmic,
  };
}
