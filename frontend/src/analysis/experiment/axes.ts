/** Axes of an experiment with their values computed, as the server computes them. */
import { significant } from '@/analysis/numbers/shown';

import { cellCount } from './cells';
import type { Axis, AxisValues, ExperimentDefinition } from './definition';

/** Whether a path names a field that has whole numbers only. */
export type IsWhole = (path: string) => boolean;

// 0.30000000000000004 would be another scenario than 0.3.
const DIGITS = 12;

/** The values of one move, doubles included. */
export function moveValues(values: AxisValues, isWhole: boolean): readonly unknown[] {
  if (values.kind === 'list') return values.values;
  const { kind, from, to } = values;
  // What is typed may be anything: a page must not hang on a count of 1e12.
  const count = Math.min(Math.max(Math.trunc(values.count), 0) || 0, MOST_VALUES);
  return Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 0 : index / (count - 1);
    const value = kind === 'linear' ? from + share * (to - from) : from * (to / from) ** share;
    const ends = index === 0 ? from : index === count - 1 ? to : value;
    const rounded = significant(ends, DIGITS);
    return isWhole ? Math.round(rounded) : rounded;
  });
}

/** More values than cells may be are never looked at. */
const MOST_VALUES = 10_001;

/**
 * The values of each point, one for each move. Points of ranges that rounding has made equal are
 * kept once, and moves of different lengths are cut to the shortest.
 */
export function axisPoints({ moves }: Axis, isWhole: IsWhole): (readonly unknown[])[] {
  const columns = moves.map(({ path, values }) => moveValues(values, isWhole(path)));
  const length = Math.min(...columns.map((column) => column.length));
  const points = Array.from({ length: columns.length === 0 ? 0 : length }, (_, point) =>
    columns.map((column) => column[point]),
  );
  if (moves.every(({ values }) => values.kind === 'list')) return points;
  return [...new Map(points.map((point) => [JSON.stringify(point), point])).values()];
}

export interface Size {
  readonly cellCount: number;
  readonly unitCount: number;
  /** Of each axis the number of its points. */
  readonly axisSizes: readonly number[];
}

export function sizeOf(
  { axes, replications }: Pick<ExperimentDefinition, 'axes' | 'replications'>,
  isWhole: IsWhole,
): Size {
  const axisSizes = axes.map((axis) => axisPoints(axis, isWhole).length);
  const cells = cellCount(axisSizes);
  return { cellCount: cells, unitCount: cells * replications.count, axisSizes };
}

/** `flows.*.rtt_s` moves `flows.1.rtt_s` too, and every field below it. */
export function movesPath(movePath: string, fieldPath: string): boolean {
  const moved = movePath.split('.');
  const field = fieldPath.split('.');
  if (moved.length > field.length) return false;
  return moved.every((part, index) => part === field[index] || part === '*');
}

export interface MovePlace {
  readonly axisIndex: number;
  readonly moveIndex: number;
}

/** Which move sets this very field; the one that names the group goes before `flows.*`. */
export function moveOfField(axes: readonly Axis[], fieldPath: string): MovePlace | null {
  const places = axes.flatMap(({ moves }, axisIndex) =>
    moves.flatMap(({ path }, moveIndex) => {
      const isSame = path.split('.').length === fieldPath.split('.').length;
      return isSame && movesPath(path, fieldPath) ? [{ axisIndex, moveIndex, path }] : [];
    }),
  );
  return places.find(({ path }) => path === fieldPath) ?? places[0] ?? null;
}
