import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import type { ItemRequest } from '@/api/experiments/comparisons';
import { comparison, jain, OTHER, RUN } from '#tests/comparisons';
import { fakeApi, type Answer, type Call } from '#tests/fakeApi';
import { algorithms, run, series } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { scenarioSchema } from '#tests/scenarioSchema';

import './ComparePage';

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const of = `${RUN}.${OTHER}`;

/** Stored numbers of `known` seeds, of twenty requested. */
function answer(known: readonly number[]): Answer {
  const items = comparison().items.map((item) => ({
    ...item,
    seeds: [...known],
    seed_count: SEEDS.length,
    run_ids: [],
  }));
  const metric = jain();
  const against = metric.against_baseline.map((each) => each && { ...each, count: known.length });
  return {
    body: comparison({ items, metrics: [{ ...metric, against_baseline: against }] }),
  };
}

function serve(known: readonly number[]): Call[] {
  return fakeApi({
    'POST /api/comparisons': (_, body) => {
      const { items } = body as { items: readonly ItemRequest[] };
      return items[0]?.seeds === undefined ? { body: comparison() } : answer(known);
    },
    // A worker that takes its time.
    'POST /api/runs': () => new Promise<Answer>(() => undefined),
    'GET /api/runs/*': (url) => ({
      body: run({ id: url.pathname.split('/').at(-1) ?? '', seed: 9 }),
    }),
    'GET /api/runs/*/series': (url) => ({ body: series(url.pathname.split('/')[3] ?? '') }),
    'GET /api/algorithms': { body: algorithms() },
    'GET /api/schema/scenario': { body: scenarioSchema() },
    'GET /api/health': { body: { status: 'ok' } },
    'GET /api/speed': { body: { core_version: '0.1.0+abc', sizes: [] } },
  });
}

const started = (calls: readonly Call[]) => calls.filter(({ route }) => route === 'POST /api/runs');

beforeEach(() => window.localStorage.clear());

describe('seeds that are known without a run of each', () => {
  it('are compared at once, and nothing is computed', async () => {
    const calls = serve(SEEDS);
    renderApp(`/compare?of=${of}&seeds=20`);
    const fairer = await screen.findByRole('region', { name: 'Which is fairer' });
    expect(fairer).toHaveTextContent(/^FaiRTT is fairer than BBRv2: .*; 20 paired seeds\)\./);
    expect(screen.getAllByText(/seeds 1 to 20/)).toHaveLength(2);
    expect(document.body).not.toHaveTextContent(/one seed|cannot be told/i);
    const asked = calls.filter(({ route }) => route === 'POST /api/comparisons');
    expect(asked.map(({ body }) => body)).toEqual([
      {
        items: [RUN, OTHER].map((id) => ({ label: '', run_ids: [id], seeds: SEEDS })),
        baseline_index: 0,
      },
    ]);
    expect(started(calls)).toEqual([]);
  });

  it('become runs when all metrics are requested; the stored numbers stay until then', async () => {
    const calls = serve(SEEDS);
    const { router, user } = renderApp(`/compare?of=${of}&seeds=20`);
    const all = { name: 'Compute the 40 runs for all metrics and curves' };
    await user.click(await screen.findByRole('button', all));
    expect(router.state.location.search).toEqual({ of, seeds: 20, full: true });
    await waitFor(() => expect(started(calls)).not.toEqual([]));
    expect(screen.getByRole('region', { name: 'Which is fairer' })).toHaveTextContent(/20 paired/);
  });

  it('become runs before a link is made, which keeps them', async () => {
    const calls = serve(SEEDS);
    const { user } = renderApp(`/compare?of=${of}&seeds=20`);
    await user.click(await screen.findByRole('button', { name: /^Share/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/A link keeps the runs of all seeds/)).toBeVisible();
    await waitFor(() => expect(started(calls)).not.toEqual([]));
  });

  it('are computed where they are not all known', async () => {
    const calls = serve([9]);
    renderApp(`/compare?of=${of}&seeds=20`);
    await waitFor(() => expect(started(calls).length).toBeGreaterThan(0));
    expect(screen.queryByText(/nothing was computed/)).toBeNull();
  });
});
