/**
 * Which axis of an experiment goes where: two span a map, others make small multiples, the arms
 * stand side by side, and any other axis is held where the chosen cell is.
 */
import { cellIndexOf, pointsOf } from './cells';

interface LaidAxis {
  readonly label: string;
  readonly role: string | null;
  readonly unit: string;
  readonly points: readonly { readonly text: string }[];
}

interface AskedLayout {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  /** Axes of small multiples, dotted. */
  readonly by?: string | undefined;
}

/** Numbers of axes; null where there is none. */
export interface Layout {
  readonly x: number | null;
  readonly y: number | null;
  readonly by: readonly number[];
  readonly arm: number | null;
  readonly held: readonly number[];
}

export interface Panel {
  readonly key: string;
  /** The point of the arm axis; null without arms. */
  readonly arm: number | null;
  /** Which points of the axes of small multiples it shows. */
  readonly parts: readonly { readonly axis: number; readonly point: number }[];
  /** The cell with the panel's points and those of the chosen cell on other axes. */
  readonly cell: number;
}

/** More small multiples than this are not legible beside one another. */
export const MOST_PANELS = 12;
const MOST_BY = 2;

export function sizesOf(axes: readonly LaidAxis[]): number[] {
  return axes.map(({ points }) => points.length);
}

export function armAxisOf(axes: readonly LaidAxis[]): number | null {
  const at = axes.findIndex(({ role }) => role === 'arm');
  return at < 0 ? null : at;
}

/** What is asked for as far as it makes sense, and the usual for the rest; a line has no `y`. */
export function layoutOf(
  axes: readonly LaidAxis[],
  asked: AskedLayout,
  kind: 'plane' | 'line' = 'plane',
): Layout {
  const arm = armAxisOf(axes);
  const free = axes.map((_, index) => index).filter((index) => index !== arm);
  const isFree = (axis: number | undefined): axis is number =>
    axis !== undefined && free.includes(axis);
  const askedY = isFree(asked.y) && kind === 'plane' ? asked.y : null;
  const x = isFree(asked.x) ? asked.x : (free.find((axis) => axis !== askedY) ?? null);
  const otherY = kind === 'line' ? null : (free.find((axis) => axis !== x) ?? null);
  const y = askedY !== null && askedY !== x ? askedY : otherY;
  const rest = free.filter((axis) => axis !== x && axis !== y);
  // Arms are lines of one plot, but maps of their own.
  const beside = kind === 'line' || arm === null ? 1 : (axes[arm]?.points.length ?? 1);
  const by = asked.by === undefined ? usualBy(axes, rest, beside) : askedBy(asked.by, rest);
  return { x, y, by, arm, held: rest.filter((axis) => !by.includes(axis)) };
}

function askedBy(list: string, rest: readonly number[]): number[] {
  const named = list.split('.').filter((word) => word !== '');
  const numbers = [...new Set(named.map(Number))].filter((axis) => rest.includes(axis));
  return numbers.slice(0, MOST_BY);
}

/** As many axes as leave few enough panels. */
function usualBy(axes: readonly LaidAxis[], rest: readonly number[], beside: number): number[] {
  const by: number[] = [];
  let count = beside;
  for (const axis of rest.slice(0, MOST_BY)) {
    count *= axes[axis]?.points.length ?? 1;
    if (count > MOST_PANELS) break;
    by.push(axis);
  }
  return by;
}

/** The maps or plots of a layout; all combinations of its small multiples with the arms inside. */
export function panelsOf(
  axes: readonly LaidAxis[],
  { by, arm }: Pick<Layout, 'by' | 'arm'>,
  chosenCell: number,
): Panel[] {
  const sizes = sizesOf(axes);
  const over = arm === null ? by : [...by, arm];
  const count = over.reduce((product, axis) => product * (sizes[axis] ?? 1), 1);
  const overSizes = over.map((axis) => sizes[axis] ?? 1);
  return Array.from({ length: count }, (_, index) => {
    const points = pointsOf(index, overSizes);
    const all = pointsOf(chosenCell, sizes);
    over.forEach((axis, place) => {
      all[axis] = points[place] ?? 0;
    });
    return {
      key: points.join('.'),
      arm: arm === null ? null : (points.at(-1) ?? 0),
      parts: by.map((axis, place) => ({ axis, point: points[place] ?? 0 })),
      cell: cellIndexOf(all, sizes),
    };
  });
}

export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Row by row from the bottom, as a map is drawn. */
  readonly cells: Int32Array;
}

/** The cells of a map. Without an axis to the side or up it has one column or one row. */
export function gridOf(
  axes: readonly LaidAxis[],
  { x, y }: Pick<Layout, 'x' | 'y'>,
  cell: number,
): Grid {
  const sizes = sizesOf(axes);
  const columns = x === null ? 1 : (sizes[x] ?? 1);
  const rows = y === null ? 1 : (sizes[y] ?? 1);
  const points = pointsOf(cell, sizes);
  const cells = new Int32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (x !== null) points[x] = column;
      if (y !== null) points[y] = row;
      cells[row * columns + column] = cellIndexOf(points, sizes);
    }
  }
  return { columns, rows, cells };
}

export function withPoint(
  axes: readonly LaidAxis[],
  cell: number,
  axis: number | null,
  point: number,
): number {
  if (axis === null) return cell;
  const sizes = sizesOf(axes);
  return cellIndexOf(pointsOf(cell, sizes).with(axis, point), sizes);
}

/** What a page shows first: the middle of every axis, and the baseline. */
export function firstCell(axes: readonly LaidAxis[], baseline: number | null): number {
  const arm = armAxisOf(axes);
  const points = axes.map(({ points: all }, axis) =>
    axis === arm ? (baseline ?? 0) : Math.floor((all.length - 1) / 2),
  );
  return cellIndexOf(points, sizesOf(axes));
}

/** The same place under every arm; the cell itself without arms. */
export function armCells(axes: readonly LaidAxis[], cell: number): number[] {
  const arm = armAxisOf(axes);
  if (arm === null) return [cell];
  return (axes[arm]?.points ?? []).map((_, point) => withPoint(axes, cell, arm, point));
}
