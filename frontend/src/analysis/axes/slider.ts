/** Where the thumb of a slider stands for a value, and back. Positions run from 0 to 1. */
import { toSignificant } from '@/analysis/numbers/decimal';

import { scaleOf } from './scale';

export interface SliderScale {
  readonly from: number;
  readonly to: number;
  readonly isLog: boolean;
  /** On a logarithmic scale: the left end stands for zero, which has no place on it. */
  readonly hasZero?: boolean;
}

/** The part of a logarithmic track that is kept for zero. */
const ZERO_END = 0.06;
const DIGITS = 3;

function track({ from, to, isLog, hasZero = false }: SliderScale) {
  const start = isLog && hasZero ? ZERO_END : 0;
  return scaleOf({ low: from, high: to, isLogarithmic: isLog }).range([start, 1]).clamp(true);
}

export function positionOf(value: number, scale: SliderScale): number {
  return scale.isLog && scale.hasZero === true && value <= 0 ? 0 : track(scale)(value);
}

export function valueAt(position: number, scale: SliderScale): number {
  const isZero = scale.isLog && scale.hasZero === true && position < ZERO_END / 2;
  return isZero ? 0 : toSignificant(track(scale).invert(position), DIGITS);
}

/** Marks below the track: both ends and, on a logarithmic scale, powers of ten between. */
export function sliderTicks(scale: SliderScale, most: number): number[] {
  const { from, to, isLog, hasZero = false } = scale;
  const least = hasZero ? 0 : from;
  if (!isLog) return [least, to];
  const inside = powersBetween(from, to).filter((power) => {
    const position = positionOf(power, scale);
    return position > TICK_ROOM && position < 1 - TICK_ROOM;
  });
  const step = Math.max(1, Math.ceil(inside.length / Math.max(1, most - 2)));
  // From the middle outwards, so that values are left out evenly.
  const first = Math.floor(((inside.length - 1) % step) / 2);
  return [least, ...inside.filter((_, index) => index % step === first), to];
}

/** The part of the track that the word at an end takes. */
const TICK_ROOM = 0.16;

function powersBetween(from: number, to: number): number[] {
  const first = Math.ceil(Math.log10(from) - 1e-9);
  const last = Math.floor(Math.log10(to) + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(`1e${first + index}`),
  );
}
