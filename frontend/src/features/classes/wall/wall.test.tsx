import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import {
  CLASS_ADDRESS,
  CLASS_ID,
  classroom,
  serveClass,
  wallOf,
  wallStep,
} from '#tests/classFixtures';
import { FakeEventSource } from '#tests/fakeApi';
import { renderApp } from '#tests/renderApp';

import '../ClassPage';
import './WallPage';
import '@/steps/Prose';

const WALL = `${CLASS_ADDRESS}/wall`;
const now = classroom(['read']);
const tally = [
  { label: 'The link', count: 0, is_right: false },
  { label: 'The window', count: 1, is_right: true },
];

describe('the wall', () => {
  it('shows how to join while no student has joined', async () => {
    serveClass({ now, wall: wallOf(['words'], { student_count: 0 }) });
    renderApp(WALL);
    expect(await screen.findByText('QUEUE-4217')).toBeVisible();
    expect(screen.getByRole('img', { name: /QR code of/ })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  it('counts who has answered, and follows the teacher', async () => {
    const shown = {
      now,
      wall: wallOf(['pick', 'run'], { step_id: 'pick', student_count: 1, done_count: 1 }),
    };
    serveClass(shown);
    renderApp(WALL);
    expect(await screen.findByText('1 of 1 have answered')).toBeVisible();
    expect(screen.queryByText('The elephant')).toBeNull();
    const pick = wallStep('pick', {
      answers: [{ answer: 0 }],
      tally: [{ label: 'The elephant', count: 1, is_right: true }],
    });
    shown.wall = { ...shown.wall, step_id: 'run', steps: [pick] };
    FakeEventSource.opened.at(-1)?.say('change', {
      work_revision: 1,
      control_revision: 1,
      wall_revision: 2,
    });
    const option = (await screen.findByText('The elephant')).closest('li');
    expect(option).toHaveTextContent('✓ right');
  });

  it('shows numbers over what is right, within its tolerance', async () => {
    const number = wallStep('number', {
      answers: [{ answer: 100 }, { answer: 700 }, { answer: 720 }],
      truth: { number: 710, positions: null, curve: null },
      tolerance_ratio: 0.25,
    });
    serveClass({ now, wall: wallOf(['number', 'run'], { step_id: 'run', steps: [number] }) });
    renderApp(WALL);
    const strip = await screen.findByRole('img', { name: /3 answers from 100 ms to 720 ms/ });
    expect(strip).toHaveAccessibleName(/what happened 710 ms; 1 too low; 2 right; 0 too high/);
  });

  it('counts runs and guesses, and has a table of guesses only when it gets one', async () => {
    const goal = wallStep('goal', { runner_count: 3, reached_count: 1 });
    const wall = wallOf(['goal', 'game'], { step_id: 'goal', steps: [goal] });
    serveClass({ now, wall });
    const first = renderApp(WALL);
    expect((await screen.findByText('reached the goal')).closest('li')).toHaveTextContent(/^1/);
    expect(screen.getByText('still trying').closest('li')).toHaveTextContent(/^2/);
    expect(screen.queryByRole('table')).toBeNull();
    first.unmount();
    const table = { newreno: { newreno: 3, cubic: 1 }, cubic: { newreno: 0, cubic: 4 } };
    for (const each of [null, table]) {
      const game = wallStep('game', { game: { guess_count: 8, right_count: 7, table: each } });
      serveClass({ now, wall: { ...wall, step_id: 'game', steps: [game] } });
      const shown = renderApp(WALL);
      const line = (await screen.findByText('right of 8 guesses')).closest('li');
      expect(line).toHaveTextContent(/^7/);
      expect(screen.queryAllByRole('table')).toHaveLength(each === null ? 0 : 1);
      shown.unmount();
    }
  });

  it('shows settings against results at a goal once it gets them', async () => {
    const buffer = (amount: number, holds: boolean, rtt: number) => ({
      settings: { 'bottleneck.buffer.amount': amount },
      holds,
      terms: { 'flow["a"].mean_rtt_s': rtt },
    });
    const given = { settings: {}, holds: false, terms: { 'flow["a"].mean_rtt_s': 0.735 } };
    const tried = [buffer(8, true, 0.087), buffer(20, false, 0.169), given];
    const goal = wallStep('goal', { runner_count: 2, reached_count: 1, tried });
    serveClass({ now, wall: wallOf(['goal'], { step_id: 'goal', steps: [goal] }) });
    renderApp(WALL);
    const plot = await screen.findByRole('img', { name: /RTT, mean over Buffer, packets/ });
    expect(plot).toHaveAccessibleName(/3 tries; 1 reached the goal, at 8 packets\.$/);
    expect(plot.querySelectorAll('rect')).toHaveLength(3);
    expect(plot.querySelectorAll('rect[data-holds="true"]')).toHaveLength(1);
  });

  it('shows the run beside what was predicted of it, in the plots that are chosen', async () => {
    const pick = wallStep('pick', {
      answers: [{ answer: 0 }],
      tally: [{ label: 'The elephant', count: 1, is_right: true }],
    });
    const columns = { throughput_bps: { mean: [1e6, 1e6] }, rtt_s: { mean: [0.04, 0.05] } };
    const curves = {
      seed: 7,
      buffer_bytes: 150_000,
      sample_interval_s: 0.1,
      bucket_samples: 1,
      time_s: [0.1, 0.2],
      subjects: [
        { subject: 'link' as const, index: 0, columns: { queue_bytes: { mean: [0, 15_000] } } },
        { subject: 'flow' as const, index: 0, columns },
      ],
    };
    const wall = wallOf(['pick', 'run'], { step_id: 'run', steps: [pick], curves });
    serveClass({ now, wall });
    const { user } = renderApp(WALL);
    expect(await screen.findByText('The elephant')).toBeVisible();
    const run = screen.getByRole('region', { name: 'Run it: what happened' });
    expect(run).toHaveTextContent('The run of all students, seed 7');
    const plot = () => within(run).getByRole('application');
    expect(await within(run).findByRole('application')).toHaveAccessibleName(
      /^Run it: Throughput, Queue of the run/,
    );
    await user.click(within(run).getByRole('button', { name: 'RTT' }));
    await user.click(within(run).getByRole('button', { name: 'Queue' }));
    await user.click(within(run).getByRole('button', { name: 'Throughput' }));
    await user.click(within(run).getByRole('button', { name: 'RTT' }));
    expect(plot()).toHaveAccessibleName(/^Run it: RTT of the run/);
    expect(within(run).getByRole('button', { name: 'RTT', pressed: true })).toBeVisible();
  });

  it('has no code once the class has ended', async () => {
    const wall = wallOf(['choice'], { code: null, is_closed: true, student_count: 0 });
    serveClass({ now, wall: { ...wall, steps: [wallStep('choice', { tally })] } });
    renderApp(WALL);
    expect(await screen.findByText('The class has ended.')).toBeVisible();
    expect(screen.queryByText(/QUEUE-4217/)).toBeNull();
  });
});

describe('a link of the wall', () => {
  const asked = (calls: ReturnType<typeof serveClass>) =>
    calls
      .filter(({ route }) => route.endsWith('/wall'))
      .map(({ headers }) => headers.get('X-Lab-Wall'));

  it('lets this computer show it, leaves the address, and is kept', async () => {
    const calls = serveClass({ now, wall: wallOf(['words'], { student_count: 0 }) });
    const { router, unmount } = renderApp(`${WALL}#key=s3cret`);
    expect(await screen.findByText('QUEUE-4217')).toBeVisible();
    expect(router.state.location.hash).toBe('');
    expect(asked(calls)).toEqual(['s3cret']);
    expect(calls.every(({ route }) => route.endsWith('/wall'))).toBe(true);
    unmount();
    const again = serveClass({ now, wall: wallOf(['words'], { student_count: 0 }) });
    renderApp(WALL);
    await screen.findByText('QUEUE-4217');
    expect(asked(again)).toEqual(['s3cret']);
  });

  it('that is void shows nothing any more, and is asked for no more', async () => {
    let isVoid = false;
    const body = { title: 'Not yours', detail: 'Open the newest link of the wall.' };
    const wall = wallOf(['words'], { student_count: 0 });
    const calls = serveClass(
      { now },
      {
        [`GET /api/classes/${CLASS_ID}/wall`]: () =>
          isVoid ? { status: 403, body } : { body: wall },
      },
    );
    renderApp(`${WALL}#key=s3cret`);
    await screen.findByText('QUEUE-4217');
    isVoid = true;
    const stream = FakeEventSource.opened.at(-1);
    stream?.say('change', { work_revision: 1, control_revision: 1, wall_revision: 2 });
    expect(await screen.findByText(body.detail)).toBeVisible();
    expect(screen.queryByText('QUEUE-4217')).toBeNull();
    await waitFor(() => expect(stream?.isClosed).toBe(true));
    expect(Object.keys(window.localStorage).filter((key) => key.startsWith('lab-wall'))).toEqual(
      [],
    );
    expect(asked(calls).length).toBe(2);
  });

  it('is made under Class, and shown once', async () => {
    const calls = serveClass(
      { now },
      { [`POST /api/classes/${CLASS_ID}/wall-key`]: { body: { wall_key: 'n3w' } } },
    );
    const { user } = renderApp(`${CLASS_ADDRESS}?show=class`);
    await user.click(await screen.findByRole('button', { name: 'New link of the wall' }));
    const field = await screen.findByRole('textbox', { name: 'Link of the wall' });
    expect(field).toHaveValue(`${window.location.origin}${WALL}#key=n3w`);
    expect(calls.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1);
  });
});

describe('solutions', () => {
  it('are given out by the teacher, after the end of the class', async () => {
    const calls = serveClass({ now });
    const { user } = renderApp(`${CLASS_ADDRESS}?show=class`);
    const part = within(await screen.findByRole('complementary'));
    const box = part.getByRole('checkbox', { name: /^Students get the solutions/ });
    expect(box).not.toBeChecked();
    await user.click(box);
    await waitFor(() => expect(box).toBeChecked());
    expect(calls.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({
      shows_solutions: true,
    });
  });
});

describe('what a teacher shows on the wall', () => {
  it('is chosen answers in their order, in place of all others', async () => {
    const talk = { step_id: 'pick', answers: [{ answer: 1 }, { answer: 0 }], left_count: 1 };
    const pick = wallStep('pick', { answers: [{ answer: 0 }], tally });
    const wall = wallOf(['pick', 'run'], { step_id: 'run', steps: [pick], discussion: talk });
    serveClass({ now, wall });
    renderApp(WALL);
    const list = await screen.findByRole('list', { name: /^Answers to/ });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([expect.stringMatching(/^A/), 'BThe elephant']);
    expect(screen.queryByText('The window')).toBeNull();
  });

  it('is the time that is left for the step', async () => {
    const ends_at = new Date(Date.now() + 125_000).toISOString();
    const timer = { step_id: 'words', ends_at, pauses_at_end: false };
    serveClass({ now, wall: wallOf(['words'], { step_id: 'words', timer }) });
    renderApp(WALL);
    expect(await screen.findByRole('timer')).toHaveTextContent(/^2:0[3-5] left$/);
  });
});
