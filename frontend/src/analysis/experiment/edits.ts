/** Changes of the axes of an experiment. All of them give new axes and leave the old ones alone. */
import { axisPoints, moveValues, type IsWhole, type MovePlace } from './axes';
import { MOST_AXES, type Axis, type AxisValues, type Move } from './definition';

type Axes = readonly Axis[];

export function canAddAxis(axes: Axes): boolean {
  return axes.length < MOST_AXES;
}

/** Takes a path out of its axis, and the axis away if nothing is left of it. */
export function withoutMove(axes: Axes, { axisIndex, moveIndex }: MovePlace): Axes {
  const axis = axes[axisIndex];
  if (axis === undefined) return axes;
  const moves = axis.moves.filter((_, index) => index !== moveIndex);
  return moves.length === 0
    ? axes.filter((_, index) => index !== axisIndex)
    : axes.with(axisIndex, { ...axis, moves });
}

/** Moves a path together with those of another axis, in as many values as it has. */
export function joined(axes: Axes, move: Move, axisIndex: number, isWhole: IsWhole): Axes {
  const axis = axes[axisIndex];
  if (axis === undefined) return axes;
  const { length } = axisPoints(axis, isWhole);
  const values = fitted(move.values, length, isWhole(move.path));
  return axes.with(axisIndex, { ...axis, moves: [...axis.moves, { ...move, values }] });
}

/** Lets a path of an axis of several go its own way, as the last axis. */
export function separated(axes: Axes, place: MovePlace, label: string): Axes {
  const move = axes[place.axisIndex]?.moves[place.moveIndex];
  if (move === undefined) return axes;
  return [...withoutMove(axes, place), { label, moves: [move] }];
}

/** As many values as wanted: a range gets another count, a list is cut or continued as it ended. */
export function fitted(values: AxisValues, count: number, isWhole: boolean): AxisValues {
  if (values.kind !== 'list') {
    const isSame = moveValues({ ...values, count }, isWhole).length === count;
    if (isSame) return { ...values, count };
  }
  const list = moveValues(values, isWhole);
  const last = list.at(-1);
  return {
    kind: 'list',
    values: Array.from({ length: count }, (_, index) => (index < list.length ? list[index] : last)),
  };
}

/** The same values in another way of saying them, as near as it can come. */
export function inKind(values: AxisValues, kind: AxisValues['kind'], isWhole: boolean): AxisValues {
  if (kind === values.kind) return values;
  if (kind === 'list') return { kind, values: moveValues(values, isWhole) };
  const numbers = moveValues(values, isWhole).filter((value) => typeof value === 'number');
  const count = Math.max(2, numbers.length);
  const first = numbers[0] ?? 1;
  const to = numbers.at(-1) ?? first;
  const isLog = kind === 'logarithmic';
  const from = isLog && first <= 0 ? (numbers.find((each) => each > 0) ?? 1) : first;
  return { kind, from, to: isLog && to <= 0 ? from : to, count };
}

/** Only one axis has the arms. */
export function withArms(axes: Axes, axisIndex: number, isArm: boolean): Axes {
  return axes.map((axis, index) => {
    if (index === axisIndex) return { ...axis, role: isArm ? 'arm' : null };
    return isArm && axis.role === 'arm' ? { ...axis, role: null } : axis;
  });
}

/** Takes a point out of all lists of an axis; a range becomes a list by that. */
export function withoutPoint(axis: Axis, point: number, isWhole: IsWhole): Axis {
  const moves = axis.moves.map(({ path, values }): Move => {
    const list = moveValues(values, isWhole(path));
    return { path, values: { kind: 'list', values: list.filter((_, index) => index !== point) } };
  });
  const names = axis.names?.filter((_, index) => index !== point) ?? null;
  return { ...axis, moves, names };
}

/** Names for as many points as there are; null: none is named. */
export function fittedNames(
  names: readonly string[] | null | undefined,
  texts: readonly string[],
): readonly string[] | null {
  if (names == null) return null;
  const filled = texts.map((text, index) => {
    const name = names[index] ?? '';
    return name.trim() === '' ? text : name;
  });
  return filled.every((name, index) => name === texts[index]) ? null : filled;
}

/** The names of points that are still there stay with them; a new point is named by its values. */
export function followedNames(
  names: readonly string[] | null | undefined,
  before: readonly string[],
  after: readonly string[],
): readonly string[] | null {
  if (names == null) return null;
  const isChangedInPlace = before.length === after.length;
  const followed = after.map((text, index) => {
    const old = before.indexOf(text);
    return (old >= 0 ? names[old] : isChangedInPlace ? names[index] : undefined) ?? text;
  });
  return fittedNames(followed, after);
}

/** The point that the others are compared with, as far as there are such points. */
export function fittedBaseline(axes: Axes, baselineIndex: number, isWhole: IsWhole): number {
  const arms = axes.find(({ role }) => role === 'arm');
  if (arms === undefined) return 0;
  const last = axisPoints(arms, isWhole).length - 1;
  return Math.max(0, Math.min(baselineIndex, last));
}

/** Where a flow group is after a change of the list; null: it is gone. */
export type NewGroup = (index: number) => number | null;

/** Follows the groups to their new places; what moved one that is gone goes with it. */
export function withGroups(axes: Axes, newGroup: NewGroup): Axes {
  const followed = axes.map((axis) => ({
    ...axis,
    moves: axis.moves.flatMap((move): Move[] => {
      const [, group, rest] = /^flows\.(\d+)\.(.+)$/.exec(move.path) ?? [];
      if (group === undefined || rest === undefined) return [move];
      const next = newGroup(Number(group));
      return next === null ? [] : [{ ...move, path: `flows.${next}.${rest}` }];
    }),
  }));
  return followed.filter(({ moves }) => moves.length > 0);
}
