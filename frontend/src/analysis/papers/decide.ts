/** The experiment that would decide a row: its cells alone, with the seeds that it takes. Pure. */
import type { PaperExperiment, PaperRow } from './types';

interface Values {
  readonly kind: string;
  readonly values?: readonly unknown[];
}

interface Axis {
  readonly role?: string | null;
  readonly names?: readonly string[] | null;
  readonly moves: readonly { readonly values: Values }[];
}

interface Definition {
  readonly name: string;
  readonly axes: readonly Axis[];
  readonly baseline_index: number;
  readonly replications: { readonly first_seed?: number };
}

/** null: nothing of the row's cells is known, or no number of seeds is likely to decide it. */
export function decidingDefinition(
  row: PaperRow,
  experiments: readonly PaperExperiment[],
): object | null {
  const [reference, ...others] = row.cells;
  const { seeds_needed: seedCount } = row;
  if (seedCount === null || reference === undefined) return null;
  // Cells of two experiments are no grid.
  if (others.some(({ experiment_key }) => experiment_key !== reference.experiment_key)) return null;
  const experiment = experiments.find(({ key }) => key === reference.experiment_key);
  // A number read off series is no experiment: other seeds could not give the row's number.
  if (experiment === undefined || experiment.id === null) return null;
  const definition = experiment.definition as unknown as Definition;
  const sizes = definition.axes.map(pointCount);
  if (sizes.includes(null)) return null;
  const cells = row.cells.flatMap(({ cell_indices }) => cell_indices);
  const kept = keptPoints(cells, sizes as number[]);
  const arms = definition.axes.findIndex(({ role }) => role === 'arm');
  const baseline = kept[arms]?.indexOf(definition.baseline_index) ?? 0;
  return {
    ...definition,
    name: `${row.what} (${row.arm}), ${String(seedCount)} seeds`.slice(0, LONGEST_NAME),
    axes: definition.axes.map((axis, index) => only(axis, kept[index] ?? [])),
    baseline_index: Math.max(0, baseline),
    replications: { ...definition.replications, count: seedCount },
  };
}

const LONGEST_NAME = 100;

/** null: its values are a range, which cannot be cut to some of its points. */
function pointCount({ moves }: Axis): number | null {
  const lists = moves.map(({ values }) => values.values?.length ?? null);
  return lists.includes(null) ? null : (lists[0] ?? null);
}

/** By axis the points that any of the cells has, in order; the last axis is the fastest. */
function keptPoints(cells: readonly number[], sizes: readonly number[]): number[][] {
  const points = sizes.map(() => new Set<number>());
  for (const cell of cells) {
    let rest = cell;
    for (let axis = sizes.length - 1; axis >= 0; axis -= 1) {
      const size = sizes[axis] ?? 1;
      points[axis]?.add(rest % size);
      rest = Math.floor(rest / size);
    }
  }
  return points.map((found) => [...found].sort((one, other) => one - other));
}

function only(axis: Axis, points: readonly number[]): Axis {
  const { names } = axis;
  return {
    ...axis,
    ...(names == null ? {} : { names: points.map((point) => names[point] ?? '') }),
    moves: axis.moves.map((move) => ({
      ...move,
      values: { ...move.values, values: points.map((point) => move.values.values?.[point]) },
    })),
  };
}
