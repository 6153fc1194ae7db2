import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { league, standing } from '#tests/evaluations';
import { fakeApi } from '#tests/fakeApi';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';
import type { LeagueModule } from '@/api/algorithms/leagueEntries';

const SHA256 = 'ab'.repeat(32);
const NAME = `wasm:${SHA256}`;
const ENTRIES = '/api/league/entries';

const waiting: LeagueModule = {
  name: NAME,
  sha256: SHA256,
  title: 'Mine',
  author: 'Ann',
  build_line: 'cc -O2 mine.c',
  licence: 'MIT',
  state: 'waiting',
  reasons: [],
  unit_count: 280,
  finished_unit_count: 0,
  failed_unit_count: 0,
  first_seed: null,
  seed_count: 20,
  experiment_id: null,
  behaviour_version: 7,
  entered_at: '2026-11-29T06:00:00Z',
  is_mine: true,
};
const module = {
  name: NAME,
  sha256: SHA256,
  byte_count: 2048,
  description: { name: 'mine', title: 'Mine' },
  build_line: 'cc -O2 mine.c',
  licence: 'MIT',
  created_at: '2026-11-29T06:00:00Z',
};
const lists = {
  'GET /api/algorithms': { body: coreAlgorithms },
  'GET /api/league': { body: league() },
  'GET /api/league/pairs/*/*': { body: standing() },
  'GET /api/algorithms/modules': { body: [module] },
  [`GET ${ENTRIES}`]: { body: [] },
};
const own = async () => within(await screen.findByRole('region', { name: 'Entries' }));

describe('entries of the league', () => {
  it('enters a module and says how far it is', async () => {
    let entered: LeagueModule[] = [];
    const calls = fakeApi({
      ...lists,
      [`GET ${ENTRIES}`]: () => ({ body: entered }),
      [`POST ${ENTRIES}`]: () => {
        entered = [waiting];
        return { status: 201, body: waiting };
      },
    });
    const { user } = renderApp('/league');
    const part = await own();
    expect(await part.findByText('No module has been entered yet.')).toBeVisible();
    await user.type(await part.findByLabelText('Author, shown to everyone (optional)'), 'Ann');
    await user.click(part.getByRole('button', { name: 'Enter Mine' }));
    expect(await part.findByText('waits for a worker, 280 runs to compute')).toBeVisible();
    expect(calls.find(({ route }) => route === `POST ${ENTRIES}`)?.body).toEqual({
      sha256: SHA256,
      author: 'Ann',
    });
    expect(part.queryByRole('button', { name: 'Enter Mine' })).toBeNull();
  });

  it('shows states, reasons and seeds, and who may withdraw does', async () => {
    let entered: LeagueModule[] = [
      { ...waiting, state: 'failed', failed_unit_count: 3, reasons: ['it gave up (unreachable)'] },
      {
        ...waiting,
        name: `wasm:${'cd'.repeat(32)}`,
        sha256: 'cd'.repeat(32),
        state: 'done',
        finished_unit_count: 280,
        first_seed: 5_000_000_000,
        is_mine: false,
      },
    ];
    const calls = fakeApi({
      ...lists,
      [`GET ${ENTRIES}`]: () => ({ body: entered }),
      [`DELETE ${ENTRIES}/*`]: () => {
        entered = entered.slice(1);
        return { status: 204 };
      },
    });
    const { user } = renderApp('/league');
    const part = await own();
    expect(
      await part.findByText('failed: 3 of 280 runs gave no numbers, so that it has no place'),
    ).toBeVisible();
    expect(part.getByText('it gave up (unreachable)')).toBeVisible();
    expect(part.getByText('280 runs, seeds 5000000000 to 5000000019')).toBeVisible();
    await user.click(part.getByRole('button', { name: 'Withdraw Mine, wasm:abababab' }));
    expect(calls.some(({ route }) => route === `DELETE ${ENTRIES}/${SHA256}`)).toBe(true);
    expect(await part.findByText('280 runs, seeds 5000000000 to 5000000019')).toBeVisible();
    expect(part.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
  });

  it('says why a module is refused', async () => {
    const detail = 'sha256 is a module without its licence';
    fakeApi({
      ...lists,
      [`POST ${ENTRIES}`]: { status: 422, body: { title: 'Invalid', detail, errors: [] } },
    });
    const { user } = renderApp('/league');
    const part = await own();
    await user.click(await part.findByRole('button', { name: 'Enter Mine' }));
    expect(await part.findByText('The module was not entered')).toBeVisible();
    expect(part.getByText(detail)).toBeVisible();
  });

  it('names what decided each place, and what the order hangs on', async () => {
    fakeApi(lists);
    const { user } = renderApp('/league');
    await user.click(await screen.findByText('What decided these places, and how firm they are'));
    const table = screen.getByRole('table', { name: 'Fairness: how firm the places are' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '1=CUBIC––1 to 31',
      '1=BBRv2CUBIC0.3101 to 31',
      '3FaiRTTCUBICbelow 0.00133',
    ]);
    expect(
      screen.getByText(/and the other is 0\.88 .* “Random loss”: without it, tau .* 0\.77/),
    ).toBeVisible();
  });

  it('shows an entry beside the others, and the league without entries', async () => {
    const [fairness] = league().rankings;
    if (fairness === undefined) throw new Error('The league has a ranking');
    const [first] = fairness.rows;
    if (first === undefined) throw new Error('The ranking has a row');
    const entry = {
      key: NAME,
      title: 'Mine, Ann',
      algorithm: { name: NAME, parameters: {} },
      core_version: '0.1.0+abc',
    };
    const ranking = {
      ...fairness,
      situation_ids: ['equal-rtts', 'random-loss'],
      own_situation_ids: ['equal-rtts', 'random-loss', 'mice'],
      rows: [...fairness.rows, { ...first, key: NAME, place: 4 }],
    };
    const withEntry = league({ entries: [...league().entries, entry], rankings: [ranking] });
    const calls = fakeApi({
      ...lists,
      'GET /api/league': (url) => ({
        body: url.searchParams.get('entries') === 'false' ? league() : withEntry,
      }),
    });
    const { user } = renderApp('/league');
    const link = await screen.findByRole('link', { name: 'Mine, Ann' });
    expect(link).toHaveAttribute('href', '#entries');
    expect(screen.getByText(/With entries, 1 situation of 3 is left out/)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'with entries' }));
    expect(await screen.findByRole('checkbox', { name: 'with entries' })).not.toBeChecked();
    expect(calls.some(({ url }) => url.searchParams.get('entries') === 'false')).toBe(true);
    expect(screen.queryByRole('link', { name: 'Mine, Ann' })).toBeNull();
  });
});
