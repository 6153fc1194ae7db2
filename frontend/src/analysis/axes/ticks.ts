/** A vertical axis, from zero unless it says otherwise: its end and its ticks, three to five. */
export interface Scale {
  /** Below zero, for differences. */
  readonly min?: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
/** A round step may be this much shorter than the one asked for. */
const SHORTEST = 0.75;

/** Rounds `largest` up to about `target` steps of 1, 2, 2.5 or 5 times a power of ten. */
export function scaleFromZero(largest: number, target = 3): Scale {
  const top = Number.isFinite(largest) && largest > 0 ? largest : 1;
  const rough = top / target;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = STEPS.find((step) => step * power >= rough * SHORTEST) ?? 10;
  return withStep(top, factor * power);
}

/** A scale whose end is exactly `end` (a capacity), with ticks at whole parts of it. */
export function scaleTo(end: number, parts = 4): Scale {
  const ticks = Array.from({ length: parts + 1 }, (_, index) => (end * index) / parts);
  return { max: end, ticks };
}

/** A scale that reaches as far below zero as above it. */
export function scaleAroundZero(largest: number): Scale {
  const { max, ticks } = scaleFromZero(largest, 2);
  const below = ticks.filter((tick) => tick > 0).map((tick) => -tick);
  return { min: -max, max, ticks: [...below.reverse(), ...ticks] };
}

function withStep(top: number, step: number): Scale {
  const ticks: number[] = [];
  for (let index = 0; index * step <= top * 1.0001; index += 1) {
    ticks.push(Number((index * step).toPrecision(12)));
  }
  return { max: top, ticks };
}

/** Round numbers within [from, to], about `target` of them: the axis need not begin at 0. */
export function ticksBetween(from: number, to: number, target = 6): number[] {
  const span = to - from;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const rough = span / target;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough * SHORTEST) ?? 10) * power;
  const ticks: number[] = [];
  const last = Math.floor(to / step + 1e-9);
  for (let index = Math.ceil(from / step - 1e-9); index <= last; index += 1) {
    ticks.push(Number((index * step).toPrecision(12)));
  }
  return ticks;
}
