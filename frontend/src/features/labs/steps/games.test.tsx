import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { GameRound } from '@/api/classes/games';
import type { Attempt } from '@/api/classes/labs';
import { algorithms } from '#tests/fixtures';
import { ADDRESS, attempt, attemptClass, RUN_ID, serveAttempt } from '#tests/labFixtures';
import { renderApp } from '#tests/renderApp';

import '../attempt/AttemptPage';
import '@/steps/Prose';

const ROUND = 'GET /api/lab-attempts/*/games/game/rounds/0';
const GUESS = 'PUT /api/lab-attempts/*/games/game/rounds/0/guess';
const AT_GAME = `${ADDRESS}?step=game`;

type Rounds = Attempt['games'][number]['rounds'];

function playing(guesses: readonly (readonly [guess: string, algorithm: string] | null)[]) {
  const rounds: Rounds = guesses.map((each, index) => ({
    index,
    guess: each?.[0] ?? null,
    algorithm: each?.[1] ?? null,
  }));
  const answered = rounds.filter(({ guess }) => guess !== null);
  const right = answered.filter(({ guess, algorithm }) => guess === algorithm).length;
  const score = {
    right_count: right,
    answered_count: answered.length,
    round_count: rounds.length,
    points: (4 * right) / rounds.length,
  };
  return attempt(['game', 'read'], { games: [{ step_id: 'game', rounds, score }] });
}

function round(changes: Partial<GameRound> = {}): GameRound {
  return {
    index: 0,
    guess: null,
    algorithm: null,
    status: 'done',
    run_id: null,
    simulated_s: 10,
    duration_s: 10,
    buffer_bytes: 150_000,
    series: {
      sample_interval_s: 0.1,
      sample_count: 100,
      complete: true,
      from_s: 0,
      to_s: 10,
      bucket_samples: 50,
      time_s: [5, 10],
      subjects: [
        { subject: 'flow', index: 0, columns: { throughput_bps: { mean: [4e6, 8e6] } } },
        { subject: 'link', index: 0, columns: { queue_bytes: { mean: [0, 30_000] } } },
      ],
    },
    ...changes,
  };
}

const named = [
  ...algorithms(),
  { ...algorithms()[0], name: 'cubic', title: 'CUBIC' },
  { ...algorithms()[0], name: 'newreno', title: 'NewReno' },
];
const titles = { 'GET /api/algorithms': { body: named } };
const unbegun = round({ status: null, simulated_s: 0, buffer_bytes: null, series: null });

describe('a game', () => {
  it('starts a round, and shows throughput and queue without naming the algorithm', async () => {
    const shown = { round: unbegun };
    const calls = serveAttempt(
      { now: playing([null, null]) },
      {
        ...titles,
        [ROUND]: () => ({ body: shown.round }),
        'POST /api/lab-attempts/*/games/game/rounds/0': () => {
          shown.round = round();
          return { status: 204, body: null };
        },
      },
    );
    const { user } = renderApp(AT_GAME);
    expect(await screen.findByText('2 rounds. A guess is final.')).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Start round 1' }));
    const section = within(await screen.findByRole('region', { name: 'Round 1' }));
    const words = await section.findByText(/^Throughput of/);
    expect(words).toHaveTextContent(/6 Mbit\/s on average, 4 to 8\./);
    expect(words).toHaveTextContent(/Queue: 15 packets on average, 0 to 30\./);
    expect(words.textContent).not.toMatch(/reno|cubic/i);
    expect(calls.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1);
  });

  it('takes one guess by keyboard, then says what it was and leads to the run', async () => {
    const shown = { now: playing([null, null]), round: round() };
    const calls = serveAttempt(shown, {
      ...titles,
      [ROUND]: () => ({ body: shown.round }),
      [GUESS]: () => {
        shown.now = playing([['newreno', 'cubic'], null]);
        shown.round = round({ guess: 'newreno', algorithm: 'cubic', run_id: RUN_ID });
        return { body: shown.now };
      },
    });
    const { user } = renderApp(AT_GAME);
    const group = await screen.findByRole('radiogroup', { name: 'Which algorithm is it?' });
    const [first] = within(group).getAllByRole('radio');
    const store = screen.getByRole('button', { name: 'That is my guess' });
    expect(store).toBeDisabled();
    first?.focus();
    await user.keyboard(' ');
    await user.click(store);
    expect(await screen.findByText(/^✗ Not right: it is CUBIC/)).toBeVisible();
    expect(screen.getByText('0 of 1 right')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Open the whole run' })).toHaveAttribute(
      'href',
      `/runs/${RUN_ID}`,
    );
    expect(screen.queryByRole('radio')).toBeNull();
    const [put] = calls.filter(({ route }) => route.startsWith('PUT'));
    expect(put?.body).toEqual({ guess: 'newreno' });
  });

  it('is done once every round is guessed', async () => {
    serveAttempt(
      { now: playing([['cubic', 'cubic'], null]) },
      { ...titles, 'GET /api/lab-attempts/*/games/game/rounds/1': { body: unbegun } },
    );
    const { unmount } = renderApp(AT_GAME);
    const list = within(await screen.findByRole('complementary', { name: 'Steps' }));
    expect(list.getAllByRole('listitem')[0]).not.toHaveTextContent('done');
    unmount();
    serveAttempt(
      {
        now: playing([
          ['cubic', 'cubic'],
          ['cubic', 'newreno'],
        ]),
      },
      { ...titles, 'GET /api/lab-attempts/*/games/game/rounds/1': { body: round({ index: 1 }) } },
    );
    renderApp(AT_GAME);
    await waitFor(() =>
      expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Name itdone'),
    );
    expect(screen.getByText(/2 of 4 points/)).toBeVisible();
  });

  it('says no points while the teacher holds them back', async () => {
    const now = playing([['cubic', 'cubic'], null]);
    const held = now.games.map((game) => ({ ...game, score: { ...game.score, points: null } }));
    const classroom = attemptClass({ holds_back_points: true });
    serveAttempt(
      { now: { ...now, games: held, classroom } },
      {
        ...titles,
        'GET /api/lab-attempts/*/games/game/rounds/1': { body: round({ index: 1 }) },
        'PUT /api/lab-attempts/*/place': { body: {} },
      },
    );
    renderApp(AT_GAME);
    expect(await screen.findByText(/^Step 1 of/)).toHaveTextContent(
      '4 points, which you see once your teacher releases them',
    );
    expect(await screen.findByText('1 of 1 right')).toBeVisible();
    expect(screen.queryByText(/of 4 points/)).toBeNull();
  });

  it('says why a round could not be loaded', async () => {
    const body = { title: 'Away', detail: 'The database is away.' };
    serveAttempt({ now: playing([null, null]) }, { ...titles, [ROUND]: { status: 409, body } });
    renderApp(AT_GAME);
    expect(await screen.findByText('The round could not be loaded')).toBeVisible();
    expect(screen.getByText('The database is away.')).toBeVisible();
  });
});
