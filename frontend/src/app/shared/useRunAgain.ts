import { useMutation } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { Share } from '@/api/shares';
import type { Run, Scenario } from '@/api/types';
import { useStartRuns } from '@/opening/startRuns';

/** A run that a link shows, and what it gave. */
export interface ShownRun {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly name: string;
  readonly summaryDigest: string | null;
  /** null: a cell keeps numbers only. */
  readonly seriesDigest: string | null;
  /** null: a seed of a cell. */
  readonly id: string | null;
}

/**
 * Asks for runs of a link again, with today's core: all of a link to runs, of a comparison the
 * first seed of each item, of an experiment the first seed of its first, middle and last cell.
 */
export function useRunAgain(originOf: (name: string) => string) {
  const start = useStartRuns();
  return useMutation({
    mutationFn: async (share: Share) => {
      const shown = await shownRunsOf(share);
      const fresh = await start.mutateAsync(
        shown.map(({ scenario, seed, name }) => ({
          scenario,
          seed,
          name,
          forkedFrom: originOf(name),
        })),
      );
      return { shown, freshIds: fresh.map(({ id }) => id) };
    },
  });
}

async function shownRunsOf({ runs, items, experiment_id }: Share): Promise<ShownRun[]> {
  if (experiment_id !== null) return runsOfExperiment(experiment_id);
  const found = await Promise.all(items.map(firstOf));
  return [...runs.map(ofRun), ...found.filter((run) => run !== null)];
}

async function firstOf(item: Share['items'][number]): Promise<ShownRun | null> {
  const { label, run_ids, experiment_id: id, cell_index } = item;
  const [first] = run_ids;
  if (first !== undefined) return { ...(await readRun(first)), name: label };
  return id === null ? null : readCell(id, cell_index ?? 0);
}

async function runsOfExperiment(id: string): Promise<ShownRun[]> {
  const path = { experiment_id: id };
  const { cell_count } = await unwrap(
    client.GET('/api/experiments/{experiment_id}', { params: { path } }),
  );
  const last = cell_count - 1;
  const cells = [...new Set([0, Math.floor(last / 2), last])];
  const found = await Promise.all(cells.map((cell) => readCell(id, cell)));
  return found.filter((run) => run !== null);
}

async function readRun(id: string): Promise<ShownRun> {
  const path = { run_id: id };
  return ofRun(await unwrap(client.GET('/api/runs/{run_id}', { params: { path } })));
}

/** Its first seed that has numbers; null where all of them failed. */
async function readCell(id: string, cellIndex: number): Promise<ShownRun | null> {
  const path = { experiment_id: id, cell_index: cellIndex };
  const cell = await unwrap(
    client.GET('/api/experiments/{experiment_id}/cells/{cell_index}', { params: { path } }),
  );
  const place = cell.summary_digests.findIndex((digest) => digest !== null);
  const seed = cell.seeds[place];
  if (seed === undefined) return null;
  return {
    scenario: cell.scenario,
    seed,
    name: cell.texts.join(', '),
    summaryDigest: cell.summary_digests[place] ?? null,
    seriesDigest: null,
    id: null,
  };
}

function ofRun({ scenario, seed, name, result, id }: Run): ShownRun {
  const summaryDigest = result?.summary_digest ?? null;
  return { scenario, seed, name, summaryDigest, seriesDigest: result?.series_digest ?? null, id };
}

/** Whether a run gave what is shown, as far as that is kept. */
export function isSame({ result }: Run, shown: ShownRun | undefined): boolean {
  if (result === null || shown === undefined) return false;
  const isSameSeries = shown.seriesDigest === null || result.series_digest === shown.seriesDigest;
  return result.summary_digest === shown.summaryDigest && isSameSeries;
}
