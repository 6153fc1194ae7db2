/** Axes by d3: from a number to its share of an axis and back, and the ticks that have room. */
import { scaleLinear, scaleLog, type ScaleContinuousNumeric } from 'd3-scale';

export interface Ends {
  readonly low: number;
  readonly high: number;
  readonly isLogarithmic: boolean;
}

export interface Axis extends Ends {
  readonly ticks: readonly number[];
}

/** 0 at the low end, 1 at the high one. */
export function scaleOf({
  low,
  high,
  isLogarithmic,
}: Ends): ScaleContinuousNumeric<number, number> {
  return (isLogarithmic ? scaleLog() : scaleLinear()).domain([low, high]);
}

/** A map asks for thousands of places on one scale. */
const known = new WeakMap<Ends, (value: number) => number>();

/** The place of a value; one without a logarithm is at the low end. */
export function shareOn(value: number, ends: Ends): number {
  const scale = known.get(ends) ?? scaleOf(ends);
  known.set(ends, scale);
  return ends.isLogarithmic && value <= 0 ? 0 : scale(value);
}

/** With room beyond both ends, as a share of the axis. */
export function withRoom(ends: Ends, share: number): Ends {
  const scale = scaleOf(ends);
  return { ...ends, low: scale.invert(-share), high: scale.invert(1 + share) };
}

/** Of candidates, the more important ones first, those that stand so far apart; rising. */
export function spacedTicks(
  candidates: readonly number[],
  ends: Ends,
  lengthPx: number,
  gapPx: number,
): number[] {
  const scale = scaleOf(ends).range([0, lengthPx]);
  const ticks: number[] = [];
  for (const value of candidates) {
    const at = scale(value);
    const isFree = ticks.every((tick) => Math.abs(scale(tick) - at) >= gapPx);
    if (at >= -0.5 && at <= lengthPx + 0.5 && isFree) ticks.push(value);
  }
  return ticks.sort((a, b) => a - b);
}
