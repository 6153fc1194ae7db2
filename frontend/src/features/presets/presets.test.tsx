import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Run } from '@/api/types';
import { fakeApi } from '#tests/fakeApi';
import { answerRun, catalog, running } from '#tests/firstPage';
import { run, series } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';

const sentence = () => screen.findByText((_, node) => isSentence(node));

function isSentence(node: Element | null): boolean {
  return node?.tagName === 'P' && /^With .* gets/.test(node.textContent);
}

describe('the first page', () => {
  it('runs twenty seeds of both algorithms by itself and says what is seen', async () => {
    const calls = fakeApi(running);
    renderApp('/');
    await screen.findByText('mean and 95% interval of 20');
    expect(await sentence()).toHaveTextContent(
      'With BBRv2, the elephant at 35 ms gets 2.5 times what the mouse at 25 ms gets. ' +
        'With FaiRTT, 1.26 times.',
    );
    expect(
      screen.getByText(/Mean of 20 seeds.* 95% intervals 2\.5 to 2\.5 and 1\.25 to 1\.26\./),
    ).toBeVisible();
    const started = calls.filter(({ route }) => route === 'POST /api/runs');
    expect(started).toHaveLength(40);
    expect(started.slice(0, 2).map(({ body }) => (body as Run).seed)).toEqual([1, 1]);
    expect(started.every(({ headers }) => headers.get('X-Lab-Owner') === null)).toBe(true);
    expect(screen.getByRole('row', { name: '1 2.500 1.250' })).toBeInTheDocument();
  });

  it('says that curves are on their way until they are there', async () => {
    let deliver: (answer: { body: unknown }) => void = () => undefined;
    const held = new Promise<{ body: unknown }>((resolve) => {
      deliver = resolve;
    });
    fakeApi({ ...running, 'GET /api/runs/*/series': () => held });
    renderApp('/');
    const waiting = /nearest to the medians; loading its curves$/;
    expect(await screen.findAllByText(waiting)).toHaveLength(2);
    deliver({ body: series('x') });
    expect(await screen.findAllByText(/^seed \d+, nearest to the medians$/)).toHaveLength(2);
  });

  it('opens the run that is drawn as mine, the first algorithm as baseline', async () => {
    const calls = fakeApi(running);
    const { user, router } = renderApp('/');
    const [text] = await screen.findAllByText(/^seed \d+, nearest to the medians$/);
    const seed = Number(/\d+/.exec(text?.textContent ?? '')?.[0]);
    await user.click(screen.getByRole('button', { name: 'Open in the workbench' }));
    await screen.findByText('FaiRTT: done in 0.31 s');
    const { pathname, search } = router.state.location;
    expect(pathname).toBe(`/runs/fairtt-${seed}`);
    expect(search).toEqual({ with: `bbr2-${seed}` });
    const owned = calls.filter(({ route }) => route === 'POST /api/runs').slice(-2);
    expect(owned.map(({ body }) => (body as Run).seed)).toEqual([seed, seed]);
    expect(owned[0]?.headers.get('X-Lab-Owner')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('keeps the old numbers with their setting until a moved control has its own', async () => {
    let isHeld = false;
    fakeApi({
      ...running,
      'POST /api/runs': (url, body) =>
        isHeld ? new Promise(() => undefined) : answerRun(url, body),
    });
    const { user } = renderApp('/');
    await screen.findByText('mean and 95% interval of 20');
    isHeld = true;
    const slider = screen.getByRole('slider', { name: 'Elephant RTT' });
    slider.focus();
    await user.keyboard('{ArrowRight}');
    expect(slider).toHaveAttribute('aria-valuetext', '36 ms');
    expect(screen.getByText(/Before the change: Buffer 10 BDP/)).toBeVisible();
    expect(await sentence()).toHaveTextContent('the elephant at 35 ms gets');
  });

  it('runs again with the moved control', async () => {
    const calls = fakeApi(running);
    const { user } = renderApp('/');
    await screen.findByText('mean and 95% interval of 20');
    screen.getByRole('slider', { name: 'Random loss' }).focus();
    await user.keyboard('{Home}');
    expect(await screen.findByText(/^Buffer 10 BDP, random loss 0%/)).toBeVisible();
    await screen.findByText('mean and 95% interval of 20');
    const started = calls.filter(({ route }) => route === 'POST /api/runs');
    expect(started).toHaveLength(80);
    const { scenario } = started[40]?.body as Run;
    expect(scenario.bottleneck.loss).toEqual({ kind: 'none' });
  });

  it('swaps the algorithms when one is chosen that the other has', async () => {
    fakeApi(running);
    const { user } = renderApp('/');
    await screen.findByText('mean and 95% interval of 20');
    await user.selectOptions(screen.getByLabelText('Beside it'), 'bbr2');
    expect(screen.getByLabelText('Baseline')).toHaveValue('fairtt');
    await screen.findByText(/BBRv2 has 2.0 times the ratio of FaiRTT/);
    expect(await sentence()).toHaveTextContent(
      /^With FaiRTT.*1\.26 times what .* BBRv2, 2\.5 times/,
    );
  });

  it('says how far the first seed is, and how many seeds there are before all are', async () => {
    let first: Partial<Run> = { status: 'queued', result: null };
    fakeApi({
      ...running,
      'POST /api/runs': (url, body) => {
        const { status, body: answer } = answerRun(url, body);
        if (answer.seed === 1) return { status, body: { ...answer, ...first } };
        // From seed 3 on nothing comes.
        return answer.seed > 2 ? new Promise(() => undefined) : { status, body: answer };
      },
      'GET /api/runs/*': (url) => {
        const [name] = url.pathname.split('/').at(-1)?.split('-') ?? [];
        const { flows } = run().scenario;
        const named = flows.map((flow) => ({ ...flow, algorithm: { name } }));
        const asked = { scenario: { ...run().scenario, flows: named }, seed: 1 };
        return { body: { ...answerRun(url, asked).body, ...first } };
      },
    });
    renderApp('/');
    expect(await screen.findByText(/Waiting for a worker\./)).toBeVisible();
    const progress = { simulated_s: 4, duration_s: 10, sample_count: 40 };
    first = { status: 'running', result: null, progress };
    expect(await screen.findByText(/4 s of 10 s simulated\./)).toBeVisible();
    first = {};
    await screen.findByText('mean and 95% interval of 2 of 20 seeds');
    expect(screen.getByText(/Mean of 2 of 20 seeds/)).toBeVisible();
    expect(await sentence()).toHaveTextContent('2.5 times');
    expect(await screen.findAllByText('seed 1')).toHaveLength(2);
  });

  it('opens with the setting of its address and writes there what is set', async () => {
    const calls = fakeApi(running);
    const { user, router } = renderApp('/?pair=fairtt.bbr2&rtt=50&buffer=2&loss=0');
    expect(await sentence()).toHaveTextContent(/^With FaiRTT, the elephant at 50 ms gets/);
    const { scenario } = calls.find(({ route }) => route === 'POST /api/runs')?.body as Run;
    expect(scenario.flows[0]?.rtt_s).toBe(0.05);
    expect(scenario.bottleneck.buffer.amount).toBe(2);
    expect(scenario.bottleneck.loss).toEqual({ kind: 'none' });
    screen.getByRole('slider', { name: 'Buffer' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(router.state.location.search).toEqual({
      pair: 'fairtt.bbr2',
      rtt: 50,
      buffer: 3,
      loss: 0,
    });
  });

  it('copies the address of the setting', async () => {
    fakeApi(running);
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    const { pathname, searchParams } = new URL(await navigator.clipboard.readText());
    expect(pathname).toBe('/');
    expect(Object.fromEntries(searchParams)).toEqual({
      pair: 'bbr2.fairtt',
      rtt: '35',
      buffer: '10',
      loss: '0.0015',
    });
  });

  it('plays the curves with who has got what so far', async () => {
    fakeApi(running);
    const { user } = renderApp('/');
    const play = await screen.findByRole('button', { name: 'Play' });
    await waitFor(() => expect(play).toBeEnabled());
    await user.click(play);
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
    expect(await screen.findAllByText(/^in the first \d s$/)).toHaveLength(2);
    expect(screen.getByText(/BBRv2 at \d s/)).toBeVisible();
  });

  it('asks for the first seed before all others, which stand behind', async () => {
    const calls = fakeApi(running);
    renderApp('/');
    await screen.findByText('mean and 95% interval of 20');
    const bodies = calls.filter(({ route }) => route === 'POST /api/runs').map(({ body }) => body);
    const queues = bodies.map((body) => (body as { queue: string }).queue);
    expect(queues.slice(0, 2)).toEqual(['interactive', 'interactive']);
    expect(new Set(queues.slice(2))).toEqual(new Set(['batch']));
  });

  it('says what to do when no worker takes a run', async () => {
    const waiting = { status: 'queued' as const, result: null };
    fakeApi({
      ...running,
      'POST /api/runs': (url, body) => {
        const { status, body: answer } = answerRun(url, body);
        return { status, body: { ...answer, ...waiting } };
      },
      'GET /api/runs/*': () => ({ body: { ...run(), ...waiting } }),
    });
    renderApp('/');
    await screen.findByText(/Waiting for a worker\./);
    expect(await screen.findByText('Nothing is being computed')).toBeVisible();
    expect(screen.getByText(/\.\/lab up/)).toBeVisible();
  });

  it('says why the comparison stopped and tries again', async () => {
    let isRefused = true;
    const problem = { title: 'Too many', detail: 'Too many runs were asked for.', status: 429 };
    fakeApi({
      ...running,
      'POST /api/runs': (url, body) =>
        isRefused ? { status: 429, body: problem } : answerRun(url, body),
    });
    const { user } = renderApp('/');
    const note = await screen.findByRole('alert');
    expect(within(note).getByText('Too many runs were asked for.')).toBeVisible();
    isRefused = false;
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('mean and 95% interval of 20')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
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
    expect(await screen.findByText('Page not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the start' })).toHaveAttribute('href', '/');
  });
});
