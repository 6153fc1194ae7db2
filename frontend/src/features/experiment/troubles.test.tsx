import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ARMS, BUFFERS, experiment, RTTS, type Made } from '#tests/experimentFixtures';
import { renderApp } from '#tests/renderApp';
import { serveExperiment } from '#tests/serveExperiment';

// The page is a chunk of its own: fetched before the clock of a test runs.
import './ExperimentPage';

const USUAL: Made = { axes: [RTTS, BUFFERS, ARMS], seedCount: 20 };

const rail = () => screen.findByRole('complementary', { name: 'Chosen cell' });

describe('an experiment that is not all well', () => {
  it('that does not exist says so', async () => {
    const body = { title: 'Not found', detail: 'There is no such experiment.' };
    serveExperiment(USUAL, { 'GET /api/experiments/*': { status: 404, body } });
    renderApp('/experiments/e1');
    expect(await screen.findByText('There is no such experiment.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  it('names seed and reason of each failure, and offers to retry', async () => {
    const { progress } = experiment(USUAL);
    const failures = [{ seed: 11, reason: 'The worker ended.', core_version: '0.1.0+abc' }];
    const base = {
      texts: [],
      scenario: {},
      scenario_digest: 'ab12',
      numbers: {},
      estimates: {},
      seeds: [11],
    };
    serveExperiment(
      { ...USUAL, changes: { progress: { ...progress, failed_count: 1, done_count: 479 } } },
      { 'GET /api/experiments/*/cells/*': { body: { ...base, cell_index: 0, failures } } },
    );
    renderApp('/experiments/e1');
    expect(await screen.findByText('1 run failed')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry failed' })).toBeEnabled();
    const side = await rail();
    expect(await within(side).findAllByText(/Seed 11: The worker ended\./)).not.toHaveLength(0);
  });

  it('keeps the page when the numbers cannot be loaded, and says so', async () => {
    const body = { title: 'Broken', detail: 'The database does not answer.' };
    serveExperiment(USUAL, { 'GET /api/experiments/*/map': { status: 500, body } });
    renderApp('/experiments/e1');
    expect(await screen.findByText('The database does not answer.')).toBeVisible();
    expect(screen.getAllByRole('application', { name: /^Throughput ratio: / })).toHaveLength(2);
  });
});
