import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

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
    expect(section.getAllByText('Throughput, 0 to 10 Mbit/s')).toHaveLength(2);
    expect(section.getByText('Mean of 20 seeds; seed 7 is drawn')).toBeVisible();
    expect(section.getAllByText('97.00 to 99.00')).toHaveLength(2);
    const alone = screen.getByRole('img', { name: '98% of the capacity is used' });
    expect(alone).toBeVisible();
  });

  it.each(['Open Elephant and mouse', 'FaiRTT: Elephant and mouse, all seeds'])(
    'opens a known case with its result: %s',
    async (name) => {
      const calls = fakeApi(running);
      const { user, router } = renderApp('/');
      await user.click(await screen.findByRole('link', { name }));
      expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
        'Elephant and mouse',
      );
      expect(router.state.location.pathname).toBe('/cases/elephant-and-mouse');
      expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
    },
  );

  it('opens each variant of a known case in the editor', async () => {
    fakeApi(running);
    renderApp('/');
    const edit = await screen.findByRole('link', { name: 'Edit FaiRTT: Elephant and mouse' });
    expect(edit).toHaveAttribute('href', '/build?preset=elephant-and-mouse&variant=1');
  });
});
