import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { checked, presets, run, series, timeline, algorithms } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';

const catalog = {
  'GET /api/presets': { body: presets() },
  'GET /api/algorithms': { body: algorithms() },
  'POST /api/scenarios/check': { body: checked() },
};

describe('the first page', () => {
  it('offers the first preset with its variants and what follows from it', async () => {
    fakeApi(catalog);
    renderApp('/');
    await screen.findByRole('heading', { level: 1, name: 'Elephant and mouse' });
    expect(screen.getByText('BBRv2 and FaiRTT, seed 1, on the same axes.')).toBeVisible();
    expect(await screen.findByText('43.8, 31.3')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'One flow' })).toBeVisible();
  });

  it('starts both variants with the seed and opens one page, the first as baseline', async () => {
    const ids = ['id-of-bbr2', 'id-of-fairtt'];
    const calls = fakeApi({
      ...catalog,
      'POST /api/runs': (_, body) => {
        const { scenario, seed } = body as ReturnType<typeof run>;
        const id = scenario.flows[0]?.algorithm.name === 'bbr2' ? ids[0] : ids[1];
        return { status: 201, body: { ...run(), id, scenario, seed } };
      },
      'GET /api/runs': { body: { items: [], next_cursor: null } },
      'GET /api/runs/*/series': { body: series('x') },
      'GET /api/runs/*/timeline': { body: timeline('x') },
    });
    const { user, router } = renderApp('/');
    const seed = await screen.findByLabelText('Seed');
    await user.clear(seed);
    await user.type(seed, '42');
    await user.click(screen.getByRole('button', { name: 'Run both' }));
    await screen.findByText('FaiRTT: done in 0.31 s');
    expect(router.state.location.href).toBe('/runs/id-of-fairtt?with=id-of-bbr2');
    const started = calls.filter(({ route }) => route === 'POST /api/runs');
    expect(started.map(({ body }) => (body as { seed: number }).seed)).toEqual([42, 42]);
    expect(started[0]?.headers.get('X-Lab-Owner')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('says why a run was not started', async () => {
    const problem = { title: 'Too many', detail: 'Too many runs were asked for.', status: 429 };
    fakeApi({ ...catalog, 'POST /api/runs': { status: 429, body: problem } });
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Run both' }));
    const note = await screen.findByRole('alert');
    expect(within(note).getByText('Too many runs were asked for.')).toBeVisible();
  });

  it('marks a seed that is none and keeps the last good one', async () => {
    fakeApi(catalog);
    const { user } = renderApp('/');
    const seed = await screen.findByLabelText('Seed');
    await user.clear(seed);
    await user.type(seed, '-3');
    expect(seed).toBeInvalid();
    await user.tab();
    expect(seed).toHaveValue('1');
  });

  it('says what to do when the lab does not answer', async () => {
    fakeApi({ ...catalog, 'GET /api/presets': { status: 503, body: 'starting' } });
    renderApp('/');
    expect(await screen.findByText('The presets could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  it('points to the editor when there is no preset', async () => {
    fakeApi({ ...catalog, 'GET /api/presets': { body: [] } });
    renderApp('/');
    expect(await screen.findByText('There are no presets.')).toBeVisible();
  });
});

describe('an address that leads nowhere', () => {
  it('says so and leads home', async () => {
    fakeApi(catalog);
    renderApp('/nowhere');
    expect(await screen.findByText('There is no such page')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the start' })).toHaveAttribute('href', '/');
  });
});
