/** Comparisons of runs of this browser, by the service's own rules in Python. */
import type { ItemRequest } from '@/api/comparisons';
import type { components } from '@/api/schema';
import { aboutOf, toPython } from './experiments/answers';
import { findExperiment } from './experiments/live';
import { askPython } from './python/door';
import { json } from './problems';
import * as runs from './runs';

type ComparisonRequest = components['schemas']['ComparisonRequest'];

export async function readComparison(request: ComparisonRequest): Promise<Response> {
  const found = await Promise.all(request.items.map(foundOf));
  const { status, body } = await askPython('compare', { request, found });
  return json(body, status);
}

/** What an item names: a cell, or runs; of its other seeds those that this browser has computed. */
async function foundOf(item: ItemRequest) {
  const { run_ids = [], seeds = [], experiment_id } = item;
  if (experiment_id != null) return cellOf(experiment_id, item);
  const entries = await Promise.all(run_ids.map((id) => runs.find(id)));
  const digest = seeds.length > 0 ? entries[0]?.run.scenario_digest : undefined;
  const known = await Promise.all(
    digest === undefined ? [] : seeds.map((seed) => runs.doneOf(digest, seed)),
  );
  return {
    runs: entries.map((entry) => (entry === null ? null : runs.toRun(entry))),
    known: known.flatMap((entry) => (entry === null ? [] : runs.toRun(entry))),
  };
}

async function cellOf(id: string, { cell_index, cell_digest }: ItemRequest) {
  const found = await findExperiment(id);
  if (found === null) return { experiment: null, cell_index: null };
  const { cells } = found.kept.plan;
  const place =
    cell_index ?? cells.findIndex((each) => each.scenario_digest.startsWith(cell_digest ?? ''));
  const isThere = place >= 0 && place < cells.length;
  const units = (found.units[place] ?? []).map(toPython);
  return { experiment: aboutOf(found), cell_index: isThere ? place : null, units };
}
