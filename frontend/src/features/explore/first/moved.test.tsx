import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Run } from '@/api/types';
import { fakeApi } from '#tests/fakeApi';
import { answerRun, catalog, storingLab, together } from '#tests/firstPage';
import { run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';

const sentence = () => screen.findByText((_, node) => isSentence(node));

function isSentence(node: Element | null): boolean {
  return node?.tagName === 'P' && /^With .* gets/.test(node.textContent);
}

const whole = () => screen.findByText('mean and 95% interval of 20');

/** A setting that does not ship, by its address. */
const MOVED = '/?pair=bbr2.fairtt&rtt=50&buffer=10&loss=0';

describe('a control of the first page that is moved', () => {
  it('keeps the old numbers with their setting until a moved control has its own', async () => {
    fakeApi({ ...storingLab(), 'POST /api/seeds': () => new Promise(() => undefined) });
    const { user } = renderApp('/');
    await sentence();
    const slider = screen.getByRole('slider', { name: 'Elephant RTT' });
    slider.focus();
    await user.keyboard('{ArrowRight}');
    expect(slider).toHaveAttribute('aria-valuetext', '36 ms');
    expect(screen.getByText('Previous setting:')).toBeVisible();
    expect(await sentence()).toHaveTextContent('the elephant at 35 ms gets');
    expect(screen.getByRole('button', { name: 'Open in the workbench' })).toBeDisabled();
  });

  it('runs the seeds of a moved control without an owner and shows them all', async () => {
    const calls = fakeApi(storingLab());
    const { user } = renderApp('/');
    await sentence();
    screen.getByRole('slider', { name: 'Elephant RTT' }).focus();
    await user.keyboard('{ArrowRight}');
    const moved = /the elephant at 36\sms gets 1\.81 times/;
    await screen.findByText((_, node) => isSentence(node) && moved.test(node?.textContent ?? ''));
    const started = calls.filter(({ route }) => route === 'POST /api/runs');
    expect(started).toHaveLength(40);
    expect(started.every(({ headers }) => headers.get('X-Lab-Owner') === null)).toBe(true);
    const bodies = started.map(({ body }) => body as Run);
    expect(bodies.slice(0, 2).map(({ seed }) => seed)).toEqual([1, 1]);
    expect(bodies.slice(0, 2).map(({ queue }) => queue)).toEqual(['interactive', 'interactive']);
    expect(new Set(bodies.slice(2).map(({ queue }) => queue))).toEqual(new Set(['batch']));
  });

  it('asks once for what was computed before, and computes nothing again', async () => {
    const lab = storingLab();
    const stored = { body: together([1.8, 1.3]) };
    const calls = fakeApi({ ...lab, 'POST /api/seeds': stored });
    renderApp(MOVED);
    expect(await sentence()).toHaveTextContent('the elephant at 50 ms gets 1.81 times');
    expect(calls.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1);
  });

  it('says a range while seeds come in, and nothing before there are some', async () => {
    let known = [1, 2, 3];
    let release: () => void = () => undefined;
    const first = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = new Promise<never>(() => undefined);
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
    fakeApi({
      ...storingLab(),
      'POST /api/seeds': () => ({ body: together([1.8, 1.3], known, seeds) }),
      'POST /api/runs': async (url, body) => {
        const { seed } = body as Run;
        if (seed > 7) return held;
        await first;
        known = seeds.slice(0, Math.max(seed, known.length));
        return answerRun(url, body);
      },
    });
    renderApp(MOVED);
    expect(await screen.findByText(/3 of 20 seeds\./)).toBeVisible();
    expect(
      screen.getByText(
        (_, node) => node?.tagName === 'P' && /^In 3 seeds, /.test(node.textContent),
      ),
    ).toHaveTextContent(
      'In 3 seeds, the elephant at 50 ms gets 1.8 times as much as the mouse at 25 ms with BBRv2 and 1.3 times with FaiRTT.',
    );
    expect(screen.getByText(/Means over all 10 s; too few seeds for an interval\./)).toBeVisible();
    release();
    // Ratios of 1.8 and 1.818: an interval of one decimal has one value.
    expect(await sentence()).toHaveTextContent(
      'the elephant at 50 ms gets about 1.8 times as much as the mouse at 25 ms over all 10 s. With FaiRTT, about 1.3 times.',
    );
    expect(
      screen.getByText(/95% intervals over the seeds so far\. [5-7] of 20 seeds\./),
    ).toBeVisible();
    expect(screen.queryByText(/the same for both algorithms/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Open in the workbench' })).toBeDisabled();
  });

  it('says how far the first seed of a moved control is', async () => {
    let first: Partial<Run> = { status: 'queued', result: null };
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
    fakeApi({
      ...catalog,
      'POST /api/seeds': () => ({ body: together([1.8, 1.3], [], seeds) }),
      'POST /api/runs': (url, body) => {
        const { status, body: answer } = answerRun(url, body);
        return { status, body: { ...answer, ...first } };
      },
      'GET /api/runs/*': (url) => ({
        body: { ...run(), seed: 1, id: url.pathname.split('/').at(-1), ...first },
      }),
    });
    renderApp(MOVED);
    expect(await screen.findByText(/Waiting for a worker\./)).toBeVisible();
    const progress = { simulated_s: 4, duration_s: 10, sample_count: 40 };
    first = { status: 'running', result: null, progress };
    expect(await screen.findByText(/First seed: 4 s of 10 s simulated\./)).toBeVisible();
  });

  it('says that the lab is starting while no worker has been there', async () => {
    const waiting = { status: 'queued' as const, result: null };
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
    fakeApi({
      ...catalog,
      'GET /api/ready': { body: { ready: true, core_version: null } },
      'POST /api/seeds': () => ({ body: together([1.8, 1.3], [], seeds) }),
      'POST /api/runs': (url, body) => {
        const { status, body: answer } = answerRun(url, body);
        return { status, body: { ...answer, ...waiting } };
      },
      'GET /api/runs/*': () => ({ body: { ...run(), ...waiting } }),
    });
    renderApp(MOVED);
    expect(await screen.findByText('The lab is still starting')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says what to do when no worker takes a run', async () => {
    const waiting = { status: 'queued' as const, result: null };
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
    fakeApi({
      ...catalog,
      'POST /api/seeds': () => ({ body: together([1.8, 1.3], [], seeds) }),
      'POST /api/runs': (url, body) => {
        const { status, body: answer } = answerRun(url, body);
        return { status, body: { ...answer, ...waiting } };
      },
      'GET /api/runs/*': () => ({ body: { ...run(), ...waiting } }),
    });
    renderApp(MOVED);
    await screen.findByText(/Waiting for a worker\./);
    expect(await screen.findByText('Nothing is being computed')).toBeVisible();
    expect(screen.getByText(/\.\/lab up/)).toBeVisible();
  });

  it('says why the comparison stopped and tries again', async () => {
    let isRefused = true;
    const problem = { title: 'Too many', detail: 'Too many runs were asked for.', status: 429 };
    fakeApi({
      ...storingLab(),
      'POST /api/runs': (url: URL, body: unknown) =>
        isRefused ? { status: 429, body: problem } : answerRun(url, body),
      'POST /api/seeds': (_url: URL, body: unknown) => {
        const { seeds } = body as { seeds: number[] };
        return { body: together([1.8, 1.3], isRefused ? [] : seeds, seeds) };
      },
    });
    const { user } = renderApp(MOVED);
    const note = await screen.findByRole('alert');
    expect(within(note).getByText('Too many runs were asked for.')).toBeVisible();
    isRefused = false;
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await whole()).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
