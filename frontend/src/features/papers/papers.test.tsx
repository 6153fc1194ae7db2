import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { listDrafts, deleteDraft } from '@/state/drafts';
import { fakeApi } from '#tests/fakeApi';
import { run, series } from '#tests/fixtures';
import { linePlot, mapPlot, paper, paperRow } from '#tests/papers';
import { renderApp } from '#tests/renderApp';

const fairtt = paper();
const answers = {
  'GET /api/papers': { body: { items: [fairtt] } },
  'GET /api/papers/fairtt': { body: fairtt },
  'GET /api/papers/nothing': { status: 404, body: { title: 'Not found', detail: 'no paper' } },
};

beforeEach(() => {
  for (const { id } of listDrafts()) deleteDraft(id);
});

describe('the list of papers', () => {
  it('says in numbers what came out, and leads to the paper itself', async () => {
    fakeApi(answers);
    renderApp('/papers');
    const list = within(await screen.findByRole('main'));
    expect(await list.findByRole('link', { name: 'FaiRTT' })).toHaveAttribute(
      'href',
      '/papers/fairtt',
    );
    const said = list.getByText(/claims that we tested/);
    expect(said).toHaveTextContent('1 of 2 claims that we tested holds within');
    expect(said).toHaveTextContent('1,280 simulated runs');
    expect(list.getByRole('link', { name: /^Read the paper/ })).toHaveAttribute('href', fairtt.url);
  });

  it('says what to do when there is none, and when the lab does not answer', async () => {
    fakeApi({ 'GET /api/papers': { body: { items: [] } } });
    renderApp('/papers');
    expect(await screen.findByText('This lab has no papers.')).toBeVisible();
  });

  it('offers to try again when the lab does not answer', async () => {
    fakeApi({ 'GET /api/papers': { status: 502, body: 'bad gateway' } });
    renderApp('/papers');
    expect(await screen.findByText('The papers could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the page of a paper', () => {
  it('begins with a sentence and puts measured beside published', async () => {
    fakeApi(answers);
    renderApp('/papers/fairtt');
    expect(await screen.findByText('1.06')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download as a data set' })).toHaveAttribute(
      'href',
      '/api/papers/fairtt/data',
    );
    const table = within(
      screen.getByRole('table', { name: 'Measured against published: Ratio over time' }),
    );
    const row = within(table.getByRole('row', { name: /Mean ratio/ }));
    expect(row.getByText('1.44')).toBeVisible();
    expect(row.getByText('1.50')).toBeVisible();
    expect(row.getByText('1.40 to 1.60; 40 seeds')).toBeVisible();
    expect(row.getByText('+0.06')).toBeVisible();
    expect(row.getByText('within')).toBeVisible();
    expect(row.getByText('tolerance 1.25 to 1.63')).toBeVisible();
  });

  it('lets tables follow a choice, which the address keeps', async () => {
    fakeApi(answers);
    const { user, router } = renderApp('/papers/fairtt');
    const choice = await screen.findByRole('combobox', { name: 'Which error rate?' });
    await user.selectOptions(choice, 'choice some');
    expect(await screen.findByText('3.00')).toBeVisible();
    expect(router.state.location.search).toEqual({ choices: 'loss:some' });
    // The other figure was not computed with it, and says so.
    expect(screen.getByText(/was not computed for yours/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to the defaults' }));
    await waitFor(() => expect(screen.queryByText('3.00')).toBeNull());
    expect(router.state.location.search).toEqual({});
  });

  it('forks the experiment behind a figure into the builder', async () => {
    fakeApi({
      ...answers,
      'GET /api/schema/scenario': { status: 502 },
      'GET /api/algorithms': { body: [] },
      'POST /api/scenarios/check': { status: 422, body: { title: 'x', detail: 'x' } },
      'POST /api/experiments/check': { status: 422, body: { title: 'x', detail: 'x' } },
      'GET /api/speed': { body: { core_version: null, sizes: [] } },
    });
    const { user, router } = renderApp('/papers/fairtt');
    const [fork] = await screen.findAllByRole('button', { name: 'Fork: Main case' });
    if (fork === undefined) throw new Error('there is a link to fork');
    await user.click(fork);
    expect(router.state.location.pathname).toBe('/build');
    expect(JSON.parse(listDrafts()[0]?.text ?? '')).toEqual(fairtt.experiments[0]?.definition);
  });

  it('computes a figure over time on request, without an owner', async () => {
    const calls = fakeApi({
      ...answers,
      'POST /api/runs': (_, body) => {
        const { seed } = body as { seed: number };
        return { status: 201, body: { ...run(), id: `run-${seed}-${calls.length}`, seed } };
      },
      'GET /api/runs/*/series': { body: series('x') },
    });
    const { user } = renderApp('/papers/fairtt');
    await user.click(await screen.findByRole('button', { name: 'Run it now' }));
    expect(await screen.findByRole('slider', { name: /Elephant and mouse/ })).toBeVisible();
    const started = calls.filter(({ route }) => route === 'POST /api/runs');
    expect(started.map(({ body }) => (body as { seed: number }).seed)).toEqual([7, 7]);
    expect(started.some(({ headers }) => headers.has('X-Lab-Owner'))).toBe(false);
  });

  it('says that there is none of that name', async () => {
    fakeApi(answers);
    renderApp('/papers/nothing');
    expect(await screen.findByText('There is no paper “nothing”')).toBeVisible();
  });
});

describe('a sweep', () => {
  const [figure] = fairtt.figures;
  const [main] = fairtt.experiments;
  if (figure === undefined || main === undefined) throw new Error('the fixture has both');
  const choice = (title: string, is_default: boolean) => ({
    id: title,
    title,
    meaning: '',
    is_default,
  });
  const open = (id: string, titles: readonly string[]) => ({
    id,
    question: `Which ${id}?`,
    paper_says: '',
    choices: titles.map((title, index) => choice(title, index === 0)),
    finding: [],
    switch_position: 0,
  });
  const axes = [
    { names: ['BBRv2', 'Pacing', 'Letter'], moves: [] },
    { names: ['0 %', '0.15 %'], moves: [] },
    { names: null, moves: [{ values: { values: [1, 10] } }] },
  ];
  const sweep = paper({
    questions: [
      open('error-rate', ['0.15 %', '0 %', '1 %']),
      open('reading', ['Pacing', 'Letter']),
    ],
    switch: { ...theSwitch(), question_ids: ['error-rate', 'reading'], choice_counts: [3, 2] },
    figures: [{ ...figure, plots: [{ ...linePlot, experiment_key: 'fairtt-buffer' }] }],
    experiments: [
      main,
      { ...main, key: 'fairtt-readings-buffer', id: 'all', definition: { axes } },
    ],
  });
  const numbers = Array.from({ length: 12 }, (_, cell) => cell + 1);
  const map = { mean: numbers, low: numbers, high: numbers, median: numbers, count: numbers };

  it('is drawn under the choice, out of the experiment with all readings', async () => {
    const calls = fakeApi({
      ...answers,
      'GET /api/papers/fairtt': { body: sweep },
      'GET /api/experiments/all/map': { body: { metric: 'x', revision: 1, cells: map } },
    });
    renderApp('/papers/fairtt?choices=error-rate:0.reading:letter');
    const plot = await screen.findByRole('slider', { name: /Ratio over the buffer/ });
    // Letter is the third reading: cells 8 and 9 are its buffers without loss.
    await waitFor(() =>
      expect(plot).toHaveAttribute('aria-valuetext', expect.stringContaining('Letter 10.00')),
    );
    expect(calls.filter(({ route }) => route.endsWith('/map'))).toHaveLength(1);
  });

  it('says that it was not computed under the choice', async () => {
    fakeApi({ ...answers, 'GET /api/papers/fairtt': { body: sweep } });
    renderApp('/papers/fairtt?choices=error-rate:1');
    expect(await screen.findByText(/this sweep was not computed for yours/)).toBeVisible();
  });
});

function theSwitch() {
  const { switch: own } = fairtt;
  if (own === null) throw new Error('the fixture has a switch');
  return own;
}

describe('the maps of a figure', () => {
  const [figure] = fairtt.figures;
  if (figure === undefined) throw new Error('the fixture has a figure');
  const plots = [mapPlot, { ...mapPlot, id: 'use-bbr', group: 'BBRv1' }];
  const mapped = paper({ figures: [{ ...figure, plots }] });

  it('are walked through together, and said in words below', async () => {
    fakeApi({ ...answers, 'GET /api/papers/fairtt': { body: mapped } });
    const { user } = renderApp('/papers/fairtt');
    const [first] = await screen.findAllByRole('application', { name: mapPlot.title });
    if (first === undefined) throw new Error('there is a map');
    first.focus();
    await user.keyboard('{Home}{PageDown}');
    expect(
      screen.getByText(/RTT 2 ms, Buffer 0.1 BDP/, { selector: 'p > span' }).parentElement,
    ).toHaveTextContent('CUBIC 80.0 % (79.0 to 81.0); BBRv1 80.0 %');
    const tables = screen.getAllByRole('table', { name: /^(CUBIC|BBRv1)/, hidden: true });
    expect(tables).toHaveLength(2);
  });
});

describe('a paper with many findings', () => {
  const rows = Array.from({ length: 61 }, (_, index) =>
    paperRow({ id: `A${index}`, arm: index % 2 === 0 ? 'CUBIC' : 'BBRv1', what: `thing ${index}` }),
  );
  const [figure] = fairtt.figures;
  if (figure === undefined) throw new Error('the fixture has a figure');
  const many = paper({ name: 'fairtt', switch: null, figures: [{ ...figure, rows }] });

  it('has them in one table that is filtered by the address', async () => {
    fakeApi({ ...answers, 'GET /api/papers/fairtt': { body: many } });
    const { user, router } = renderApp('/papers/fairtt?arm=CUBIC');
    expect(await screen.findByText('31 of 61 findings')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Filter' }), 'thing 60');
    expect(await screen.findByText('1 of 61 findings')).toBeVisible();
    expect(router.state.location.search).toEqual({ arm: 'CUBIC', find: 'thing 60' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Algorithm' }), 'BBRv1');
    expect(await screen.findByText('No finding matches.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('61 findings')).toBeVisible();
  });
});
