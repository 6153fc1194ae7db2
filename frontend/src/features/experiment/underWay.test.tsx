import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { EXPERIMENT_FILES } from '@/generated/exportFiles';
import { ARMS, BUFFERS, experiment, RTTS, type Made } from '#tests/experimentFixtures';
import { renderApp } from '#tests/renderApp';
import { serveExperiment } from '#tests/serveExperiment';

// The page is a chunk of its own: fetched before the clock of a test runs.
import './ExperimentPage';

const USUAL: Made = { axes: [RTTS, BUFFERS, ARMS], seedCount: 20 };

/** Nothing is laid out in jsdom, so that the menu is there but hidden. */
async function openMenu(item: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  return screen.findByText(item);
}

describe('an experiment under way', () => {
  const made: Made = { ...USUAL, doneCells: 20 };

  it('says how far it is and can be paused by its owner', async () => {
    const paused = { ...experiment(made), status: 'paused' };
    serveExperiment(made, { 'POST /api/experiments/*/pause': { body: paused } });
    const { user } = renderApp('/experiments/e1');
    expect(await screen.findByText('about 4 s left')).toBeVisible();
    expect(screen.getByText(/of 480 runs/)).toHaveTextContent('410 of 480 runs');
    expect(screen.getByText('still running')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeEnabled();
    expect(screen.getByText('paused')).toBeVisible();
  });

  it('says why the lab itself has paused it', async () => {
    const pause_reason = 'The disk of this lab is full: numbers could not be stored.';
    serveExperiment({ ...made, changes: { status: 'paused', pause_reason } });
    renderApp('/experiments/e1');
    expect(await screen.findByText('The lab has paused this experiment')).toBeVisible();
    expect(screen.getByText(pause_reason)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resume' })).toBeEnabled();
  });

  it('says what was computed elsewhere, and how much of it here as well', async () => {
    const brought = {
      id: 'i1',
      computed_by: 'the cluster',
      core_version: '0.1.0+0',
      behaviour_version: 1,
      check_ratio: 0.02,
      lot: '0af1',
      units_sha256: null,
      unit_count: 480,
      drawn_count: 10,
      compared_count: 12,
      reason: null,
      created_at: '2026-11-29T09:00:00Z',
    };
    const reason = 'Cell 3 with seed 5 has other numbers.';
    const imports = [
      { ...brought, status: 'accepted' as const },
      { ...brought, id: 'i2', status: 'refused' as const, reason },
    ];
    serveExperiment({ ...made, changes: { imports } });
    renderApp('/experiments/e1');
    expect(await screen.findByText(/12 of 480 recomputed here/)).toHaveTextContent(
      'Imported: 480 runs, computed by the cluster (core 0.1.0+0). ' +
        '12 of 480 recomputed here, with equal numbers. Drawn by lot 0af1.',
    );
    expect(screen.getByText('Not imported: 480 runs, computed by the cluster')).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
  });

  it('has axes before the first run is done', async () => {
    serveExperiment(
      { ...USUAL, doneCells: 0, changes: { running_cells: [] } },
      {
        'GET /api/experiments/*/map': () => new Promise(() => undefined),
      },
    );
    renderApp('/experiments/e1');
    expect(await screen.findAllByText('0.5', { selector: 'text' })).not.toHaveLength(0);
    expect(screen.getByText('queued')).toBeVisible();
  });

  it('leaves what belongs to the owner to the owner', async () => {
    serveExperiment({ ...made, changes: { is_mine: false } });
    renderApp('/experiments/e1');
    expect(await screen.findByRole('heading', { name: 'Who wins, and where?' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    const fork = await openMenu('Fork and edit');
    expect(fork).toHaveAttribute('href', '/build?experiment=e1');
    expect(screen.queryByText('More seeds …')).toBeNull();
    expect(screen.queryByText('More values …')).toBeNull();
  });

  it('offers its files once it is over', async () => {
    serveExperiment(USUAL);
    renderApp('/experiments/e1');
    await openMenu('All of it (ZIP)');
    const files = document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Files"] a');
    expect([...files].map((link) => link.getAttribute('href'))).toEqual(
      Object.keys(EXPERIMENT_FILES).map((format) => `/api/experiments/e1/export/${format}`),
    );
  });

  it('can get more seeds: the definition with a larger count', async () => {
    const sent: unknown[] = [];
    serveExperiment(USUAL, {
      'POST /api/experiments/*/extend': (_, body) => {
        sent.push(body);
        return { body: experiment({ ...USUAL, seedCount: 40 }) };
      },
    });
    const { user } = renderApp('/experiments/e1');
    fireEvent.click(await openMenu('More seeds …'));
    await user.click(await screen.findByRole('button', { name: 'Add 480 runs' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ experiment: { replications: { count: 40, first_seed: 1 } } });
  });
});
