import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { algorithms, run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';

const list = (items: unknown[], next_cursor: string | null = null) => ({
  'GET /api/algorithms': { body: algorithms() },
  'GET /api/runs': { body: { items, next_cursor } },
});

describe('the list of runs', () => {
  it('shows name, algorithm, seed and state', async () => {
    const failed = run({ id: 'two', name: '', status: 'failed', seed: 9 });
    const running = run({
      id: 'three',
      status: 'running',
      progress: { simulated_s: 2.5, duration_s: 10, sample_count: 25 },
    });
    fakeApi(list([run(), failed, running]));
    renderApp('/runs');
    const rows = await screen.findAllByRole('row');
    expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
      expect.stringMatching(/^Elephant and mouseBBRv27done/),
      expect.stringMatching(/^Run without a nameBBRv29failed/),
      expect.stringMatching(/^Elephant and mouseBBRv27running, 25%/),
    ]);
  });

  it('says that it is empty and leads to the known cases', async () => {
    fakeApi(list([]));
    renderApp('/runs');
    expect(await screen.findByText('Nothing has run yet in this browser.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Known cases' })).toHaveAttribute('href', '/');
  });

  it('deletes a run and asks for the list again', async () => {
    let items = [run()];
    fakeApi({
      'GET /api/algorithms': { body: algorithms() },
      'GET /api/runs': () => ({ body: { items, next_cursor: null } }),
      'DELETE /api/runs/*': () => {
        items = [];
        return { status: 204 };
      },
    });
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('button', { name: /^Delete Elephant/ }));
    expect(await screen.findByText('Nothing has run yet in this browser.')).toBeVisible();
  });

  it('says why a run was not deleted and keeps it', async () => {
    const problem = { title: 'Forbidden', detail: 'This run is somebody else’s.', status: 403 };
    fakeApi({ ...list([run()]), 'DELETE /api/runs/*': { status: 403, body: problem } });
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('button', { name: /^Delete Elephant/ }));
    expect(await screen.findByText('This run is somebody else’s.')).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('loads further pages by their cursor', async () => {
    const calls = fakeApi({
      'GET /api/algorithms': { body: algorithms() },
      'GET /api/runs': (url) =>
        url.searchParams.get('cursor') === 'next'
          ? { body: { items: [run({ id: 'b', name: 'Second' })], next_cursor: null } }
          : { body: { items: [run({ id: 'a', name: 'First' })], next_cursor: 'next' } },
    });
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Second')).toBeVisible();
    expect(screen.getByText('First')).toBeVisible();
    await waitFor(() => expect(calls.length).toBeGreaterThan(2));
  });

  it('says what to do when the lab does not answer', async () => {
    fakeApi({ ...list([]), 'GET /api/runs': { status: 502, body: 'bad gateway' } });
    renderApp('/runs');
    expect(await screen.findByText('The runs could not be loaded')).toBeVisible();
  });
});
