import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { FakeEventSource, type Answer } from '#tests/fakeApi';
import { run, series } from '#tests/fixtures';
import { ADDRESS, answer, attempt, labRun, RUN_ID, serveAttempt } from '#tests/labFixtures';
import { renderApp } from '#tests/renderApp';

import '../attempt/AttemptPage';
import '@/steps/Prose';

const BUFFER = 'bottleneck.buffer.amount';
const START = 'POST /api/lab-attempts/*/steps/*/runs';
const goal = (holds: boolean) => ({
  holds,
  is_decided: true,
  terms: { 'flow["elephant"].mean_rtt_s': holds ? 0.0852 : 0.733, utilisation_ratio: 0.984 },
  hidden: null,
});

describe('a run', () => {
  it('is withheld until it is predicted, with the way to the prediction', async () => {
    serveAttempt({ now: attempt(['number', 'run']) });
    const { user } = renderApp(`${ADDRESS}?step=run`);
    expect(await screen.findByText('This step waits for your prediction.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Run' })).toBeDisabled();
    const main = within(screen.getByRole('main'));
    await user.click(main.getByRole('link', { name: 'Guess the RTT' }));
    expect(await screen.findByRole('textbox', { name: 'Guess the RTT, in ms' })).toBeVisible();
  });

  it('is drawn with its numbers, beside every prediction about it', async () => {
    const names = ['number', 'pick', 'order', 'curve', 'run'] as const;
    const shown = {
      now: attempt(names, {
        answers: [
          answer('number', 700),
          answer('pick', 1),
          answer('order', [1, 0]),
          answer('curve', [
            [0, 1000],
            [10, 90_000],
          ]),
        ],
      }),
    };
    const calls = serveAttempt(shown, {
      [START]: () => {
        shown.now = attempt(names, {
          answers: [
            answer('number', 700, { is_right: true, measured: 733.5 }),
            answer('pick', 1, { is_right: false, measured: [0] }),
            answer('order', [1, 0], { is_right: false, measured: [9, 3] }),
            answer('curve', shown.now.answers[3]?.answer ?? null, {
              is_right: null,
              measured: null,
            }),
          ],
          runs: [labRun('run')],
        });
        return { status: 201, body: run() };
      },
    });
    const { user } = renderApp(`${ADDRESS}?step=run`);
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    expect(await screen.findByText('You predicted 700 ms, the run measured 734 ms.')).toBeVisible();
    expect(
      screen.getByText('You predicted: The mouse. The run shows: The elephant.'),
    ).toBeVisible();
    expect(
      screen.getByText('You predicted: Mouse, then Elephant. The run shows: Elephant, then Mouse.'),
    ).toBeVisible();
    expect(screen.getByText('Your curve is drawn dashed over the measured one.')).toBeVisible();
    expect(screen.getByText(/^Link busy 98% of the time/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the whole run' })).toHaveAttribute(
      'href',
      `/runs/${RUN_ID}`,
    );
    // Its own column in the table of the window.
    const table = await screen.findByRole('region', { name: /^Window/ });
    await waitFor(() => expect(table).toHaveTextContent('predicted'));
    expect(calls.find(({ route }) => route.startsWith('POST /api/lab'))?.body).toEqual({
      settings: {},
    });
  });

  it('that is under way says how far it is', async () => {
    const progress = { simulated_s: 4, duration_s: 10, sample_count: 40 };
    serveAttempt(
      { now: attempt(['run'], { runs: [labRun('run', { status: 'running' })] }) },
      { 'GET /api/runs/*': { body: run({ status: 'running', result: null, progress }) } },
    );
    renderApp(ADDRESS);
    expect(await screen.findByText('4 s of 10 s simulated')).toBeVisible();
    expect(screen.queryByText(/^Link busy/)).toBeNull();
  });

  describe('that is over with a part of its curves', () => {
    /** Its series are refused from its end on, until the test says otherwise. */
    async function atItsEnd(refusal: Answer) {
      const state = { hasEnded: false, isRefused: true };
      serveAttempt(
        { now: attempt(['run'], { runs: [labRun('run', { status: 'running' })] }) },
        {
          'GET /api/runs/*': () => ({
            body: state.hasEnded ? run() : run({ status: 'running', result: null }),
          }),
          'GET /api/runs/*/series': () => {
            if (!state.hasEnded) return { body: { ...series(RUN_ID), complete: false } };
            return state.isRefused ? refusal : { body: series(RUN_ID) };
          },
        },
      );
      const { user } = renderApp(ADDRESS);
      await screen.findByRole('region', { name: /^Window/, hidden: true });
      state.hasEnded = true;
      act(() =>
        FakeEventSource.opened.at(-1)?.say('end', {
          ...{ run_id: RUN_ID, seq: 9, status: 'done', attempt: 1, error: null },
          ...{ simulated_s: 10, duration_s: 10, sample_count: 100 },
        }),
      );
      expect(await screen.findByText('The rest of the curves could not be loaded')).toBeVisible();
      expect(screen.getByText('Not the rest.')).toBeVisible();
      state.isRefused = false;
      return user;
    }
    const body = { title: 'Refused', detail: 'Not the rest.' };

    it('says so and asks for the rest on request', async () => {
      const user = await atItsEnd({ status: 409, body });
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(screen.queryByText('Not the rest.')).toBeNull());
    });

    it('asks by itself when the lab was busy', async () => {
      await atItsEnd({ status: 429, body, headers: { 'Retry-After': '1' } });
      await waitFor(() => expect(screen.queryByText('Not the rest.')).toBeNull());
    });
  });

  it('that failed says why', async () => {
    const error = { code: 'failed', message: 'The worker ended.' };
    serveAttempt(
      { now: attempt(['run'], { runs: [labRun('run', { status: 'failed' })] }) },
      { 'GET /api/runs/*': { body: { ...run({ status: 'failed', result: null }), error } } },
    );
    renderApp(ADDRESS);
    expect(await screen.findByText('The worker ended.')).toBeVisible();
  });

  it('that the service withholds says so at its place', async () => {
    const body = { title: 'Prediction missing', detail: 'Answer step number first.' };
    serveAttempt({ now: attempt(['run']) }, { [START]: { status: 409, body } });
    const { user } = renderApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    expect(await screen.findByText('Answer step number first.')).toBeVisible();
  });
});

describe('a goal with hidden seeds', () => {
  const judged = (reached_count: number, failed_count = 0) =>
    labRun('goal', {
      goal: {
        ...goal(reached_count === 3),
        hidden: { seed_count: 3, reached_count, failed_count },
      },
    });

  it.each([
    [
      labRun('goal', { hidden_open_count: 2 }),
      'The verdict comes once 2 hidden runs are computed.',
      'hidden runs',
    ],
    [judged(3), '✓ The goal is reached, in 3 hidden runs as well.', '✓ reached'],
    [
      judged(1),
      '✗ The goal is reached in this run, but in 1 of 3 hidden runs only.',
      '✗ 1 of 3 hidden runs',
    ],
    [
      judged(1, 2),
      '✗ The goal is reached in this run, but in 1 of 3 hidden runs only. 2 of them failed: run it again, or check your algorithm.',
      '✗ 1 of 3 hidden runs',
    ],
  ])('says how many reach it (%#)', async (tried, verdict, cell) => {
    serveAttempt({ now: attempt(['goal'], { runs: [tried] }) });
    renderApp(`${ADDRESS}?step=goal`);
    expect(await screen.findByText(verdict)).toHaveRole('status');
    expect(screen.getByRole('cell', { name: cell })).toBeVisible();
  });
});

describe('a goal', () => {
  it('is missed and then reached, with settings and metrics of each attempt', async () => {
    const missed = labRun('goal', { goal: goal(false) });
    const reached = labRun('goal', {
      run_id: '00000000-0000-7000-8000-000000000002',
      settings: { [BUFFER]: 8 },
      goal: goal(true),
    });
    const shown = { now: attempt(['goal'], { runs: [missed] }) };
    const calls = serveAttempt(shown, {
      [START]: () => {
        shown.now = attempt(['goal'], { runs: [missed, reached] });
        return { status: 201, body: run({ id: reached.run_id }) };
      },
      'GET /api/runs/*': (url) => ({
        body: run({ id: url.pathname.split('/').at(-1) ?? '' }),
      }),
    });
    const { user } = renderApp(ADDRESS);
    expect(await screen.findByText(/^✗ The goal is missed/)).toBeVisible();
    const field = await screen.findByRole('textbox', { name: 'Buffer' });
    expect(screen.getByText('7 packets to 100 packets.')).toBeVisible();
    await user.clear(field);
    await user.type(field, '8');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(await screen.findByText('✓ The goal is reached.')).toBeVisible();
    expect(calls.find(({ route }) => route.startsWith('POST /api/lab'))?.body).toEqual({
      settings: { [BUFFER]: 8 },
    });
    const row = screen.getByRole('row', { name: /^Buffer 8 packets/ });
    expect(row).toHaveTextContent('85.2 ms');
    expect(row).toHaveTextContent('98.4%');
    expect(row).toHaveTextContent('✓ reached');
    expect(screen.getByRole('columnheader', { name: 'elephant: RTT, mean' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show as given' }));
    expect(screen.getByRole('button', { name: 'Show Buffer 8 packets' })).toBeVisible();
  });

  it('says at the field what the service refuses', async () => {
    const message = `${BUFFER} is 2; it must be at least 7`;
    const item = { path: BUFFER, pointer: `/settings/${BUFFER}`, message };
    const body = { title: 'Invalid', detail: message, errors: [item] };
    serveAttempt({ now: attempt(['goal']) }, { [START]: { status: 422, body } });
    const { user } = renderApp(ADDRESS);
    const field = await screen.findByRole('textbox', { name: 'Buffer' });
    await user.clear(field);
    await user.type(field, '2');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(await screen.findByText('It must be 7 packets to 100 packets.')).toBeVisible();
    expect(field).toBeInvalid();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
