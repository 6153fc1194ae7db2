/** Comparisons of runs of this browser, by the service's own rules in Python. */
import type { ItemRequest } from '@/api/comparisons';
import type { components } from '@/api/schema';
import { askPython } from './python/door';
import { json } from './problems';
import * as runs from './runs';

type ComparisonRequest = components['schemas']['ComparisonRequest'];

export async function readComparison(request: ComparisonRequest): Promise<Response> {
  const found = await Promise.all(request.items.map(foundOf));
  const { status, body } = await askPython('compare', { request, found });
  return json(body, status);
}

/** The runs that an item names; of its other seeds those that this browser has computed. */
async function foundOf({ run_ids = [], seeds = [] }: ItemRequest) {
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
