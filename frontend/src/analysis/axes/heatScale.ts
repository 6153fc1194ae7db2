/**
 * From a number to a place on a scale of nine stops. A scale of ratios is centred on fair and ends
 * at a third and at three times of it; a balance ends where a ratio of three would be;
 * what has no fair value goes from the lowest to the highest number. What lies beyond the ends has
 * their colour, and the legend says so (`beyondEnds`).
 */
import { extent, max } from 'd3-array';

import type { MetricNature } from '@/analysis/numbers/metricFormat';

import { shareOn, type Ends } from './scale';

/** Its ends are the numbers at which the colours end; beyond them they stay the same. */
export interface HeatScale extends Ends {
  readonly kind: 'diverging' | 'sequential' | 'verdict';
  /** The high end has the first stop. */
  readonly isFlipped: boolean;
}

export type Rgb = readonly [red: number, green: number, blue: number];

const CLIP_RATIO = 3;
/** (a - b) / (a + b) at a ratio of three. */
const CLIP_BALANCE = (CLIP_RATIO - 1) / (CLIP_RATIO + 1);

/** The scale of a metric over all of its cells, also those that are not in view. */
export function heatScale(metric: MetricNature, values: readonly (number | null)[]): HeatScale {
  const { fair } = metric;
  const isFlipped = isSecondGroups(metric.name);
  if (fair !== null && metric.scale === 'logarithmic' && fair > 0) {
    return around(fair / CLIP_RATIO, fair * CLIP_RATIO, true, isFlipped);
  }
  if (fair !== null && !isOneSided(metric.name)) {
    return around(fair - CLIP_BALANCE, fair + CLIP_BALANCE, false, isFlipped);
  }
  const isLogarithmic = metric.scale === 'logarithmic';
  const known = values.filter((value) => value !== null && (!isLogarithmic || value > 0));
  const [low, high] = widened(known as number[], isLogarithmic);
  if (fair !== null) {
    return { kind: 'sequential', isLogarithmic, low, high: Math.max(high, fair), isFlipped: true };
  }
  return { kind: 'sequential', isLogarithmic, low, high, isFlipped: false };
}

/** The scale of differences: as far to both sides as the largest of them, or of ratios. */
export function differenceScale(
  kind: 'difference' | 'ratio',
  values: readonly (number | null)[],
  metricName: string,
): HeatScale {
  const isFlipped = isSecondGroups(metricName);
  if (kind === 'ratio') return around(1 / CLIP_RATIO, CLIP_RATIO, true, isFlipped);
  const most = max(values, (value) => Math.abs(value ?? 0)) ?? 0;
  return around(-(most || 1), most || 1, false, isFlipped);
}

/** Which way a metric is better; null: it does not say. */
export type Towards = 'fair' | 'more' | 'less' | null;

const MOST_TIMES = 10;
const LEAST_TIMES = 1.05;

/** From worse at the first stop to better at the last, to the largest significant change. */
export function verdictScale(
  kind: 'difference' | 'ratio',
  values: readonly (number | null)[],
  towards: Towards,
): HeatScale {
  const isFlipped = towards !== 'more';
  if (kind === 'difference') {
    const most = max(values, (value) => Math.abs(value ?? 0)) || 1;
    return { ...around(-most, most, false, isFlipped), kind: 'verdict' };
  }
  const farthest = max(values, (value) =>
    value === null || value <= 0 ? 1 : Math.max(value, 1 / value),
  );
  const times = Math.min(MOST_TIMES, Math.max(LEAST_TIMES, farthest ?? 1));
  return { ...around(1 / times, times, true, isFlipped), kind: 'verdict' };
}

/** What has the colour of an end and lies beyond it. */
export interface Beyond {
  readonly count: number;
  /** The farthest of them; null: there is none. */
  readonly farthest: number | null;
}

/** Numbers below and above the ends of a scale: their colours say less than they are. */
export function beyondEnds(
  values: readonly (number | null)[],
  { low, high }: Ends,
): { readonly below: Beyond; readonly above: Beyond } {
  // An end that is one of the numbers, there and back through a logarithm.
  const room = 1e-9 * Math.abs(high - low);
  const known = values.filter((value) => value !== null);
  const below = known.filter((value) => value < low - room);
  const above = known.filter((value) => value > high + room);
  return {
    below: { count: below.length, farthest: extent(below)[0] ?? null },
    above: { count: above.length, farthest: extent(above)[1] ?? null },
  };
}

function around(low: number, high: number, isLogarithmic: boolean, isFlipped: boolean): HeatScale {
  return { kind: 'diverging', isLogarithmic, low, high, isFlipped };
}

/** Jain's index is fair at its upper end and has no sides: it is neutral there. */
function isOneSided(name: string): boolean {
  return name.includes('jain_index');
}

/** What the second group has more of goes towards its hue. */
function isSecondGroups(name: string): boolean {
  return name.startsWith('group_1_');
}

function widened(values: readonly number[], isLogarithmic: boolean): [number, number] {
  const [low = isLogarithmic ? 0.1 : 0, high = 1] = extent(values);
  if (low < high) return [low, high];
  if (isLogarithmic) return [low / 2, high * 2];
  const room = Math.abs(low) * 0.05 || 1;
  return [low - room, high + room];
}

/** 0 at the first stop, 1 at the last; fair is in the middle of a diverging scale. */
export function placeOf(value: number, scale: HeatScale): number {
  const place = Math.min(1, Math.max(0, shareOn(value, scale)));
  return scale.isFlipped ? 1 - place : place;
}

/** Between its two stops, channel by channel, as Plotly mixes them. */
export function colorAt(place: number, stops: readonly Rgb[]): Rgb {
  const at = Math.min(1, Math.max(0, place)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(at));
  const from = stops[index] ?? [0, 0, 0];
  const to = stops[index + 1] ?? from;
  const share = at - index;
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return [mix(0), mix(1), mix(2)];
}

/**
 * Whether dark text has the better contrast on a colour (WCAG 2.2, relative luminance): the two are
 * equal at sqrt(1.05 * 0.05) - 0.05.
 */
export function wantsDarkText(color: Rgb): boolean {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

/** Numbers at which the legend of a scale has a tick. */
export function legendTicks(scale: HeatScale): readonly number[] {
  const { low, high, isLogarithmic } = scale;
  if (scale.kind === 'sequential') {
    const middle = isLogarithmic ? Math.sqrt(low * high) : (low + high) / 2;
    return [low, middle, high];
  }
  if (isLogarithmic) {
    const fair = Math.sqrt(low * high);
    const half = scale.kind === 'verdict' ? Math.sqrt(high / fair) : 2;
    return [low, fair / half, fair, fair * half, high];
  }
  const fair = (low + high) / 2;
  return [low, (low + fair) / 2, fair, (fair + high) / 2, high];
}

export function hexToRgb(hex: string): Rgb {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  const [red = 0, green = 0, blue = 0] = found?.slice(1).map((pair) => parseInt(pair, 16)) ?? [];
  return [red, green, blue];
}
