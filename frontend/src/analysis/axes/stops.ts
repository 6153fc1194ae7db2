/** A slider that stops at round values only. Positions on its track run from 0 to 1. */

import { shareOn } from './scale';

export interface StopScale {
  /** Rising. */
  readonly stops: readonly number[];
  /** On a logarithmic track equal factors are equally far apart; else every stop is. */
  readonly isLog: boolean;
}

export function positionOfStop(value: number, { stops, isLog }: StopScale): number {
  const first = stops[0] ?? 1;
  const last = stops.at(-1) ?? 1;
  if (isLog) return shareOn(value, { low: first, high: last, isLogarithmic: true });
  return Math.max(0, stops.indexOf(value)) / Math.max(1, stops.length - 1);
}

/** The stop that is nearest to a position. */
export function stopAt(position: number, scale: StopScale): number {
  const distance = (stop: number) => Math.abs(positionOfStop(stop, scale) - position);
  return scale.stops.reduce((best, stop) => (distance(stop) < distance(best) ? stop : best));
}

/** The stop so many steps further, at most the last one. */
export function stepFrom(value: number, steps: number, { stops }: StopScale): number {
  const at = stops.indexOf(value) + steps;
  return stops[Math.min(stops.length - 1, Math.max(0, at))] ?? value;
}
