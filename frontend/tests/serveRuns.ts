import type { Run } from '@/api/types';

import { fakeApi, type Answer, type Responder } from './fakeApi';
import { algorithms, checked, series, timeline } from './fixtures';

/** What a page of runs asks for; `more` adds answers or takes the place of these. */
export function serveRuns(runs: readonly Run[], more: Record<string, Answer | Responder> = {}) {
  const byId = new Map(runs.map((each) => [each.id, each]));
  return fakeApi({
    'GET /api/algorithms': { body: algorithms() },
    'GET /api/algorithms/modules': { body: [] },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
    'GET /api/runs/*': (url) => ({ body: byId.get(url.pathname.split('/').at(-1) ?? '') }),
    'GET /api/runs/*/series': { body: series('x') },
    'GET /api/runs/*/timeline': { body: timeline('x') },
    'GET /api/runs/*/waiting': {
      body: { run_id: 'x', status: 'queued', waits_for: 'turn', ahead_count: 0 },
    },
    'GET /api/runs/*/causes': { body: { run_id: 'x', status: 'done', error: null, chains: [] } },
    'POST /api/scenarios/check': { body: checked() },
    ...more,
  });
}

/** The packets of the run `one` between two times, before they are computed. */
export function waitingPackets(from_s: number, to_s: number) {
  const state = { status: 'queued', error: null, is_truncated: false, events: null };
  return { run_id: 'one', from_s, to_s, ...state };
}
