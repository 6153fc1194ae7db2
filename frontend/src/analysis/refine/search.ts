/**
 * The nearest point to a measurement: one parameter at a time, a step to either side, and shorter
 * steps where neither is nearer. Pure.
 */

/** Factors on what the search began with. */
export type Point = Readonly<Record<string, number>>;

export interface Tried {
  readonly point: Point;
  readonly distance: number;
}

export interface Axis {
  readonly name: string;
  /** The first step and the shortest, as shares of the value. */
  readonly first: number;
  readonly last: number;
  /** Factors beyond which nothing is tried. */
  readonly low: number;
  readonly high: number;
}

export interface Watch {
  /** False ends the search with what it has. */
  readonly goesOn: (tried: number, nearest: number) => boolean;
}

/** Values nearer to each other, as shares of them, are one. */
const SAME = 1e-4;

export function nearest(
  axes: readonly Axis[],
  distanceAt: (point: Point) => number,
  { goesOn }: Watch,
): { readonly best: Tried; readonly all: readonly Tried[] } {
  const known = new Map<string, Tried>();
  const at = (point: Point): Tried => {
    const key = axes.map(({ name }) => Math.round(Math.log(point[name] ?? 1) / SAME)).join();
    const found = known.get(key) ?? { point, distance: distanceAt(point) };
    known.set(key, found);
    return found;
  };
  let best = at(Object.fromEntries(axes.map(({ name }) => [name, 1])));
  const steps = new Map(axes.map(({ name, first }) => [name, first]));
  const isOpen = ({ name, last }: Axis) => (steps.get(name) ?? 0) >= last;
  while (axes.some(isOpen) && goesOn(known.size, best.distance)) {
    for (const axis of axes.filter(isOpen)) {
      const { name } = axis;
      const step = steps.get(name) ?? 0;
      const value = best.point[name] ?? 1;
      const sides = [value * (1 + step), value / (1 + step)].map((next) =>
        at({ ...best.point, [name]: Math.min(axis.high, Math.max(axis.low, next)) }),
      );
      const nearer = sides.reduce((low, each) => (each.distance < low.distance ? each : low), best);
      if (nearer === best) steps.set(name, step / 2);
      best = nearer;
      if (!goesOn(known.size, best.distance)) break;
    }
  }
  return { best, all: [...known.values()] };
}

/** The values of an axis among the points that are about as near as the best one. */
export function alike(
  name: string,
  { best, all }: { readonly best: Tried; readonly all: readonly Tried[] },
): readonly [low: number, high: number] {
  const values = all
    .filter(({ distance }) => isAlike(distance, best))
    .map(({ point }) => point[name] ?? 1);
  return [Math.min(...values), Math.max(...values)];
}

/** No difference that a measurement would show. */
export function isAlike(distance: number, best: Tried): boolean {
  return distance <= ALIKE_RATIO * best.distance + ALIKE;
}

const ALIKE_RATIO = 1.2;
const ALIKE = 0.002;
