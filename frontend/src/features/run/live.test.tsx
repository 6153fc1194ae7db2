import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { FakeEventSource } from '#tests/fakeApi';
import { group, queuedRun, result, run, scenario, series } from '#tests/fixtures';
import { drawnNames, event, filledRail } from '#tests/rails';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

describe('a run while it is computed and when it stops', () => {
  const waiting = queuedRun('one');

  it('keeps its curves when it is cancelled, marked as a part', async () => {
    const progress = { simulated_s: 4.25, duration_s: 10, sample_count: 42 };
    serveRuns([{ ...waiting, status: 'cancelled', progress }]);
    renderApp('/runs/one');
    expect(await screen.findByText('Partial: cancelled at 4.3 of 10 s.')).toBeVisible();
    expect(screen.getByText('partial: 4.3 of 10 s')).toBeVisible();
    expect(
      await screen.findByText(/There is no summary: the run was cancelled before its end/),
    ).toBeVisible();
    await waitFor(() => expect(drawnNames()).toContain('one:0:throughput_bps'));
  });

  it('keeps its curves when it fails, with reason, seed and version', async () => {
    const progress = { simulated_s: 4.25, duration_s: 10, sample_count: 40 };
    const error = {
      code: 'simulation_failed',
      message: 'The simulation stopped with RuntimeError: a queue of negative length.',
      seed: 7,
      core_version: '0.1.0+abc',
    };
    serveRuns([{ ...waiting, status: 'failed', progress, error }]);
    renderApp('/runs/one');
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('Partial: failed at 4.3 of 10 s.');
    expect(note).toHaveTextContent(/negative length\. The curves are kept up to 4 s\./);
    expect(note).toHaveTextContent(/Seed 7, core 0\.1\.0\+abc\./);
    expect(screen.getByText('failed, partial: 4.3 of 10 s')).toBeVisible();
    expect(
      await screen.findByText(/There is no summary: the run failed before its end/),
    ).toBeVisible();
    expect(screen.getByText(/Causes are recorded only for completed runs/)).toBeVisible();
    await waitFor(() => expect(drawnNames()).toContain('one:0:throughput_bps'));
  });

  it('is asked for its curves first when it has some', async () => {
    const state = { isOver: false };
    const calls = serveRuns([], {
      'GET /api/runs/*': () => ({ body: state.isOver ? run({ id: 'one' }) : waiting }),
    });
    renderApp('/runs/one');
    // The page is whole: whatever it asks for of a run that waits, it has asked for.
    await filledRail('Meaning');
    const asked = () =>
      calls.map(({ route }) => route).filter((route) => /\/one($|\/series|\/timeline)/.test(route));
    expect(asked()).toEqual(['GET /api/runs/one']);
    state.isOver = true;
    const [stream] = FakeEventSource.opened;
    act(() => stream?.say('end', event('one', { status: 'done', simulated_s: 10 })));
    expect(await screen.findByText('2.5 times')).toBeVisible();
    await waitFor(() => expect(asked()).toContain('GET /api/runs/one/timeline'));
    // Which of the two others comes first depends on how long the curves take to be drawn.
    const [first, ...others] = new Set(asked().slice(1));
    expect(first).toBe('GET /api/runs/one/series');
    expect(others.sort()).toEqual(['GET /api/runs/one', 'GET /api/runs/one/timeline']);
  });

  it('never says that a run has no numbers while they are on their way', async () => {
    let isOver = false;
    let answer: (body: unknown) => void = () => undefined;
    const late = new Promise((resolve) => (answer = resolve));
    serveRuns([], {
      'GET /api/runs/*': async () => ({ body: isOver ? await late : waiting }),
    });
    renderApp('/runs/one');
    await screen.findByText('waiting for a worker');
    isOver = true;
    const [stream] = FakeEventSource.opened;
    act(() => stream?.say('end', event('one', { status: 'done', simulated_s: 10 })));
    expect(await screen.findByText('The run has ended. Its summary is loading.')).toBeVisible();
    expect(screen.queryByText(/There is no summary/)).toBeNull();
    answer(run({ id: 'one' }));
    expect(await screen.findByText('2.5 times')).toBeVisible();
  });

  it('says of curves that stay a part that they are one, and asks for the rest', async () => {
    const progress = { simulated_s: 4, duration_s: 10, sample_count: 40 };
    const running = { ...waiting, status: 'running' as const, progress };
    const state = { isOver: false, isRefused: true };
    const refusal = { title: 'Refused', detail: 'Not the rest.' };
    serveRuns([], {
      'GET /api/runs/*': () => ({ body: state.isOver ? run({ id: 'one' }) : running }),
      'GET /api/runs/*/series': () => {
        if (!state.isOver) return { body: { ...series('one'), complete: false } };
        return state.isRefused ? { status: 409, body: refusal } : { body: series('one') };
      },
    });
    const { user } = renderApp('/runs/one');
    await waitFor(() => expect(drawnNames()).toContain('one:0:throughput_bps'));
    state.isOver = true;
    const [stream] = FakeEventSource.opened;
    act(() =>
      stream?.say('end', event('one', { status: 'done', simulated_s: 10, sample_count: 100 })),
    );
    expect(await screen.findByText('The rest of the curves could not be loaded')).toBeVisible();
    state.isRefused = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Not the rest.')).toBeNull());
  });

  it('keeps its last state while the lab is too busy to report its end', async () => {
    const progress = { simulated_s: 4, duration_s: 10, sample_count: 40 };
    const running = { ...waiting, status: 'running' as const, progress };
    const state = { isOver: false, refusals: 0 };
    const busy = { title: 'Busy', detail: 'Later.' };
    serveRuns([], {
      'GET /api/runs/*': () => {
        if (!state.isOver) return { body: running };
        state.refusals += 1;
        if (state.refusals > 1) return { body: run({ id: 'one' }) };
        return { status: 429, body: busy, headers: { 'Retry-After': '1' } };
      },
    });
    renderApp('/runs/one');
    await waitFor(() => expect(drawnNames()).toContain('one:0:throughput_bps'));
    state.isOver = true;
    const [stream] = FakeEventSource.opened;
    act(() => stream?.say('end', event('one', { status: 'done', simulated_s: 10 })));
    await waitFor(() => expect(state.refusals).toBe(1));
    expect(screen.queryByText('This run could not be loaded')).toBeNull();
    expect(await screen.findByText('2.5 times')).toBeVisible();
  });

  it('says that a second attempt has begun', async () => {
    serveRuns([waiting]);
    renderApp('/runs/one');
    await screen.findByText('waiting for a worker');
    const [stream] = FakeEventSource.opened;
    act(() => stream?.say('progress', event('one', { attempt: 2 })));
    expect(await screen.findByText('4 s of 10 s simulated, attempt 2')).toBeVisible();
  });

  it('is cancelled as soon as the lab has answered, without a word of its worker', async () => {
    const progress = { simulated_s: 4, duration_s: 10, sample_count: 40 };
    const running = { ...waiting, status: 'running' as const, progress };
    let answer: (body: unknown) => void = () => undefined;
    const late = new Promise((resolve) => (answer = resolve));
    serveRuns([running], { 'POST /api/runs/*/cancel': async () => ({ body: await late }) });
    const { user } = renderApp('/runs/one');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Cancelling …' })).toBeDisabled();
    answer({ ...running, status: 'cancelled' });
    expect(await screen.findByText('partial: 4 of 10 s')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Cancel/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Run again' })).toBeEnabled();
  });
});

describe('a run with more than is kept or drawn', () => {
  it('says where its phases and events end', async () => {
    const whole = result();
    serveRuns([run({ id: 'one', result: { ...whole, events_truncated: true } })]);
    renderApp('/runs/one');
    const limits = await screen.findAllByText(/only to [\d.]+ s, more are not kept/);
    expect(limits).toHaveLength(2);
  });

  it('says of how many flows there are lines', async () => {
    const flows = [{ ...group('many', 0.03, 'bbr2'), count: 1000 }];
    serveRuns([run({ id: 'one', scenario: scenario({ flows }) })]);
    renderApp('/runs/one?curves=flows');
    expect(await screen.findByText(/Lines of 100 of 1,000 flows/)).toBeVisible();
  });
});
