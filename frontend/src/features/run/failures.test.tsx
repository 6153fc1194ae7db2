import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

describe('what went wrong', () => {
  it('is reported with reason, seed and version when a run failed', async () => {
    const error = {
      code: 'attempts_exhausted',
      message: 'Three workers were lost.',
      seed: 7,
      core_version: '0.1.0+abc',
    };
    const progress = { simulated_s: 10, duration_s: 20, sample_count: 0 };
    serveRuns([run({ id: 'one', status: 'failed', result: null, error, progress })]);
    renderApp('/runs/one');
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('The run stopped at 10 s.');
    expect(note).toHaveTextContent('Three workers were lost. Seed 7, core 0.1.0+abc.');
  });

  it('is reported of a result that a remote worker has sent, checked or not', async () => {
    const sent = (id: string, is_drawn: boolean, confirmed_count: number) =>
      run({
        id,
        computed_elsewhere: { is_drawn, is_confirmed: id === 'two', confirmed_count },
      });
    serveRuns([
      sent('one', true, 0),
      sent('two', true, 1),
      sent('three', false, 0),
      sent('four', false, 21),
    ]);
    const first = renderApp('/runs/one');
    expect(await screen.findByText('Computed by a worker elsewhere, not checked.')).toBeVisible();
    expect(screen.getByText(/^A worker of this lab computes it again/)).toBeVisible();
    first.unmount();
    const second = renderApp('/runs/two');
    expect(await screen.findByText('Computed by a worker elsewhere, and checked.')).toBeVisible();
    second.unmount();
    const third = renderApp('/runs/three');
    expect(await screen.findByText(/^No result of that worker has been confirmed/)).toBeVisible();
    third.unmount();
    renderApp('/runs/four');
    expect(
      await screen.findByText(/21 other results .* found the same. This one was not selected/),
    ).toBeVisible();
  });

  it('is reported when there is no such run', async () => {
    const problem = { title: 'Not found', detail: 'There is no run one.', status: 404 };
    serveRuns([], { 'GET /api/runs/*': { status: 404, body: problem } });
    renderApp('/runs/one');
    expect(await screen.findByText('There is no run one.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  it('is reported when nothing was sampled', async () => {
    const progress = { simulated_s: 10, duration_s: 10, sample_count: 0 };
    serveRuns([run({ id: 'one', progress })]);
    renderApp('/runs/one');
    expect(await screen.findByText('Nothing was sampled.')).toBeVisible();
  });
});

describe('the name of a run', () => {
  it('is changed where it stands, and left alone by Escape', async () => {
    const calls = serveRuns([run({ id: 'one' })], {
      'PATCH /api/runs/*': { body: run({ id: 'one', name: 'Deep buffer' }) },
    });
    const { user } = renderApp('/runs/one');
    await user.click(await screen.findByRole('button', { name: 'Elephant and mouse' }));
    await user.keyboard('Nothing{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Elephant and mouse' }));
    await user.keyboard('Deep buffer{Enter}');
    expect(await screen.findByRole('button', { name: 'Deep buffer' })).toBeVisible();
    expect(calls.filter(({ route }) => route.startsWith('PATCH'))).toHaveLength(1);
  });
});
