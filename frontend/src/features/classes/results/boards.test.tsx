import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import {
  CLASS_ADDRESS,
  CLASS_ID,
  classAnswer,
  classroom,
  serveClass,
  stepBoard,
} from '#tests/classFixtures';
import { classMap, RUN_ID } from '#tests/labFixtures';
import { renderApp } from '#tests/renderApp';

import '../ClassPage';
import '../GuidePage';
import '../wall/WallPage';
import '@/steps/Prose';

describe('what a class makes of a step', () => {
  const numbers = stepBoard('number', {
    answers: [classAnswer(1, 700), classAnswer(2, 100), classAnswer(3, 650)],
    truth: { number: 734, positions: null, curve: null },
  });

  it('holds the truth of a prediction back until it is asked for', async () => {
    serveClass({ now: classroom(['number', 'run']), boards: [numbers] });
    const { user } = renderApp(CLASS_ADDRESS);
    const strip = await screen.findByRole('img', { name: /^Guess the RTT: 3 answers/ });
    expect(strip).toHaveAccessibleName(
      'Guess the RTT: 3 answers from 100 ms to 700 ms; class median 650 ms.',
    );
    await user.click(screen.getByRole('checkbox', { name: 'Show what happened' }));
    expect(await screen.findByRole('img', { name: /^Guess the RTT/ })).toHaveAccessibleName(
      'Guess the RTT: 3 answers from 100 ms to 700 ms; class median 650 ms; what happened 734 ms; 1 too low; 2 right; 0 too high.',
    );
  });

  it('lays predictions and truth on one another at the run', async () => {
    const curve = stepBoard('curve', {
      answers: [
        classAnswer(1, [
          [0, 10_000],
          [10, 10_000],
        ]),
        classAnswer(2, [
          [0, 50_000],
          [10, 50_000],
        ]),
        classAnswer(3, [
          [0, 90_000],
          [10, 90_000],
        ]),
      ],
      truth: {
        number: null,
        positions: null,
        curve: { time_s: [0, 5, 10], values: [50_000, 50_000, 50_000] },
      },
    });
    serveClass({ now: classroom(['curve', 'run']), boards: [curve] });
    renderApp(`${CLASS_ADDRESS}?step=run`);
    const plot = await screen.findByRole('application', { name: /^Draw it: 3 curves of/ });
    expect(plot).toHaveAccessibleName(/against what happened: 1 too low, 1 within 20%, 1 too high/);
    expect(within(plot).getByText('class median')).toBeInTheDocument();
    expect(within(plot).getByText('what happened')).toBeInTheDocument();
  });

  it('compares a sawtooth by its falls and its height, and draws no median of it', async () => {
    const saw = (shift: number, high: number) =>
      [0, 1, 2].flatMap((tooth): [number, number][] => [
        [shift + 3 * tooth, high / 2],
        [shift + 3 * tooth + 2.7, high],
      ]);
    const truth = saw(0.2, 60_000);
    const curve = stepBoard('curve', {
      answers: [classAnswer(1, saw(0.6, 58_000)), classAnswer(2, saw(0, 20_000))],
      truth: {
        number: null,
        positions: null,
        curve: { time_s: truth.map(([time]) => time), values: truth.map(([, value]) => value) },
      },
    });
    serveClass({ now: classroom(['curve', 'run']), boards: [curve] });
    renderApp(`${CLASS_ADDRESS}?step=run`);
    const plot = await screen.findByRole('application', { name: /^Draw it: 2 curves of/ });
    expect(plot).toHaveAccessibleName(
      /; 1 reaches .* The run’s curve falls 2 times: 0 falls too seldom, 2 about/,
    );
    expect(within(plot).queryByText('class median')).toBeNull();
    expect(within(plot).getByText('what happened')).toBeInTheDocument();
  });

  it('counts choices and marks the right one', async () => {
    const choice = stepBoard('choice', {
      answers: [classAnswer(1, 1)],
      tally: [
        { label: 'The link', count: 0, is_right: false },
        { label: 'The window', count: 1, is_right: true },
      ],
    });
    const calls = serveClass({ now: classroom(['choice']), boards: [choice] });
    const { user } = renderApp(CLASS_ADDRESS);
    const list = await screen.findByRole('list', { name: 'What limits it?' });
    const [link, window] = within(list).getAllByRole('listitem');
    expect(link).toHaveTextContent('The link0');
    expect(window).toHaveTextContent('The window1');
    await user.click(screen.getByRole('checkbox', { name: 'Show what is right, on the wall too' }));
    await waitFor(() => expect(window).toHaveTextContent('The window ✓ right1'));
    expect(calls.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({
      revealed_step_ids: ['choice'],
    });
  });

  it('lists attempts at a goal with the run that proves each', async () => {
    const goal = stepBoard('goal', {
      runs: [
        {
          student_id: 's1',
          number: 1,
          alias: 'Ada',
          run_id: RUN_ID,
          settings: { 'bottleneck.buffer.amount': 8 },
          status: 'done',
          holds: true,
          terms: { utilisation_ratio: 0.984 },
          hidden: null,
        },
      ],
    });
    serveClass({ now: classroom(['goal']), boards: [goal] });
    renderApp(CLASS_ADDRESS);
    const row = await screen.findByRole('row', { name: /^Ada Buffer 8 packets 98.4% ✓ reached/ });
    expect(within(row).getByRole('link')).toHaveAttribute('href', `/runs/${RUN_ID}`);
  });

  it('shows what was taken for what when the teacher says so', async () => {
    const table = { newreno: { newreno: 3, cubic: 1 }, cubic: { newreno: 0, cubic: 4 } };
    const player = { student_id: 's1', number: 1, alias: 'Ann', right_count: 7, answered_count: 8 };
    const game = { rounds: 8, table, scores: [player], class_right_ratio: 0.875 };
    serveClass({ now: classroom(['game']), boards: [stepBoard('game', { game })] });
    const { user } = renderApp(CLASS_ADDRESS);
    expect(await screen.findByText('right of 8 guesses')).toBeVisible();
    expect(screen.getByRole('row', { name: 'Ann 7 8' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Guesses: Name it' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Show what happened, on the wall too' }));
    const guesses = within(await screen.findByRole('region', { name: 'Guesses: Name it' }));
    const rows = guesses.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.slice(1).map((text) => text?.replace(/^\D+/, ''))).toEqual(['31', '04']);
  });

  it('says what could not be loaded, and tries again', async () => {
    const body = { title: 'Away', detail: 'The database is away.' };
    let isAway = true;
    serveClass(
      { now: classroom(['number', 'run']) },
      {
        [`GET /api/classes/${CLASS_ID}/steps/number`]: () =>
          isAway ? { status: 503, body } : { body: numbers },
      },
    );
    const calls = renderApp(CLASS_ADDRESS);
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('The answers could not be loaded');
    isAway = false;
    await calls.user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('img', { name: /^Guess the RTT/ })).toBeVisible();
  });
});

describe('beside the step', () => {
  it('is the map of the class, with its numbers as a table', async () => {
    const map = stepBoard('map', { map: classMap() });
    serveClass({ now: classroom(['words', 'map']), boards: [map] });
    const { user } = renderApp(CLASS_ADDRESS);
    expect(await screen.findByText(/^4 runs in 2 of 6 cells/)).toBeVisible();
    await user.click(screen.getByText('Map as a table'));
    const table = within(screen.getByRole('region', { name: /as a table$/ }));
    expect(table.getByRole('row', { name: '20 10 4.20 3.90 to 4.50 3' })).toBeVisible();
    expect(table.getByRole('row', { name: '40 100 6.10 – 1' })).toBeVisible();
  });

  it('is the guide with notes, answers and a solution', async () => {
    serveClass({ now: classroom(['number', 'choice', 'goal', 'run']) });
    const { user } = renderApp(`${CLASS_ADDRESS}?show=guide`);
    expect((await screen.findAllByText('700 ms'))[0]).toBeVisible();
    expect(screen.getByText('More is better')).toBeVisible();
    await user.click(screen.getByText('All steps, with answers and solutions'));
    expect(screen.getByText('The window')).toBeVisible();
    expect(screen.getByText('Buffer 8 packets')).toBeVisible();
  });

  it('leads to the guide on paper', async () => {
    serveClass(
      { now: classroom(['words']) },
      {
        [`GET /api/classes/${CLASS_ID}/guide`]: {
          text: "# A lab: teacher's guide\n\n| step | minutes |\n|---|---:|\n| Why? | 5 |\n",
        },
      },
    );
    const { user } = renderApp(`${CLASS_ADDRESS}?show=guide`);
    await user.click(await screen.findByRole('link', { name: 'Print the guide' }));
    expect(await screen.findByRole('heading', { name: "A lab: teacher's guide" })).toBeVisible();
    expect(screen.getByRole('row', { name: 'Why? 5' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'To the class' })).toHaveAttribute(
      'href',
      `${CLASS_ADDRESS}?show=guide`,
    );
  });

  it('keeps a snapshot', async () => {
    const calls = serveClass(
      { now: classroom(['words']) },
      { [`POST /api/classes/${CLASS_ID}/snapshots`]: { body: {} } },
    );
    const { user } = renderApp(`${CLASS_ADDRESS}?show=snapshots`);
    await user.click(await screen.findByRole('button', { name: 'Keep a snapshot' }));
    await waitFor(() =>
      expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({
        step_id: 'words',
        title: 'Why?',
      }),
    );
  });

  it('ends and deletes the class after a question, and states the dates', async () => {
    const shown = { now: classroom(['words']) };
    serveClass(shown, {
      [`POST /api/classes/${CLASS_ID}/close`]: () => {
        shown.now = { ...shown.now, closed_at: '2026-11-22T12:00:00Z' };
        return { body: shown.now };
      },
      [`DELETE /api/classes/${CLASS_ID}`]: { status: 204 },
      'GET /api/classes': { body: [] },
      'GET /api/labs': { body: [] },
    });
    const { user, router } = renderApp(`${CLASS_ADDRESS}?show=class`);
    expect(await screen.findByText(/closes automatically on 20 December 2026/)).toHaveTextContent(
      'deleted on 19 January 2027',
    );
    await user.click(screen.getByRole('button', { name: 'End the class' }));
    await user.click(screen.getByRole('button', { name: 'End it' }));
    expect(await screen.findByText(/The class ended on 22 November 2026/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pause/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete the class' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/classes'));
  });
});
