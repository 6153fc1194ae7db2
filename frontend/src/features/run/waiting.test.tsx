import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Waiting } from '@/api/runs/waiting';
import { FakeEventSource } from '#tests/fakeApi';
import { queuedRun, run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

const queued = queuedRun('one');

const progress = {
  run_id: 'one',
  seq: 2,
  status: 'running',
  attempt: 1,
  simulated_s: 4,
  duration_s: 10,
  sample_count: 40,
  error: null,
};

function waiting(changes: Partial<Waiting>): Waiting {
  return { run_id: 'one', status: 'queued', waits_for: 'turn', ahead_count: 0, ...changes };
}

describe('a run that waits', () => {
  it.each([
    [{ waits_for: 'worker' }, 'Waiting for a worker: none is running yet.'],
    [{ waits_for: 'start' }, 'Waiting for a worker, which is starting.'],
    [{ waits_for: 'broker' }, 'Waiting for the message broker, which is not responding.'],
    [{ ahead_count: 0 }, 'Waiting for a free worker, next in line.'],
    [{ ahead_count: 1 }, 'Waiting for a free worker: 1 other comes first.'],
    [{ ahead_count: 12 }, 'Waiting for a free worker: 12 others come first.'],
  ] satisfies [Partial<Waiting>, string][])('says for what: %o', async (changes, sentence) => {
    serveRuns([queued], { 'GET /api/runs/*/waiting': { body: waiting(changes) } });
    renderApp('/runs/one');
    expect(await screen.findByText(sentence, {}, { timeout: 20_000 })).toBeVisible();
    expect(screen.getByText('It starts automatically.')).toBeVisible();
  });

  it('asks again until it is another thing that it waits for', async () => {
    let asked = 0;
    serveRuns([queued], {
      'GET /api/runs/*/waiting': () => {
        asked += 1;
        return { body: waiting({ waits_for: asked === 1 ? 'worker' : 'start' }) };
      },
    });
    renderApp('/runs/one');
    await screen.findByText('Waiting for a worker: none is running yet.', {}, { timeout: 20_000 });
    const later = 'Waiting for a worker, which is starting.';
    expect(await screen.findByText(later, {}, { timeout: 20_000 })).toBeVisible();
  }, 30_000);

  it('says nothing of a run that has begun', async () => {
    serveRuns([queued]);
    renderApp('/runs/one');
    await screen.findByText('waiting for a worker');
    expect(screen.queryByText(/^Waiting for/)).toBeNull();
    const [stream] = FakeEventSource.opened;
    act(() => stream?.say('progress', progress));
    expect(await screen.findByText('4 s of 10 s simulated')).toBeVisible();
    expect(screen.queryByText(/^Waiting for/)).toBeNull();
  });

  it('asks nothing about a run that is done', async () => {
    let asked = 0;
    serveRuns([run({ id: 'one' })], {
      'GET /api/runs/*/waiting': () => {
        asked += 1;
        return { body: waiting({}) };
      },
    });
    renderApp('/runs/one');
    await screen.findByText('2.5 times');
    expect(asked).toBe(0);
  });
});
