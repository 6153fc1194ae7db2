import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Run } from '@/api/types';
import { fakeApi } from '#tests/fakeApi';
import { catalog, storingLab } from '#tests/firstPage';
import { renderApp } from '#tests/renderApp';

const sentence = () => screen.findByText((_, node) => isSentence(node));

function isSentence(node: Element | null): boolean {
  return node?.tagName === 'P' && /^With .* gets/.test(node.textContent);
}

const whole = () => screen.findByText('mean and 95% interval of 20');

describe('the first page', () => {
  it('says what twenty seeds show with the first answer, and runs nothing', async () => {
    const calls = fakeApi(catalog);
    renderApp('/');
    expect(await sentence()).toHaveTextContent(
      'With BBRv2, the elephant at 35 ms gets 2.5 times as much as the mouse at 25 ms over all 10 s. ' +
        'With FaiRTT, 1.26 times.',
    );
    expect(
      screen.getByText(/Mean of 20 seeds.* 95% intervals 2\.51 to 2\.52 and 1\.25 to 1\.26\./),
    ).toBeVisible();
    expect(screen.getByText('mean and 95% interval of 20')).toBeVisible();
    // The bars are the sentence's ratio: 2.5124 / 3.5124 and 1.2562 / 2.2562.
    expect(screen.getByRole('img', { name: 'elephant 72%, mouse 28%' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'elephant 56%, mouse 44%' })).toBeVisible();
    expect(screen.getAllByText('mean of 20 seeds over all 10 s')).toHaveLength(2);
    // A mean of whole runs says what their second half has: the curves are flat, 2.5 and 1.25.
    expect(
      screen.getByText(
        /over the last 5 s the curves’ ratios are 2\.5 \(BBRv2\) and 1\.25 \(FaiRTT\)/,
      ),
    ).toBeVisible();
    expect(screen.getByRole('row', { name: '1 2.500 1.250' })).toBeInTheDocument();
    expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
    expect(calls.filter(({ url }) => url.pathname === '/api/opening')).toHaveLength(1);
    // One setting does not settle it: where else the two were compared.
    const elsewhere = await screen.findByText(
      /^One setting does not settle it\. Over the 3 situations/,
    );
    expect(elsewhere).toHaveTextContent(/ranks 24th of 25, BBRv2 21st\. League$/);
    const asked = calls.find(({ url }) => url.pathname.startsWith('/api/league/pairs'));
    expect(asked?.url.pathname).toBe('/api/league/pairs/bbr2/fairtt');
  });

  it('draws its curves without Plotly', async () => {
    fakeApi(catalog);
    const { container } = renderApp('/');
    await sentence();
    await waitFor(() => {
      expect(container.querySelectorAll('[data-curves]')).toHaveLength(2);
    });
    expect(container.querySelector('.js-plotly-plot')).toBeNull();
  });

  it('says whose the bands are where both are drawn over one another', async () => {
    fakeApi(catalog);
    const { user } = renderApp('/');
    await sentence();
    expect(await screen.findAllByText(/band: lowest to highest$/)).toHaveLength(2);
    await user.click(screen.getByRole('radio', { name: 'Overlay' }));
    expect(await screen.findByText(/band: lowest to highest with FaiRTT$/)).toBeVisible();
  });

  it('has the paper’s setting next to the leading one, known as well', async () => {
    const calls = fakeApi(catalog);
    const { user, router } = renderApp('/');
    await sentence();
    expect(screen.getByRole('button', { name: 'No random loss', pressed: true })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'The paper’s setting' }));
    expect(await sentence()).toHaveTextContent(
      /gets 1\.41 times as much as.* FaiRTT, 1\.21 times\.$/,
    );
    expect(screen.getByText('It reports 1.44 and 1.05.')).toBeVisible();
    const search = { loss: 0.0015 };
    await waitFor(() => expect(router.state.location.search).toMatchObject(search));
    expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
  });

  it('opens the typical seed as mine, the first algorithm as baseline', async () => {
    const calls = fakeApi(storingLab());
    const { user, router } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Open in the workbench' }));
    await screen.findByText('2 runs: done');
    const { pathname, search } = router.state.location;
    const seed = Number(/\d+$/.exec(pathname)?.[0]);
    expect(search).toEqual({ with: `bbr2-${seed}`, over: 20 });
    const owned = calls.filter(({ route }) => route === 'POST /api/runs');
    expect(owned.map(({ body }) => (body as Run).seed)).toEqual([seed, seed]);
    expect(owned[0]?.headers.get('X-Lab-Owner')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('swaps the algorithms when one is chosen that the other has', async () => {
    fakeApi(storingLab());
    const { user } = renderApp('/');
    await sentence();
    await user.selectOptions(screen.getByLabelText('Compare with'), 'bbr2');
    expect(screen.getByLabelText('Baseline')).toHaveValue('fairtt');
    await screen.findByText(/BBRv2’s ratio is 1\.38 times FaiRTT’s/);
    expect(await sentence()).toHaveTextContent(
      /^With FaiRTT.*1\.31 times as much as .* BBRv2, 1\.81 times/,
    );
  });

  it('opens with the setting of its address and writes there what is set', async () => {
    const calls = fakeApi(storingLab());
    const { user, router } = renderApp('/?pair=fairtt.bbr2&rtt=50&buffer=2&loss=0');
    await whole();
    expect(await sentence()).toHaveTextContent(/^With FaiRTT, the elephant at 50 ms gets/);
    const { scenario } = calls.find(({ route }) => route === 'POST /api/runs')?.body as Run;
    expect(scenario.flows[0]?.rtt_s).toBe(0.05);
    expect(scenario.bottleneck.buffer.amount).toBe(2);
    expect(scenario.bottleneck.loss).toEqual({ kind: 'none' });
    screen.getByRole('slider', { name: 'Buffer' }).focus();
    await user.keyboard('{ArrowRight}');
    const search = { pair: 'fairtt.bbr2', rtt: 50, buffer: 3, loss: 0 };
    await waitFor(() => expect(router.state.location.search).toEqual(search));
  });

  it('copies the address of the setting', async () => {
    fakeApi(catalog);
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    const { pathname, searchParams } = new URL(await navigator.clipboard.readText());
    expect(pathname).toBe('/');
    expect(Object.fromEntries(searchParams)).toEqual({
      pair: 'bbr2.fairtt',
      rtt: '35',
      buffer: '10',
      loss: '0',
    });
  });

  it('plays the curves with who has got what so far', async () => {
    fakeApi(catalog);
    const { user } = renderApp('/');
    const play = await screen.findByRole('button', { name: 'Play' });
    expect(play).toBeEnabled();
    await user.click(play);
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
    expect(await screen.findAllByText(/^mean of 20 seeds over the first \d s$/)).toHaveLength(2);
    expect(screen.getByText(/BBRv2 at \d s/)).toBeVisible();
  });

  it('says what to do when the lab does not answer', async () => {
    fakeApi({ ...catalog, 'GET /api/opening': { status: 503, body: 'starting' } });
    renderApp('/');
    expect(await screen.findByText('The lab does not answer')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  it('shows the comparison also when the gallery cannot be loaded', async () => {
    fakeApi({ ...catalog, 'GET /api/presets': { status: 500, body: { title: 'Broken' } } });
    renderApp('/');
    expect(await sentence()).toHaveTextContent('2.5 times');
    expect(await screen.findByText('The known cases could not be loaded')).toBeVisible();
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
    expect(await screen.findByText('Page not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the start' })).toHaveAttribute('href', '/');
  });
});
