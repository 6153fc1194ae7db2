import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';
import { classroom } from '#tests/classFixtures';
import type { Contest, ContestEntry, ContestRow } from '@/api/classes/contest';

import './ContestPage';
import './ContestWallPage';
import './MyContestPage';

const CLASS_ID = classroom(['read']).id;
const ATTEMPT_ID = '01234567-89ab-7cde-8f01-23456789abcd';
const SHA256 = 'ab'.repeat(32);
const SCORE = {
  score: 0.98,
  low: 0.91,
  high: 1.05,
  parts: { goodput: 1, delay: 0.98, others: 1, even: 1, delivered: 1 },
  failed_run_count: 0,
};
const ada = { student_id: ATTEMPT_ID, number: 1, names: 'Ada' };
const row: ContestRow = {
  place: 1,
  is_shared: true,
  title: 'reno',
  student: ada,
  is_mine: false,
  entry_count: 1,
  score: SCORE,
  compared_with: null,
  p: null,
};
const entry: ContestEntry = {
  id: '01234567-89ab-7cde-8f01-23456789abce',
  title: 'reno',
  sha256: SHA256,
  student: ada,
  entered_at: '2026-11-29T06:00:00Z',
  state: 'done',
  finished_run_count: 20,
  score: SCORE,
  failures: [],
  experiment_id: null,
};
const KINDS: Contest['kinds'] = [
  { kind: 'codel', title: 'CoDel', text: 'Through CoDel with 500 kB of buffer.' },
  { kind: 'deep-buffer', title: 'Deep buffer', text: '500 kB of buffer.' },
];
const open: Contest = {
  state: 'open',
  ends_at: '2100-01-01T00:00:00Z',
  entries_per_student: 5,
  scenario_count: 20,
  kinds: KINDS,
  student_count: 2,
  entry_count: 0,
  run_count: 20,
  finished_run_count: 0,
  seed: null,
  scenarios: [],
  rows: [],
  entries: [],
  said: ['score = goodput x delay x others x even x delivered', 'Drawn.', 'Why.', 'The rule.'],
};
const judged: Contest = {
  ...open,
  state: 'done',
  entry_count: 3,
  run_count: 80,
  finished_run_count: 80,
  seed: 7,
  scenarios: [{ title: 'equal-rtts, varied', kind: 'twin' }],
  rows: [
    row,
    { ...row, title: 'mine', student: { ...ada, names: null }, compared_with: 'reno', p: 0.4 },
    { ...row, place: 3, is_shared: false, title: 'flood', compared_with: 'reno', p: 0.0001 },
  ],
  entries: [
    entry,
    { ...entry, id: 'b', title: 'gone', sha256: null, state: 'withdrawn', score: null },
    {
      ...entry,
      id: 'c',
      title: 'traps',
      state: 'failed',
      score: { ...SCORE, failed_run_count: 20 },
      failures: ['it gave up (unreachable)'],
    },
  ],
};

const OF_CLASS = `/api/classes/${CLASS_ID}/contest`;
const MINE = `/api/lab-attempts/${ATTEMPT_ID}/contest`;
const common = {
  'GET /api/contest-kinds': { body: KINDS },
  'GET /api/algorithms': { body: coreAlgorithms },
  'GET /api/algorithms/modules': {
    body: [
      {
        name: `wasm:${SHA256}`,
        sha256: SHA256,
        byte_count: 1,
        description: { name: 'reno', title: 'Reno' },
        build_line: '',
        licence: '',
        created_at: '2026-11-29T06:00:00Z',
      },
    ],
  },
  [`GET /api/classes/${CLASS_ID}`]: { body: classroom(['read']) },
};
const none = { status: 404, body: { type: '/api/problems/not-found', title: 'x', status: 404 } };

describe('the contest of a class', () => {
  it('is opened by a teacher', async () => {
    let found: Contest | null = null;
    const calls = fakeApi({
      ...common,
      [`GET ${OF_CLASS}`]: () => (found === null ? none : { body: found }),
      [`PUT ${OF_CLASS}`]: () => ({ body: (found = open) }),
    });
    const { user } = renderApp(`/classes/${CLASS_ID}/contest`);
    await user.selectOptions(await screen.findByLabelText('Entries per student'), '3');
    await user.selectOptions(screen.getByLabelText('Scenarios to draw'), '2');
    const deep = await screen.findByRole('checkbox', { name: 'Deep buffer' });
    expect(deep).toBeChecked();
    deep.focus();
    await user.keyboard(' ');
    const codel = screen.getByRole('checkbox', { name: 'CoDel' });
    await user.click(codel);
    expect(screen.getByRole('button', { name: 'Open the contest' })).toBeDisabled();
    await user.click(codel);
    await user.click(screen.getByRole('button', { name: 'Open the contest' }));
    expect(await screen.findByText(/There are 0 entries/)).toBeVisible();
    expect(screen.getByText('score = goodput x delay x others x even x delivered')).toBeVisible();
    const sent = calls.find(({ route }) => route === `PUT ${OF_CLASS}`)?.body;
    expect(sent).toMatchObject({ entries_per_student: 3, scenario_count: 2, kinds: ['codel'] });
  });

  it('shows places that are shared, intervals, and each entry as what it is', async () => {
    fakeApi({ ...common, [`GET ${OF_CLASS}`]: { body: judged } });
    renderApp(`/classes/${CLASS_ID}/contest`);
    const board = within(await screen.findByRole('table'));
    expect(board.getAllByText('1=')).toHaveLength(2);
    expect(board.getByText('not significantly below reno, p = 0.40')).toBeVisible();
    expect(board.getByText('below reno, p < 0.001')).toBeVisible();
    expect(board.getAllByText('0.980, 95% interval 0.910 to 1.050')).not.toHaveLength(0);
    expect(board.getByText('student 1')).toBeVisible();
    expect(screen.getByText('withdrawn')).toBeVisible();
    expect(screen.getByText('it gave up (unreachable)')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove gone' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove traps' })).toBeVisible();
  });

  it('says the set, how to draw it again, and a score of one scenario without an interval', async () => {
    const score = { ...SCORE, low: null, high: null };
    const rows = [{ ...row, score }];
    const one = { ...judged, scenario_count: 1, kinds: KINDS.slice(0, 1), rows, entries: [] };
    fakeApi({ ...common, [`GET ${MINE}`]: { body: one } });
    renderApp(`/labs/attempts/${ATTEMPT_ID}/contest`);
    expect(await screen.findByText('0.980, of one scenario')).toBeInTheDocument();
    expect(screen.getByText('What may be drawn: 1 kind')).toBeVisible();
    expect(screen.getByText(/Through CoDel with 500 kB/)).toBeInTheDocument();
    expect(screen.getByText(/--seed 7 --count 1 --kinds codel$/)).toBeInTheDocument();
  });

  it('asks twice before it ends', async () => {
    const calls = fakeApi({
      ...common,
      [`GET ${OF_CLASS}`]: { body: open },
      [`POST ${OF_CLASS}/end`]: { body: { ...open, state: 'drawing' } },
    });
    const { user } = renderApp(`/classes/${CLASS_ID}/contest`);
    await user.click(await screen.findByRole('button', { name: 'End now' }));
    expect(calls.some(({ route }) => route.startsWith('POST'))).toBe(false);
    await user.click(screen.getByRole('button', { name: /End the contest/ }));
    expect(await screen.findByText(/Its scenarios are being drawn/)).toBeVisible();
  });

  it('takes a module of a student under a title', async () => {
    const own = { ...entry, student: null, title: 'Reno', state: 'entered', score: null } as const;
    const calls = fakeApi({
      ...common,
      [`GET ${MINE}`]: { body: open },
      [`POST ${MINE}/entries`]: { status: 201, body: { ...open, entries: [own] } },
    });
    const { user } = renderApp(`/labs/attempts/${ATTEMPT_ID}/contest`);
    expect(await screen.findByText('You have not entered a module.')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Enter this module' }));
    expect(await screen.findByRole('button', { name: 'Withdraw Reno' })).toBeVisible();
    expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({
      sha256: SHA256,
      title: 'Reno',
    });
    expect(screen.queryByRole('button', { name: 'Enter this module' })).toBeNull();
  });

  it('says so where there is none, and where it is refused', async () => {
    const refusal = { type: '/api/problems/not-yours', title: 'x', status: 403, detail: 'No.' };
    fakeApi({
      ...common,
      [`GET ${MINE}`]: none,
      [`GET ${OF_CLASS}/wall`]: { status: 403, body: refusal },
    });
    const { unmount } = renderApp(`/labs/attempts/${ATTEMPT_ID}/contest`);
    expect(await screen.findByText('The class has no contest at present.')).toBeVisible();
    unmount();
    renderApp(`/classes/${CLASS_ID}/contest/wall`);
    expect(await screen.findByText('The board could not be opened')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('stands on a wall without the parts', async () => {
    const rows = judged.rows.map((each) => ({ ...each, student: null }));
    const body = { ...judged, rows, entries: [] };
    fakeApi({ ...common, [`GET ${OF_CLASS}/wall`]: { body } });
    renderApp(`/classes/${CLASS_ID}/contest/wall`);
    const board = within(await screen.findByRole('table'));
    expect(board.getByText('flood')).toBeVisible();
    expect(screen.getByText('Drawn. CoDel; Deep buffer.')).toBeVisible();
    expect(board.queryByText('goodput')).toBeNull();
    expect(screen.queryByText(/Ada/)).toBeNull();
  });
});
