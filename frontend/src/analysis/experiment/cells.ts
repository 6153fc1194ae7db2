/** Cells of an experiment by number: row-major over the axes, the last one varies fastest. */

/** `sizes` are the numbers of points of the axes; without axes there is one cell. */
export function cellCount(sizes: readonly number[]): number {
  return sizes.reduce((product, size) => product * size, 1);
}

export function cellIndexOf(points: readonly number[], sizes: readonly number[]): number {
  return sizes.reduce((index, size, axis) => index * size + (points[axis] ?? 0), 0);
}

export function pointsOf(cellIndex: number, sizes: readonly number[]): number[] {
  return sizes.reduceRight<{ rest: number; points: number[] }>(
    ({ rest, points }, size) => ({
      rest: Math.floor(rest / size),
      points: [rest % size, ...points],
    }),
    { rest: cellIndex, points: [] },
  ).points;
}

/**
 * The cells along one axis that share the other points with a cell: what a line through it shows.
 */
export function cellsAlong(
  cellIndex: number,
  axisIndex: number,
  sizes: readonly number[],
): number[] {
  const points = pointsOf(cellIndex, sizes);
  return Array.from({ length: sizes[axisIndex] ?? 0 }, (_, point) =>
    cellIndexOf(points.with(axisIndex, point), sizes),
  );
}
