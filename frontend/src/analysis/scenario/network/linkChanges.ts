/** How a link changes, from all that a scenario says of it: curves and a sentence. Pure. */
import {
  formatMilliseconds,
  formatSetRate,
  joinQuantity,
  toThreeDigits,
} from '@/analysis/numbers/units';

import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';

export interface Point {
  readonly timeSeconds: number;
  readonly value: number;
}

interface Step {
  readonly atSeconds: number;
  readonly value: number;
  readonly rampSeconds: number;
}

/** At each opportunity of a trace. */
export const OPPORTUNITY_BITS = 12_000;
/** The rate of a trace is drawn over so long. */
const TRACE_SECONDS = 0.1;

/** The rate over the run, from a trace or a schedule; null where it does not change. */
export function rateCurve(scenario: unknown): readonly Point[] | null {
  const endSeconds = numberAt(scenario, 'duration_s') ?? 0;
  const times = traceTimes(scenario);
  if (times.length > 0) return traceCurve(times, endSeconds);
  const first = numberAt(scenario, 'bottleneck.rate_bps');
  return stepCurve(first, stepsAt(scenario, 'rate_schedule', 'rate_bps'), endSeconds);
}

/** The propagation delay over the run in seconds; null where it does not change. */
export function delayCurve(scenario: unknown): readonly Point[] | null {
  const endSeconds = numberAt(scenario, 'duration_s') ?? 0;
  const first = numberAt(scenario, 'bottleneck.delay_s') ?? 0;
  return stepCurve(first, stepsAt(scenario, 'delay_schedule', 'delay_s'), endSeconds);
}

/** Every way in which the link changes, each in a few words. */
export function changeTexts(scenario: unknown): readonly (readonly [name: string, text: string])[] {
  const words: [string, string][] = [];
  const rates = rateCurve(scenario);
  const times = traceTimes(scenario);
  if (rates !== null) {
    const label = getAt(scenario, 'bottleneck.trace.label');
    const name = typeof label === 'string' && label !== '' ? `${label}, ` : '';
    words.push(
      times.length > 0
        ? ['Trace', `${name}${rangeText(rates, rateText)}${afterTrace(scenario)}`]
        : ['Rate over time', rangeText(rates, rateText)],
    );
  }
  const delays = delayCurve(scenario);
  if (delays !== null) words.push(['Delay over time', rangeText(delays, delayText)]);
  const jitter = numberAt(scenario, 'bottleneck.jitter_s') ?? 0;
  if (jitter > 0) {
    const isNormal = getAt(scenario, 'bottleneck.jitter_distribution') === 'normal';
    const correlation = numberAt(scenario, 'bottleneck.jitter_correlation_ratio') ?? 0;
    const reorders = getAt(scenario, 'bottleneck.jitter_reorders') === true;
    const parts = [
      `up to ${delayText(jitter)}`,
      ...(isNormal ? ['normally distributed'] : []),
      ...(correlation > 0 ? [`correlation ${toThreeDigits(correlation)}`] : []),
      ...(reorders ? ['packets overtake'] : []),
    ];
    words.push(['Jitter', parts.join(', ')]);
  }
  const losses = listAt(scenario, 'bottleneck.loss_schedule').flatMap((step) => {
    const probability = numberAt(step, 'probability');
    return probability === null ? [] : [probability];
  });
  if (losses.length > 0) {
    const most = losses.reduce((a, b) => Math.max(a, b));
    words.push(['Loss over time', `up to ${toThreeDigits(most * 100)}%`]);
  }
  const outages = outagesOf(scenario);
  if (outages.length > 0) {
    const total = outages.reduce((sum, { toSeconds, fromSeconds }) => {
      return sum + toSeconds - fromSeconds;
    }, 0);
    words.push(['Outages', `${outages.length}, ${toThreeDigits(total)} s in all`]);
  }
  return words;
}

export interface Outage {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** When all that leaves the link is lost, or every ACK, within the run. */
export function outagesOf(scenario: unknown): Outage[] {
  const endSeconds = numberAt(scenario, 'duration_s') ?? Infinity;
  return listAt(scenario, 'bottleneck.outages').flatMap((outage) => {
    const at = numberAt(outage, 'at_s');
    const length = numberAt(outage, 'duration_s');
    if (at === null || length === null || at >= endSeconds) return [];
    return [{ fromSeconds: at, toSeconds: Math.min(at + length, endSeconds) }];
  });
}

/** What changes, in a few words for a drawing; empty where nothing does. */
export function changeLine(scenario: unknown): string {
  const names = changeTexts(scenario).map(([name]) => name.toLowerCase().replace(' over time', ''));
  return names.length === 0 ? '' : `changes: ${names.join(', ')}`;
}

function rangeText(points: readonly Point[], textOf: (value: number) => string): string {
  const values = points.map(({ value }) => value);
  const lowest = values.reduce((a, b) => Math.min(a, b));
  const highest = values.reduce((a, b) => Math.max(a, b));
  return `${textOf(lowest)} to ${textOf(highest)}`;
}

function rateText(rateBps: number): string {
  return joinQuantity(formatSetRate(Number(rateBps.toPrecision(3))));
}

function delayText(seconds: number): string {
  return joinQuantity(formatMilliseconds(Number(seconds.toPrecision(4))));
}

function stepCurve(
  first: number | null,
  steps: readonly Step[],
  endSeconds: number,
): readonly Point[] | null {
  if (first === null || steps.length === 0) return null;
  const points: Point[] = [{ timeSeconds: 0, value: first }];
  let last = first;
  for (const { atSeconds, value, rampSeconds } of steps) {
    if (atSeconds > endSeconds) break;
    points.push({ timeSeconds: atSeconds, value: last });
    points.push({ timeSeconds: atSeconds + rampSeconds, value });
    last = value;
  }
  points.push({ timeSeconds: Math.max(endSeconds, points.at(-1)?.timeSeconds ?? 0), value: last });
  return points;
}

/** Of a trace one period, or as much as the run sees of it. */
function traceCurve(times: readonly number[], endSeconds: number): readonly Point[] {
  const period = (times.at(-1) ?? 0) / 1e3;
  const shown = Math.min(period, endSeconds > 0 ? endSeconds : period);
  const count = Math.max(1, Math.floor(shown / TRACE_SECONDS));
  const width = shown / count;
  const counts = Array.from({ length: count }, () => 0);
  for (const time of times) {
    const bin = Math.floor(time / 1e3 / width);
    if (bin < count) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.flatMap((each, bin) => {
    const value = (each * OPPORTUNITY_BITS) / width;
    return [
      { timeSeconds: bin * width, value },
      { timeSeconds: (bin + 1) * width, value },
    ];
  });
}

function stepsAt(scenario: unknown, list: string, field: string): Step[] {
  const steps = listAt(scenario, `bottleneck.${list}`).flatMap((step) => {
    const at = numberAt(step, 'at_s');
    const value = numberAt(step, field);
    if (at === null || value === null) return [];
    return [{ atSeconds: at, value, rampSeconds: numberAt(step, 'ramp_s') ?? 0 }];
  });
  return steps.sort((a, b) => a.atSeconds - b.atSeconds);
}

/** What the link does after a trace that the run outlasts. */
function afterTrace(scenario: unknown): string {
  const endSeconds = (traceTimes(scenario).at(-1) ?? 0) / 1e3;
  const isOutlasted = (numberAt(scenario, 'duration_s') ?? 0) > endSeconds;
  if (!isOutlasted || getAt(scenario, 'bottleneck.trace.after_end') !== 'hold') return '';
  return `; after ${toThreeDigits(endSeconds)} s as in its last second`;
}

function traceTimes(scenario: unknown): number[] {
  const times = listAt(scenario, 'bottleneck.trace.opportunities_ms');
  return times.filter((time) => typeof time === 'number');
}

function listAt(scenario: unknown, path: string): readonly unknown[] {
  const list = getAt(scenario, path);
  return Array.isArray(list) ? list : [];
}

function numberAt(scenario: unknown, path: string): number | null {
  const value = isObject(scenario) ? getAt(scenario, path) : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
