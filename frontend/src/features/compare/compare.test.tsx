import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { comparison, EXPERIMENT, OTHER, RUN } from '#tests/comparisons';
import { type Answer, type Call, fakeApi, type Responder } from '#tests/fakeApi';
import { algorithms, run, scenario, series } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { scenarioSchema } from '#tests/scenarioSchema';
import type { ComparedMetric, Comparison } from '@/api/experiments/comparisons';

import './ComparePage';
import { comparisonLatex } from './MetricTable';

function serve(routes: Record<string, Responder | Answer> = {}): Call[] {
  return fakeApi({
    'POST /api/comparisons': { body: comparison() },
    'GET /api/runs/*': (url) => ({
      body: run({ id: url.pathname.split('/').at(-1) ?? '', name: 'Elephant and mouse' }),
    }),
    'GET /api/runs/*/series': (url) => ({ body: series(url.pathname.split('/')[3] ?? '') }),
    'GET /api/algorithms': { body: algorithms() },
    'GET /api/schema/scenario': { body: scenarioSchema() },
    'GET /api/health': { body: { status: 'ok' } },
    'GET /api/speed': { body: { core_version: '0.1.0+abc', sizes: [] } },
    ...routes,
  });
}

const asked = (calls: readonly Call[]) =>
  calls.filter(({ route }) => route === 'POST /api/comparisons').map(({ body }) => body);
beforeEach(() => window.localStorage.clear());

describe('a comparison', () => {
  it('says what differs, in a sentence, in settings and in metrics with intervals', async () => {
    const calls = serve();
    renderApp(`/compare?of=${RUN}.${OTHER}`);
    expect(await screen.findByText(/^Jain's index against/)).toHaveTextContent(
      "Jain's index against BBRv2: FaiRTT +0.060 [+0.040, +0.080].",
    );
    const fairer = screen.getByRole('region', { name: 'Which is fairer' });
    expect(fairer).toHaveTextContent(
      /^FaiRTT is fairer than BBRv2: Jain’s index differs by \+0\.060 /,
    );
    expect(await within(fairer).findByRole('img', { name: /difference from/ })).toBeVisible();
    const setting = screen.getByRole('row', { name: /^Algorithm/ });
    expect(setting).toHaveTextContent('AlgorithmBBRv2FaiRTT');
    const row = screen.getByRole('row', { name: /^Jain's index/ });
    expect(row).toHaveTextContent('0.92 [0.91, 0.93]');
    expect(within(row).getByRole('img', { name: 'significant' })).toBeInTheDocument();
    expect(screen.getByText(/Paired by seed, 5 pairs/)).toBeVisible();
    expect(asked(calls)).toEqual([
      {
        items: [
          { label: '', run_ids: [RUN] },
          { label: '', run_ids: [OTHER] },
        ],
        baseline_index: 0,
      },
    ]);
  });

  it('asks for refused curves again on request', async () => {
    let answer: Answer = { status: 409, body: { title: 'Refused', detail: 'No curves.' } };
    serve({ 'GET /api/runs/*/series': () => answer });
    const { user } = renderApp(`/compare?of=${RUN}.${OTHER}`);
    expect(await screen.findByText('The curves could not be loaded')).toBeVisible();
    answer = { body: series(RUN) };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('No curves.')).toBeNull());
  });

  it('keeps the baseline, the order and what is removed in the address', async () => {
    serve();
    const { router, user } = renderApp(`/compare?of=${RUN}.${OTHER}`);
    await user.click(await screen.findByRole('button', { name: 'As baseline: FaiRTT' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ baseline: 1 }));
    await user.click(screen.getByRole('button', { name: 'Move FaiRTT up' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ of: `${OTHER}.${RUN}` }));
    await user.click(screen.getByRole('button', { name: 'Remove FaiRTT' }));
    expect(await screen.findByText('One more is needed')).toBeVisible();
    expect(router.state.location.search).toEqual({ of: OTHER });
  });

  it('names a cell by what lasts of it', async () => {
    const [first] = comparison().items;
    const cell = {
      experiment_id: EXPERIMENT,
      experiment_name: 'Who wins?',
      experiment_status: 'done' as const,
      cell_index: 17,
      texts: ['FaiRTT', '1 BDP'],
    };
    const items = [first, { ...first, run_ids: [], seeds: [], cell }] as Comparison['items'];
    const calls = serve({ 'POST /api/comparisons': { body: comparison({ items }) } });
    const { router } = renderApp(`/compare?of=${RUN}.${EXPERIMENT}:17`);
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        of: `${RUN}.${EXPERIMENT}:abcdef012345`,
      }),
    );
    expect(asked(calls)[0]).toMatchObject({
      items: [{}, { experiment_id: EXPERIMENT, cell_index: 17 }],
    });
    await waitFor(() =>
      expect(asked(calls).at(-1)).toMatchObject({
        items: [{}, { experiment_id: EXPERIMENT, cell_digest: 'abcdef012345' }],
      }),
    );
  });

  it.each([true, false])('says that cores behave differently: %s', async (isDifferent) => {
    const items = comparison().items.map((item, place) => ({
      ...item,
      core_version: `c${place}`,
      behaviour_version: isDifferent ? place : 1,
    }));
    serve({ 'POST /api/comparisons': { body: comparison({ items }) } });
    renderApp(`/compare?of=${RUN}.${OTHER}`);
    expect(await screen.findByText(/^Jain's index against/)).toBeVisible();
    const shown = [/cores of different behaviour/, 'core c1'].flatMap((text) =>
      screen.queryAllByText(text),
    );
    expect(shown).toHaveLength(isDifferent ? 2 : 0);
  });

  it('names the item that cannot be compared, and takes it out', async () => {
    const detail = 'Run is failed; what is compared must be done.';
    const errors = [{ path: 'items.1.run_ids.0', pointer: '', message: detail }];
    serve({
      'POST /api/comparisons': { status: 409, body: { title: 'Conflict', detail, errors } },
    });
    const { router, user } = renderApp(`/compare?of=${RUN}.${OTHER}`);
    expect(await screen.findByText('Result 2 could not be loaded')).toBeVisible();
    expect(screen.getByText(detail)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ of: RUN }));
  });
});
describe('an address', () => {
  it.each([
    ['luck', /“luck”: not an item/],
    [`${RUN},${OTHER}.${RUN}.${EXPERIMENT}:x`, /“0197[^”]{36}”, “0197[^”]*ee:x”: not an item/],
  ])('says which part of it names nothing: %s', async (of, words) => {
    serve();
    renderApp(`/compare?of=${of}`);
    expect(await screen.findByText(words)).toBeVisible();
  });
});

describe('two links', () => {
  it('become a comparison', async () => {
    serve();
    const { router, user } = renderApp('/compare');
    const here = window.location.origin;
    await user.type(await screen.findByLabelText('Link 1'), `${here}/runs/${RUN}`);
    await user.type(screen.getByLabelText('Link 2'), `${here}/runs/${OTHER}?from=1`);
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ of: `${RUN}.${OTHER}` }));
  });

  it('that lead nowhere are named, each with why', async () => {
    serve({
      'GET /api/shared': { status: 404, body: { title: 'Not found', detail: 'Nothing.' } },
    });
    const { user } = renderApp('/compare');
    const first = await screen.findByLabelText('Link 1');
    await user.type(first, `/s/${'x'.repeat(22)}`);
    await user.type(screen.getByLabelText('Link 2'), 'https://elsewhere.example/runs/1');
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    expect(await screen.findByText(/It shows nothing: it may have been revoked/)).toBeVisible();
    expect(screen.getByText(/elsewhere.example, another lab/)).toBeVisible();
    expect(first).toBeInvalid();
    expect(first).toHaveFocus();
  });

  it('that lead to the same scenario are reported', async () => {
    serve();
    const { user } = renderApp('/compare');
    await user.type(await screen.findByLabelText('Link 1'), RUN);
    await user.type(screen.getByLabelText('Link 2'), RUN);
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    expect(await screen.findByText('Both links open the same result.')).toBeVisible();
  });
});

const ratio: ComparedMetric = {
  ...{
    name: 'jain_index',
    label: "Jain's index",
    phrase: "Jain's index",
    unit: '',
    display_unit: '',
  },
  ...{ per_display_unit: 1, definition: 'How equal.', fair: 1, scale: 'linear' },
  ...{ average: 'arithmetic', least: 0, most: 1, better: 'fair' },
  items: [0.92, 0.98].map((mean) => ({
    ...{ count: 5, mean, low: mean - 0.01, high: mean + 0.01, is_clipped: false },
  })),
  against_baseline: [
    null,
    {
      ...{ kind: 'difference', is_paired: true, count: 5 },
      ...{ mean: 0.06, low: 0.04, high: 0.08, is_distinguishable: true },
    },
  ],
};

function item(label: string): Comparison['items'][number] {
  return {
    ...{ label, scenario: scenario(), scenario_digest: 'd', core_version: '0.1.0+a' },
    ...{ behaviour_version: 3, seeds: [1, 2, 3, 4, 5], seed_count: 5, run_ids: [], cell: null },
  };
}

describe('the table of metrics for a paper', () => {
  it('has values, intervals and the difference from the baseline', () => {
    const compared: Comparison = {
      ...{ baseline_index: 0, items: [item('a'), item('b')], settings: [] },
      ...{ hidden_setting_count: 0, metrics: [ratio] },
    };
    const text = comparisonLatex(compared, compared.metrics, ['CUBIC & co', '50%']);
    expect(text).toContain('Metric & CUBIC \\& co (baseline) & 50\\% \\\\');
    expect(text).toMatch(/Jain's index & 0\.92\S* .*0\.91.* & 0\.98\S* .*0\.97.* \\\\/);
    expect(text).toMatch(/^ & {2}& \+0\.06/m);
    expect(text).toContain('Seeds: CUBIC \\& co 5, 50\\% 5. Core 0.1.0+a.');
  });
});
