import { useMemo } from 'react';

import { useExperimentPoints, type Experiment } from '@/api/experiments/experiments';

/** Values of one metric by seed, of several cells at once. */
export type SeedValues = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** So many cells can be asked for in one question. */
const MOST_CELLS_ASKED = 1000;

/** Every seed's value in each of the cells; null until they are there. */
export function useSeedValues(
  { id }: Experiment,
  metric: string,
  cells: readonly number[],
  revision: number,
) {
  const asked = useMemo(() => cells.slice(0, MOST_CELLS_ASKED), [cells]);
  const wanted = useMemo(() => ({ x: metric, y: metric, cells: asked }), [metric, asked]);
  const { data, error } = useExperimentPoints(id, wanted, revision, asked.length > 0);
  const values = useMemo<SeedValues | null>(() => {
    // An answer about another metric, requested earlier, must not be shown.
    if (data?.y !== metric) return null;
    const found = new Map<number, Map<number, number>>();
    data.points.cell_index.forEach((cell, index) => {
      const own = found.get(cell) ?? new Map<number, number>();
      own.set(data.points.seed[index] ?? 0, data.points.y[index] ?? 0);
      found.set(cell, own);
    });
    return found;
  }, [data, metric]);
  return { values, error };
}
