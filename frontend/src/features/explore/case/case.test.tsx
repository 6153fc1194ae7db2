import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Run } from '@/api/types';
import { fakeApi } from '#tests/fakeApi';
import { catalog, running, shippedPreset } from '#tests/firstPage';
import { renderApp } from '#tests/renderApp';

const ADDRESS = '/cases/elephant-and-mouse';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('a known case', () => {
  it('shows what all seeds gave with one request, and runs nothing', async () => {
    const calls = fakeApi(catalog);
    renderApp(ADDRESS);
    await heading('Elephant and mouse');
    expect(screen.getByText('1.41 times').tagName).toBe('B');
    expect(screen.getByText('A paper says otherwise.')).toBeVisible();
    expect(screen.getByText(/^These 20 seeds are precomputed\. Core 0\.1\.0\+0\.$/)).toBeVisible();
    expect(screen.getByRole('row', { name: '1 1.400 1.200' })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: '20 1.414 1.212' })).toBeInTheDocument();
    const asked = calls.filter(({ url }) => url.pathname.startsWith('/api/presets'));
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/api/presets/elephant-and-mouse']);
    expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
  });

  it.each([
    [1, 'gives the same numbers'],
    [2, 'may give other numbers'],
  ])('says once what another core of behaviour %s would give', async (behaviour, text) => {
    const speed = { core_version: '0.2.0+9', behaviour_version: behaviour, sizes: [] };
    fakeApi({ ...catalog, 'GET /api/speed': { body: speed } });
    renderApp(ADDRESS);
    await heading('Elephant and mouse');
    const words = `Core 0.1.0+0; this lab’s core, 0.2.0+9, ${text}.`;
    expect(await screen.findByText((shown) => shown.endsWith(words))).toBeVisible();
    expect(screen.getAllByText(/Core 0\.1\.0\+0/)).toHaveLength(1);
  });

  it('draws throughput and queue of every variant at once, without Plotly', async () => {
    fakeApi(catalog);
    const { container } = renderApp(ADDRESS);
    await heading('Elephant and mouse');
    await waitFor(() => {
      expect(container.querySelectorAll('[data-curves]')).toHaveLength(2);
    });
    expect(container.querySelector('.js-plotly-plot')).toBeNull();
    for (const name of ['BBRv2', 'FaiRTT']) {
      const section = screen.getByRole('heading', { name: new RegExp(`^${name}`) });
      const stage = within(section.closest('section') ?? document.body);
      expect(stage.getByRole('link', { name: `Edit ${name}` })).toBeVisible();
    }
    // 1.4 of 2.4 and 1.2 of 2.2, of all seeds.
    expect(screen.getByRole('img', { name: 'elephant 58%, mouse 42%' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'elephant 55%, mouse 45%' })).toBeVisible();
  });

  it('says that a single seed is computed, and opens it as mine', async () => {
    const calls = fakeApi(running);
    const { user, router } = renderApp(ADDRESS);
    await heading('Elephant and mouse');
    expect(screen.getByText(/^Opens seed 7.* computed then/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Compare BBRv2 and FaiRTT' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/runs/fairtt-7'));
    expect(router.state.location.search).toEqual({ with: 'bbr2-7', over: 20 });
    const owned = calls.filter(
      ({ route, headers }) => route === 'POST /api/runs' && headers.has('X-Lab-Owner'),
    );
    expect(owned.map(({ body }) => (body as Run).seed)).toEqual([7, 7]);
  });

  it('opens one variant alone', async () => {
    fakeApi(running);
    const { user, router } = renderApp(ADDRESS);
    await heading('Elephant and mouse');
    await user.click(screen.getByRole('button', { name: 'Open FaiRTT' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/runs/fairtt-7'));
    expect(router.state.location.search).toEqual({});
  });

  it('draws one flow alone without shares', async () => {
    const { preset, together, numbers } = shippedPreset();
    const variants = preset.variants.map((variant) => ({
      ...variant,
      scenario: { ...variant.scenario, flows: variant.scenario.flows.slice(0, 1) },
    }));
    const body = { preset: { ...preset, variants }, together, numbers };
    fakeApi({ ...catalog, 'GET /api/presets/elephant-and-mouse': { body } });
    renderApp(ADDRESS);
    await heading('Elephant and mouse');
    expect(screen.queryByRole('img', { name: /elephant \d/ })).toBeNull();
  });

  it('says where a case is missing, and where the others are', async () => {
    const problem = { status: 404, title: 'Not found', detail: 'There is no preset.', errors: [] };
    fakeApi({ ...catalog, 'GET /api/presets/nothing': { status: 404, body: problem } });
    renderApp('/cases/nothing');
    expect(await heading('There is no such case')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the known cases' })).toHaveAttribute('href', '/');
  });
});
