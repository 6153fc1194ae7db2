/** What the first page asks for, answered at once. */
import type { Run } from '@/api/types';
import { algorithms, checked, presets, result, run, series, timeline } from '#tests/fixtures';

export const catalog = {
  'GET /api/presets': { body: presets() },
  'GET /api/algorithms': { body: algorithms() },
  'POST /api/scenarios/check': { body: checked() },
};

/** Runs that are done at once: the elephant gets 2.5 times under BBRv2, 1.25 under FaiRTT. */
export function answerRun(_: URL, body: unknown) {
  const { scenario, seed } = body as Run;
  const name = scenario.flows[0]?.algorithm.name ?? '';
  const ratio = (name === 'bbr2' ? 2.5 : 1.25) * (seed % 2 === 0 ? 1.01 : 1);
  const { summary, ...rest } = result();
  const own = { ...rest, summary: { ...summary, throughput_ratio: ratio } };
  return { status: 201, body: { ...run(), id: `${name}-${seed}`, scenario, seed, result: own } };
}

export const running = {
  ...catalog,
  'POST /api/runs': answerRun,
  'GET /api/runs/*/series': { body: series('x') },
  'GET /api/runs/*/timeline': { body: timeline('x') },
  'GET /api/runs': { body: { items: [], next_cursor: null } },
};
