import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Share } from '@/api/shares';
import { ARMS, BUFFERS, RTTS, type Made } from '#tests/experimentFixtures';
import type { Answer, Responder } from '#tests/fakeApi';
import { result, run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveExperiment } from '#tests/serveExperiment';
import { serveRuns } from '#tests/serveRuns';

// The pages are chunks of their own: fetched before the clock of a test runs.
import '@/features/experiment/EmbeddedExperiment';
import '@/features/experiment/ExperimentPage';

const USUAL: Made = {
  axes: [RTTS, BUFFERS, ARMS],
  seedCount: 20,
  changes: { is_mine: false },
};
const TOKEN = 'abcdefghijklmnopqrstuv';

function share(changes: Partial<Share> = {}): Share {
  return {
    kind: 'experiment',
    title: 'Who wins?',
    note: 'Look at the left edge.',
    trace_count: 0,
    view: 'view=map&metric=jain_index&cell=5',
    is_embeddable: true,
    is_mine: false,
    created_at: '2026-11-21T19:00:00Z',
    expires_at: null,
    core_versions: ['0.1.0+abc'],
    behaviour_versions: [1],
    runs: [],
    experiment_id: 'e1',
    items: [],
    baseline_index: 0,
    ...changes,
  };
}

function serve(
  shown: Share,
  more: Record<string, Answer | Responder> = {},
  core = '0.1.0+abc',
  behaviour = 1,
) {
  return serveExperiment(USUAL, {
    'GET /api/shared': { body: shown },
    'GET /api/speed': { body: { core_version: core, behaviour_version: behaviour, sizes: [] } },
    'POST /api/shares': {
      status: 201,
      body: { id: 's', token: TOKEN, path: `/s/${TOKEN}`, embed_path: null, expires_at: null },
    },
    ...more,
  });
}

describe('a link to an experiment', () => {
  it('shows the experiment as it was shared, and keeps what else is chosen', async () => {
    serve(share());
    const { router } = renderApp(`/s/${TOKEN}`);
    expect(await screen.findByRole('application', { name: /^Jain.*: FaiRTT/ })).toBeVisible();
    expect(screen.getByText('Look at the left edge.')).toBeVisible();
    expect(screen.getByText(/Core 0.1.0\+abc, 24 cells, 20 seeds each, shared/)).toBeVisible();
    expect(router.state.location.search).toEqual({ view: 'map', metric: 'jain_index', cell: 5 });
    // Keys are listened to by an effect, which may follow what is seen.
    await act(() => Promise.resolve());
    fireEvent.keyDown(window, { key: 't' });
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ cell: 5, table: true }),
    );
    expect(router.state.location.pathname).toBe(`/s/${TOKEN}`);
  });

  it('says which core it is of, and is run again by forking it', async () => {
    serve(share(), {}, '0.2.0+def', 2);
    renderApp(`/s/${TOKEN}`);
    expect(await screen.findByText(/Today's core is 0.2.0\+def/)).toBeVisible();
    const fork = screen.getByRole('link', { name: 'Fork and run again' });
    expect(fork).toHaveAttribute('href', '/build?experiment=e1');
  });

  it('says that an edited core gives the same numbers', async () => {
    serve(share(), {}, '0.1.0+edited');
    renderApp(`/s/${TOKEN}`);
    expect(await screen.findByText("Today's core gives the same numbers.")).toBeVisible();
  });

  it('says whether single cells of it still hold', async () => {
    const runs = new Map<string, unknown>();
    const calls = serve(share(), {
      'POST /api/runs': () => {
        const id = `r${String(runs.size)}`;
        const result = { summary_digest: runs.size < 2 ? 'digest-1' : 'another' };
        const run = { id, status: 'done', seed: 1, core_version: '0.2.0+def', result };
        runs.set(id, run);
        return { status: 201, body: run };
      },
    });
    const { user } = renderApp(`/s/${TOKEN}`);
    await user.click(await screen.findByRole('button', { name: "Run again with today's core" }));
    expect(await screen.findByText(/Core 0.2.0\+def gives different numbers/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See it' })).toHaveAttribute('href', '/runs/r2');
    const asked = calls.filter(({ route }) => route === 'POST /api/runs');
    expect(asked.map(({ body }) => (body as { seed: number }).seed)).toEqual([1, 1, 1]);
  });

  it('says and shows its result inside of other pages, with a view of its own', async () => {
    serve(share());
    const { router } = renderApp(`/embed/${TOKEN}`);
    expect(await screen.findByRole('application', { name: /^Jain.*: FaiRTT/ })).toBeVisible();
    expect(screen.getByText(/^Jain.*, 20 seeds$/)).toBeVisible();
    await waitFor(() =>
      expect(document.body).toHaveTextContent(/(FaiRTT brings|over 20 seeds|with FaiRTT)/),
    );
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByText('Look at the left edge.')).toBeVisible();
    expect(router.state.location.href).toBe(`/embed/${TOKEN}`);
  });
});

describe('runs inside of another page', () => {
  it('say what they show, with their seed and the note of the link', async () => {
    const shown = run({ id: 'r1', seed: 9, result: { ...result(), seed: 9 } });
    serveRuns([shown], {
      'GET /api/shared': {
        body: share({ kind: 'runs', experiment_id: null, runs: [shown], view: '' }),
      },
      'GET /api/speed': { body: { core_version: '0.1.0+abc', behaviour_version: 1, sizes: [] } },
    });
    renderApp(`/embed/${TOKEN}`);
    expect(await screen.findByText('Look at the left edge.')).toBeVisible();
    expect(await screen.findByText(/wire bytes, seed 9$/)).toBeVisible();
  });
});

describe('sharing an experiment', () => {
  it('takes the view along, by a key', async () => {
    const calls = serve(share());
    window.history.replaceState(null, '', '/experiments/e1?view=line&cell=3');
    const { user } = renderApp('/experiments/e1?view=line&cell=3');
    await screen.findByRole('button', { name: /^Share/ });
    fireEvent.keyDown(window, { key: 's' });
    await screen.findByRole('dialog', { name: 'Share this result' });
    await user.click(screen.getByRole('button', { name: 'Make the link' }));
    const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Permanent link' });
    expect(link.value).toMatch(new RegExp(`/s/${TOKEN}$`));
    const made = calls.find(({ route }) => route === 'POST /api/shares');
    expect(made?.body).toMatchObject({
      kind: 'experiment',
      experiment_id: 'e1',
      view: 'view=line&cell=3',
      title: 'Who wins, and where?',
    });
  });

  it('waits until the experiment is done', async () => {
    serveExperiment({ ...USUAL, doneCells: 5 });
    renderApp('/experiments/e1');
    fireEvent.click(await screen.findByRole('button', { name: /^Share/ }));
    expect(await screen.findByText(/the experiment must be done first/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Make the link' })).toBeDisabled();
  });
});
