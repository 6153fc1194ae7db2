import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Run } from '@/api/types';
import { fakeApi } from '#tests/fakeApi';
import { running } from '#tests/firstPage';
import { renderApp } from '#tests/renderApp';

describe('the gallery', () => {
  it('offers the known cases by topic, with what was measured of them', async () => {
    fakeApi(running);
    renderApp('/');
    const rtt = await screen.findByRole('heading', { name: 'Round-trip times' });
    const section = within(rtt.closest('section') ?? document.body);
    expect(section.getByRole('heading', { name: 'Elephant and mouse' })).toBeVisible();
    expect(section.getByText('1.41 times').tagName).toBe('B');
    expect(section.getByText('A paper says otherwise.')).toBeVisible();
    expect(section.getByRole('img', { name: 'BBRv2: throughput over time' })).toBeVisible();
    expect(section.getByText('Mean of 20 seeds; seed 7 is drawn')).toBeVisible();
    expect(section.getAllByText('97.00 to 99.00')).toHaveLength(2);
    const alone = screen.getByRole('img', { name: 'Link busy 98% of the time' });
    expect(alone).toBeVisible();
  });

  it('opens a known case at the seed that is drawn, or compares its variants', async () => {
    const calls = fakeApi(running);
    const { user, router } = renderApp('/');
    const name = 'Compare BBRv2 and FaiRTT: Elephant and mouse';
    await user.click(await screen.findByRole('button', { name }));
    await screen.findByText('FaiRTT: done in 0.31 s');
    expect(router.state.location.pathname).toBe('/runs/fairtt-7');
    expect(router.state.location.search).toEqual({ with: 'bbr2-7' });
    const owned = calls.filter(
      ({ route, headers }) => route === 'POST /api/runs' && headers.get('X-Lab-Owner') !== null,
    );
    expect(owned.map(({ body }) => (body as Run).seed)).toEqual([7, 7]);
  });

  it('opens each variant of a known case in the editor', async () => {
    fakeApi(running);
    renderApp('/');
    const edit = await screen.findByRole('link', { name: 'Edit FaiRTT: Elephant and mouse' });
    expect(edit).toHaveAttribute('href', '/build?preset=elephant-and-mouse&variant=1');
  });

  it('opens one variant alone from its curves', async () => {
    fakeApi(running);
    const { user, router } = renderApp('/');
    const name = 'Open FaiRTT: Elephant and mouse';
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/runs/fairtt-7'));
    expect(router.state.location.search).toEqual({});
  });
});
