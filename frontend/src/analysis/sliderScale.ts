/** Where the thumb of a slider stands for a value, and back. Positions run from 0 to 1. */
import { toSignificant } from './decimal';

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

/** Marks below the track: the ends and, on a logarithmic scale, powers of ten between. */
export function sliderTicks(scale: SliderScale, most: number): number[] {
  const { from, to, isLog, hasZero = false } = scale;
  if (!isLog) return [from, to];
  // Beside zero there is no room for the first power.
  const first = Math.ceil(Math.log10(from) - 1e-9) + (hasZero ? 1 : 0);
  const last = Math.floor(Math.log10(to) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first) / Math.max(1, most - (hasZero ? 2 : 1))));
  const powers: number[] = [];
  for (let power = first; power <= last; power += step) powers.push(Number(`1e${power}`));
  return hasZero ? [0, ...powers] : powers;
}

function clamp(position: number): number {
  return Math.min(1, Math.max(0, position));
}
