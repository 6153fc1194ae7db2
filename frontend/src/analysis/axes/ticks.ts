import { range, ticks } from 'd3-array';

/** A vertical axis, from zero unless it says otherwise: its end and its ticks, three to five. */
export interface Scale {
  /** Below zero, for differences. */
  readonly min?: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

/** From zero to `largest`, with about `target` steps of 1, 2 or 5 times a power of ten. */
export function scaleFromZero(largest: number, target = 3): Scale {
  const max = Number.isFinite(largest) && largest > 0 ? largest : 1;
  return { max, ticks: ticks(0, max, target) };
}

/** A scale whose end is exactly `end` (a capacity), with ticks at whole parts of it. */
export function scaleTo(end: number, parts = 4): Scale {
  return { max: end, ticks: range(parts + 1).map((index) => (end * index) / parts) };
}

/** A scale that reaches as far below zero as above it. */
export function scaleAroundZero(largest: number): Scale {
  const { max } = scaleFromZero(largest);
  return { min: -max, max, ticks: ticks(-max, max, 4) };
}

/** Round numbers within [from, to], about `target` of them: the axis need not begin at 0. */
export function ticksBetween(from: number, to: number, target = 6): number[] {
  return to > from ? ticks(from, to, target) : [];
}
