import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Run } from '@/api/types';
import { fakeApi } from '#tests/fakeApi';
import { algorithms, checked, presets, result, run, series, timeline } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';

const catalog = {
  'GET /api/presets': { body: presets() },
  'GET /api/algorithms': { body: algorithms() },
  'POST /api/scenarios/check': { body: checked() },
};

/** Runs that are done at once: the elephant gets 2.5 times under BBRv2, 1.25 under FaiRTT. */
function answerRun(_: URL, body: unknown) {
  const { scenario, seed } = body as Run;
  const name = scenario.flows[0]?.algorithm.name ?? '';
  const ratio = (name === 'bbr2' ? 2.5 : 1.25) * (seed % 2 === 0 ? 1.01 : 1);
  const { summary, ...rest } = result();
  const own = { ...rest, summary: { ...summary, throughput_ratio: ratio } };
  return { status: 201, body: { ...run(), id: `${name}-${seed}`, scenario, seed, result: own } };
}

const running = {
  ...catalog,
  'POST /api/runs': answerRun,
  'GET /api/runs/*/series': { body: series('x') },
  'GET /api/runs/*/timeline': { body: timeline('x') },
  'GET /api/runs': { body: { items: [], next_cursor: null } },
};

const sentence = () => screen.findByText((_, node) => isSentence(node));

function isSentence(node: Element | null): boolean {
  return node?.tagName === 'P' && node.textContent.startsWith('Over ');
}

describe('the first page', () => {
  it('runs twenty seeds of both algorithms by itself and says what is seen', async () => {
    const calls = fakeApi(running);
    renderApp('/');
    await screen.findByText('mean and 95% interval of 20');
    expect(await sentence()).toHaveTextContent(
      'Over 20 seeds the elephant gets 2.5 times the mouse under BBRv2 (95% interval 2.5 to 2.5) ' +
        'and 1.26 times under FaiRTT (1.25 to 1.26).',
    );
    const started = calls.filter(({ route }) => route === 'POST /api/runs');
    expect(started).toHaveLength(40);
    expect(started.slice(0, 2).map(({ body }) => (body as Run).seed)).toEqual([1, 1]);
    expect(started.every(({ headers }) => headers.get('X-Lab-Owner') === null)).toBe(true);
    expect(screen.getByRole('row', { name: '1 2.500 1.250' })).toBeInTheDocument();
  });

  it('opens the run that is drawn as mine, the first algorithm as baseline', async () => {
    const calls = fakeApi(running);
    const { user, router } = renderApp('/');
    const [text] = await screen.findAllByText(/^seed \d+, nearest to the medians$/);
    const seed = Number(/\d+/.exec(text?.textContent ?? '')?.[0]);
    await user.click(screen.getByRole('button', { name: 'Open this run' }));
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
    expect(screen.getByText(/Before the change: Elephant 35 ms/)).toBeVisible();
    expect(await sentence()).toHaveTextContent('Over 20 seeds');
  });

  it('runs again with the moved control', async () => {
    const calls = fakeApi(running);
    const { user } = renderApp('/');
    await screen.findByText('mean and 95% interval of 20');
    screen.getByRole('slider', { name: 'Random loss' }).focus();
    await user.keyboard('{Home}');
    expect(await screen.findByText(/^Elephant 35 ms.*random loss 0%/)).toBeVisible();
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
    expect(await sentence()).toHaveTextContent('1.26 times the mouse under FaiRTT');
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
    expect(await sentence()).toHaveTextContent(/^Over 2 of 20 seeds the elephant gets 2\.5 times/);
    expect(screen.getAllByText('seed 1')).toHaveLength(2);
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
