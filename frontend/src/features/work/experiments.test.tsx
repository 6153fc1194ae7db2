import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi, type Answer, type Responder } from '#tests/fakeApi';
import { renderApp } from '#tests/renderApp';

const progress = {
  unit_count: 280,
  done_count: 168,
  failed_count: 2,
  stored_count: 0,
  running_count: 2,
  seconds_left: 42,
  revision: 3,
};

function listed(changes: object = {}) {
  const points = ['0.5 BDP', '1 BDP', '2 BDP', '100 BDP'].map((text) => ({ text, values: [] }));
  return {
    id: 'e1',
    name: 'Who wins, and where?',
    status: 'running',
    axes: [
      { label: 'Algorithm', points: [{ text: 'BBRv2' }, { text: 'FaiRTT' }] },
      { label: 'Buffer', points },
    ],
    cell_count: 8,
    seed_count: 35,
    progress,
    created_at: '2026-11-21T12:00:00Z',
    finished_at: null,
    ...changes,
  };
}

function serve(list: Answer | Responder, more: Record<string, Answer> = {}) {
  return fakeApi({ 'GET /api/experiments': list, 'GET /api/algorithms': { body: [] }, ...more });
}

const page = (...items: object[]) => ({ body: { items, next_cursor: null } });

describe('my experiments', () => {
  it('say what they vary and how far they are', async () => {
    serve(page(listed()));
    renderApp('/runs?show=experiments');
    const link = await screen.findByRole('link', { name: 'Who wins, and where?' });
    expect(link).toHaveAttribute('href', '/experiments/e1');
    expect(
      screen.getByText('Algorithm: BBRv2, FaiRTT × Buffer: 0.5 to 100 BDP, 4 values × 35 seeds'),
    ).toBeVisible();
    expect(screen.getByText('running, 168 of 280 runs')).toBeVisible();
    expect(screen.getByText('2 runs failed')).toBeVisible();
    expect(screen.getByText('about 40 s left')).toBeVisible();
    const extend = screen.getByRole('link', { name: 'Extend Who wins, and where?' });
    expect(extend).toHaveAttribute('href', '/build?extend=e1');
    const fork = screen.getByRole('link', { name: 'Fork Who wins, and where?' });
    expect(fork).toHaveAttribute('href', '/build?experiment=e1');
  });

  it('are renamed and deleted in place', async () => {
    const calls = serve(page(listed()), {
      'PATCH /api/experiments/e1': { body: listed({ name: 'Other' }) },
      'DELETE /api/experiments/e1': { status: 204 },
    });
    const { user } = renderApp('/runs?show=experiments');
    await user.click(await screen.findByRole('button', { name: 'Rename Who wins, and where?' }));
    const name = screen.getByRole('textbox', { name: 'New name' });
    await user.clear(name);
    await user.type(name, 'Other{Enter}');
    await waitFor(() => expect(calls.some(({ route }) => route.startsWith('PATCH'))).toBe(true));
    expect(calls.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({ name: 'Other' });
    await user.click(await screen.findByRole('button', { name: 'Delete Who wins, and where?' }));
    const row = within(screen.getByRole('row', { name: /Who wins/ }));
    expect(row.getByText('Delete this experiment for good?')).toBeVisible();
    await user.click(row.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(calls.some(({ route }) => route.startsWith('DELETE'))).toBe(true));
  });

  it('are looked for by word, and say when none is like that', async () => {
    const calls = serve((url) => (url.searchParams.has('q') ? page() : page(listed())));
    const { user } = renderApp('/runs?show=experiments');
    await screen.findByText('running, 168 of 280 runs');
    await user.type(screen.getByRole('searchbox'), 'cubic');
    expect(await screen.findByText('No experiment matches.')).toBeVisible();
    expect(calls.at(-1)?.url.searchParams.get('q')).toBe('cubic');
    await user.click(screen.getByRole('button', { name: 'Show all experiments' }));
    expect(await screen.findByText('running, 168 of 280 runs')).toBeVisible();
  });

  it('say why there are none, and what to do', async () => {
    serve(page());
    renderApp('/runs?show=experiments');
    expect(await screen.findByText('You have no experiments yet.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Begin one' })).toHaveAttribute(
      'href',
      '/experiments/new',
    );
  });

  it('have a page of their own, which says what they are and keeps the words to look for', async () => {
    const calls = serve(page());
    const { user, router } = renderApp('/experiments?find=cubic');
    expect(await screen.findByRole('heading', { name: 'Experiments' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Experiments · FaiRTT Lab'));
    expect(calls.at(-1)?.url.searchParams.get('q')).toBe('cubic');
    await user.click(await screen.findByRole('button', { name: 'Show all experiments' }));
    expect(await screen.findByRole('link', { name: 'Begin one' })).toBeVisible();
    expect(router.state.location.href).toBe('/experiments');
  });

  it('say what is wrong when they can not be read', async () => {
    serve({ status: 400, body: { title: 'No owner', detail: 'There is no key.' } });
    renderApp('/runs?show=experiments');
    expect(await screen.findByText('The experiments could not be loaded')).toBeVisible();
    expect(screen.getByText('There is no key.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
