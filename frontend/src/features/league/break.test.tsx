import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';
import type { CounterexampleSearch } from '@/api/algorithms/counterexamples';

const ID = '0197f000-0000-7000-8000-000000000048';
const SEARCHES = '/api/counterexamples';

const running: CounterexampleSearch = {
  id: ID,
  status: 'running',
  question: {
    goal: 'starve',
    first: { name: 'bbr2', parameters: {} },
    second: { name: 'cubic', parameters: {} },
    after: null,
    threshold: 10,
    tries: 480,
    seed: 1,
  },
  titles: ['BBRv2', 'CUBIC'],
  tried_count: 32,
  run_count: 40,
  failed_count: 0,
  failure: null,
  sentence: null,
  situation: null,
  error: null,
  behaviour_version: 8,
  core_version: '0.1.0',
  is_mine: true,
  created_at: '2026-11-29T06:00:00Z',
  finished_at: null,
};
const done: CounterexampleSearch = {
  ...running,
  status: 'done',
  finished_at: '2026-11-29T06:05:00Z',
  sentence: 'A flow of A gets more than a flow of B: 14 (13 to 15, 95%, 12 fresh seeds) times.',
  situation: {
    settings: [{ setting: 'buffer, BDP', text: 'buffer 0.2 BDP', plain_text: 'buffer 1 BDP' }],
    seeds: [1001, 1002],
    values: [14, 14],
    mean: 14,
    low: 13,
    high: 15,
    is_confirmed: true,
    scenario: { version: 1, flows: [{ algorithm: { name: 'bbr2' } }] },
    why: [{ flow: 'B', sentences: ['B gets 0.6 Mbit/s.'] }],
  },
};
const lists = {
  'GET /api/algorithms': { body: coreAlgorithms },
  'GET /api/algorithms/modules': { body: [] },
  [`GET ${SEARCHES}`]: { body: [] },
};

describe('the search for a situation in which something goes badly', () => {
  it('is requested with the chosen options, reopened by its address and cancelled', async () => {
    let shown = running;
    const calls = fakeApi({
      ...lists,
      [`POST ${SEARCHES}`]: { status: 201, body: running },
      [`GET ${SEARCHES}/*`]: () => ({ body: shown }),
      [`POST ${SEARCHES}/*/cancel`]: () => {
        shown = { ...running, status: 'cancelled' };
        return { body: shown };
      },
    });
    const { user } = renderApp('/break?a=bbr2&b=cubic');
    await user.selectOptions(
      await screen.findByLabelText('Look for'),
      'Most different, before and after',
    );
    await user.selectOptions(screen.getByLabelText('A, after'), 'FaiRTT');
    await user.selectOptions(screen.getByLabelText('Situations to try'), '120');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText(/^32 of at most 480 situations tried, 40 runs\./)).toBeVisible();
    expect(calls.find(({ route }) => route === `POST ${SEARCHES}`)?.body).toEqual({
      goal: 'change',
      first: { name: 'bbr2', parameters: {} },
      second: { name: 'cubic', parameters: {} },
      after: { name: 'fairtt', parameters: {} },
      tries: 120,
      seed: 1,
    });
    await user.click(screen.getByRole('button', { name: 'Cancel the search' }));
    expect(await screen.findByText(/^Cancelled\. 32 of at most/)).toBeVisible();
  });

  it('shows what was found, with settings, causes and links', async () => {
    fakeApi({ ...lists, [`GET ${SEARCHES}/*`]: { body: done } });
    renderApp(`/break?search=${ID}`);
    expect(await screen.findByText(/14 \(13 to 15, 95%, 12 fresh seeds\)/)).toBeVisible();
    expect(screen.getByRole('row', { name: 'buffer 0.2 BDP buffer 1 BDP' })).toBeVisible();
    expect(screen.getByText('B gets 0.6 Mbit/s.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Open as a run' })).toBeVisible();
    const link = screen.getByRole('link', { name: 'Open in the builder' });
    expect(link.getAttribute('href')).toMatch(/^\/build#lab1=.+&seed=1001$/);
    expect(screen.queryByRole('button', { name: 'Cancel the search' })).toBeNull();
  });

  it('says why a search was refused', async () => {
    const detail = 'You have 2 searches that are not over; that is the most. Cancel one, or wait.';
    fakeApi({
      ...lists,
      [`POST ${SEARCHES}`]: {
        status: 409,
        body: { type: 'x', title: 'Limit', status: 409, detail },
      },
    });
    const { user } = renderApp('/break');
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    expect(await screen.findByText(detail)).toBeVisible();
  });
});
