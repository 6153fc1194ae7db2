import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ARMS, BUFFERS, RTTS, type Made } from '#tests/experimentFixtures';
import { renderApp } from '#tests/renderApp';
import { serveExperiment } from '#tests/serveExperiment';

// The page is a chunk of its own: fetched before the clock of a test runs.
import './ExperimentPage';

const USUAL: Made = { axes: [RTTS, BUFFERS, ARMS], seedCount: 20 };

describe('an experiment with a precision', () => {
  const precision = { metric: 'jain_index', within_ratio: 0.05, most_count: 80 };

  it('says where it is reached and what the chosen cell still needs', async () => {
    serveExperiment({ ...USUAL, precision });
    renderApp('/experiments/e1?cell=1');
    expect(await screen.findByText(/±5% reached in 22 of 24 cells/)).toBeVisible();
    expect(
      screen.getByText(/^The chosen cell: 20 seeds, ±8.3%, gets more seeds, needs about 35 more\./),
    ).toBeVisible();
    // It is the metric that the page begins with, and seeds are added by the lab alone.
    expect(screen.getByRole('combobox', { name: 'Metric' })).toHaveValue('jain_index');
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByText('Fork and edit')).toBeInTheDocument();
    expect(screen.queryByText('More seeds …')).toBeNull();
  });

  it('says what every cell still needs in the data table', async () => {
    serveExperiment({ ...USUAL, precision });
    renderApp('/experiments/e1?table=true');
    const table = await screen.findByRole('table', { name: /^Jain/ });
    await waitFor(() => expect(within(table).getAllByText('35')).not.toHaveLength(0));
    expect(within(table).getAllByText('8.3')).not.toHaveLength(0);
    expect(within(table).getAllByRole('button', { name: 'needs' })).toHaveLength(2);
  });

  it('says of a comparison how well its effect is known, and of the baseline what it follows', async () => {
    serveExperiment({ ...USUAL, precision: { ...precision, of: 'effect' } });
    renderApp('/experiments/e1?cell=1&table=true');
    expect(
      await screen.findByText(
        /^The chosen cell: 20 seeds, ±8.3%, gets more seeds, .* comparison\.$/,
      ),
    ).toBeVisible();
    // The width is not that of a mean: the table of means has no column of it.
    const table = await screen.findByRole('table', { name: /^Jain/ });
    expect(within(table).queryAllByRole('button', { name: 'needs' })).toHaveLength(0);
    fireEvent.click(screen.getByRole('radio', { name: 'Difference' }));
    expect(await screen.findAllByRole('button', { name: 'ratio ± %' })).toHaveLength(1);
  });

  it('says that a baseline has the seeds of its comparisons', async () => {
    serveExperiment({ ...USUAL, precision: { ...precision, of: 'effect' } });
    renderApp('/experiments/e1?cell=0');
    expect(await screen.findByText(/the baseline, with as many as its comparisons/)).toBeVisible();
  });

  it('asks for none where there is a number of seeds', async () => {
    const calls = serveExperiment(USUAL);
    renderApp('/experiments/e1');
    await screen.findAllByRole('application');
    expect(calls.some(({ route }) => route.endsWith('/precision'))).toBe(false);
  });
});
