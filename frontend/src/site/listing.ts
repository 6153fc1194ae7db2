/** A page of this browser's runs, as backend/lab/runs/listing.py has it. */
import type { components } from '@/api/schema';

import type { Entry } from './runs';

type RunPage = components['schemas']['RunPage'];

const USUAL_LIMIT = 20;

export function listRuns(entries: readonly Entry[], query: URLSearchParams): RunPage {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const statuses = query.getAll('status');
  const found = entries
    .map(({ run }) => run)
    .filter((run) => {
      const labels = run.scenario.flows.map(({ label, algorithm }) => `${label} ${algorithm.name}`);
      const text = [run.name, ...labels].join(' ').toLowerCase();
      const isOfStatus = statuses.length === 0 || statuses.includes(run.status);
      return isOfStatus && words.every((word) => text.includes(word));
    });
  const sort = query.get('sort') ?? 'newest';
  found.sort((a, b) => {
    const [first, second] = sort === 'newest' ? [b, a] : [a, b];
    const [x, y] =
      sort === 'name'
        ? [first.name.toLowerCase(), second.name.toLowerCase()]
        : [first.created_at, second.created_at];
    return x < y ? -1 : x > y ? 1 : first.id < second.id ? -1 : 1;
  });
  const from = Number(query.get('cursor') ?? 0);
  const limit = Number(query.get('limit') ?? USUAL_LIMIT);
  const page = found.slice(from, from + limit);
  return {
    items: page.map((run) => ({ ...run, result: null, overview: null })),
    next_cursor: from + limit < found.length ? String(from + limit) : null,
  };
}
