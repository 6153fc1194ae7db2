import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { run, scenario } from '#tests/fixtures';

import { runShared } from './sharedRuns';

const works = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    scenario: scenario(),
    seed: index + 1,
    queue: 'batch' as const,
  }));

function started(body: unknown, status: 'done' | 'queued') {
  const { seed } = body as { seed: number };
  return { status: 201, body: { ...run(), id: `id-${seed}`, seed, status } };
}

/** What is asked for when the first of three runs is given up while it waits. */
async function abandoned(cancelStatus: number): Promise<string[]> {
  const calls = fakeApi({
    'POST /api/runs': (_, body) => started(body, 'queued'),
    'POST /api/runs/*/cancel': { status: cancelStatus, body: { title: '', detail: '' } },
  });
  const controller = new AbortController();
  const seen = vi.fn(() => controller.abort());
  await runShared(new QueryClient(), works(3), 1, controller.signal, seen);
  expect(seen).toHaveBeenCalledTimes(1);
  return calls.map(({ route }) => route);
}

// A guard against what hangs: the event itself is waited for.
const PATIENCE_MS = 120_000;

describe('runs without an owner', () => {
  it('are asked for without the key that would make them mine', async () => {
    const calls = fakeApi({ 'POST /api/runs': (_, body) => started(body, 'done') });
    const seen: number[] = [];
    const signal = new AbortController().signal;
    await runShared(new QueryClient(), works(3), 2, signal, ({ seed }) => seen.push(seed));
    expect(seen).toEqual([1, 2, 3]);
    expect(calls.map(({ headers }) => headers.get('X-Lab-Owner'))).toEqual([null, null, null]);
  });

  it('are followed until they are over', async () => {
    let asked = 0;
    fakeApi({
      'POST /api/runs': (_, body) => started(body, 'queued'),
      'GET /api/runs/*': () => {
        asked += 1;
        return { body: { ...run(), id: 'id-1', status: asked < 2 ? 'running' : 'done' } };
      },
    });
    const seen: string[] = [];
    const signal = new AbortController().signal;
    await runShared(new QueryClient(), works(1), 4, signal, (_, { status }) => seen.push(status));
    expect(seen).toEqual(['queued', 'running', 'done']);
  });

  it('are so many at a time and no more', async () => {
    const open: (() => void)[] = [];
    fakeApi({
      'POST /api/runs': async (_, body) => {
        await new Promise<void>((answer) => open.push(answer));
        return started(body, 'done');
      },
    });
    const signal = new AbortController().signal;
    const all = runShared(new QueryClient(), works(12), 4, signal, () => undefined);
    for (let answered = 0; answered < 12; answered += 4) {
      await vi.waitFor(() => expect(open).toHaveLength(4), PATIENCE_MS);
      open.splice(0).forEach((answer) => answer());
    }
    await all;
  });

  it('are asked for once: what was seen is kept', async () => {
    const calls = fakeApi({ 'POST /api/runs': (_, body) => started(body, 'done') });
    const queryClient = new QueryClient();
    const signal = new AbortController().signal;
    const seen = vi.fn();
    await runShared(queryClient, works(2), 4, signal, seen);
    await runShared(queryClient, works(2), 4, signal, seen);
    expect(calls).toHaveLength(2);
    expect(seen).toHaveBeenCalledTimes(4);
  });

  it('are cancelled when they are not wanted any more, and no other one is started', async () => {
    expect(await abandoned(200)).toEqual(['POST /api/runs', 'POST /api/runs/id-1/cancel']);
  });

  it('may be over by then, which is no error', async () => {
    expect(await abandoned(409)).toHaveLength(2);
  });

  it('stop at the first refusal with its reason', async () => {
    const problem = { title: 'Too many', detail: 'Too many runs were asked for.', status: 429 };
    fakeApi({ 'POST /api/runs': { status: 429, body: problem } });
    const signal = new AbortController().signal;
    await expect(
      runShared(new QueryClient(), works(1), 1, signal, () => undefined),
    ).rejects.toThrow('Too many runs were asked for.');
  });
});
