/** Where the thumb of a slider stands for a value, and back. Positions run from 0 to 1. */
import { toSignificant } from '@/analysis/numbers/decimal';

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

export function positionOf(value: number, scale: SliderScale): number {
  const { from, to, isLog, hasZero = false } = scale;
  if (!isLog) return clamp((value - from) / (to - from));
  if (hasZero && value <= 0) return 0;
  const start = hasZero ? ZERO_END : 0;
  const share = Math.log(Math.max(value, from) / from) / Math.log(to / from);
  return clamp(start + (1 - start) * share);
}

export function valueAt(position: number, scale: SliderScale): number {
  const { from, to, isLog, hasZero = false } = scale;
  if (!isLog) return toSignificant(from + clamp(position) * (to - from), DIGITS);
  const start = hasZero ? ZERO_END : 0;
  if (hasZero && position < start / 2) return 0;
  const share = clamp((position - start) / (1 - start));
  return toSignificant(Math.min(to, from * (to / from) ** share), DIGITS);
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
  // From the middle outwards, so that what is left out is left out evenly.
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

function clamp(position: number): number {
  return Math.min(1, Math.max(0, position));
}
