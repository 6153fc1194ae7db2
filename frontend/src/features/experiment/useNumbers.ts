import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { mapPauseMs, type CellContext } from '@/analysis/axes/heatCells';
import { useCellCounts } from '@/api/experiments/experimentCounts';
import {
  useExperimentDifferences,
  useExperimentMap,
  useExperimentPrecision,
  type Experiment,
  type ExperimentDifferences,
  type ExperimentMap,
  type ExperimentPrecision,
} from '@/api/experiments/experiments';

/**
 * The revision whose numbers are shown: a map is asked for again when it has changed, a large one
 * not as often. What is over is shown at once.
 */
export function useShownRevision({ progress, cell_count, status }: Experiment): number {
  const [shown, setShown] = useState(progress.revision);
  const shownAt = useRef(0);
  const { revision } = progress;
  const pauseMs = status === 'running' ? mapPauseMs(cell_count) : 0;
  useEffect(() => {
    if (revision === shown) return;
    const waited = performance.now() - shownAt.current;
    const timer = setTimeout(
      () => {
        shownAt.current = performance.now();
        setShown(revision);
      },
      Math.max(0, pauseMs - waited),
    );
    return () => clearTimeout(timer);
  }, [revision, shown, pauseMs]);
  return shown;
}

export interface Numbers {
  readonly map: ExperimentMap['cells'] | null;
  readonly differences: ExperimentDifferences | null;
  readonly context: CellContext;
  readonly running: ReadonlySet<number>;
  /** Runs done in a cell; null while that is not known. */
  readonly doneIn: (cell: number) => number | null;
  /** Seeds that a cell is planned with; fewer than all where a precision is wanted. */
  readonly wantedIn: (cell: number) => number;
  /** How near cells are to a wanted precision; null: none is wanted, or it is not known yet. */
  readonly precision: ExperimentPrecision | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** In a large map a cell is too small to show that it runs: nothing is drawn anew for it. */
const MOST_MARKED_CELLS = 2500;
const NOTHING: ReadonlySet<number> = new Set();

/** The shown values of one metric, and the progress of each cell. */
export function useNumbers(
  experiment: Experiment,
  metric: string,
  revision: number,
  hasArms: boolean,
): Numbers {
  const map = useExperimentMap(experiment.id, metric, revision);
  const differences = useExperimentDifferences(experiment.id, metric, revision, hasArms);
  const counts = useCellCounts(experiment.cell_counts_url, experiment.id, revision);
  const { running_cells, seeds, status, cell_counts_url } = experiment;
  const running = useMemo(() => new Set(running_cells), [running_cells]);
  const hasPrecision = experiment.experiment.replications.precision != null;
  const precision = useExperimentPrecision(experiment.id, revision, hasPrecision).data ?? null;
  const cells = map.data?.cells ?? null;
  const done = counts.data?.done ?? null;
  const pairs = differences.data ?? null;
  const seedCount = seeds.length;
  const isAllDone = cell_counts_url === null;
  const context = useMemo(
    () => ({ seedCount, isOver: status === 'done' || status === 'cancelled' }),
    [seedCount, status],
  );
  const doneIn = useCallback(
    (cell: number) => (isAllDone ? seedCount : (done?.[cell] ?? cells?.count[cell] ?? null)),
    [isAllDone, seedCount, done, cells],
  );
  const wantedIn = useCallback(
    (cell: number) => precision?.cells.seed_count[cell] ?? seedCount,
    [precision, seedCount],
  );
  const error = map.error ?? differences.error;
  const retryMap = map.refetch;
  const retryDifferences = differences.refetch;
  const shownRunning = experiment.cell_count > MOST_MARKED_CELLS ? NOTHING : running;
  return useMemo(
    () => ({
      map: cells,
      differences: pairs,
      context,
      running: shownRunning,
      doneIn,
      wantedIn,
      precision,
      error,
      retry: () => void Promise.all([retryMap(), hasArms ? retryDifferences() : null]),
    }),
    [
      cells,
      pairs,
      context,
      shownRunning,
      doneIn,
      wantedIn,
      precision,
      error,
      retryMap,
      retryDifferences,
      hasArms,
    ],
  );
}
