import { describe, expect, it } from 'vitest';

import { run } from '#tests/fixtures';

import { applyEvent } from './stream';
import type { RunEvent } from './types';

const running = run({
  status: 'running',
  result: null,
  progress: { simulated_s: 4, duration_s: 10, sample_count: 40 },
});
const event = (changes: Partial<RunEvent>): RunEvent => ({
  run_id: running.id,
  seq: 3,
  status: 'running',
  attempt: 1,
  simulated_s: 5,
  duration_s: 10,
  sample_count: 50,
  error: null,
  ...changes,
});

describe('applyEvent', () => {
  it('moves a run forward', () => {
    expect(applyEvent(running, event({})).progress.simulated_s).toBe(5);
  });

  it('ignores what comes late or twice', () => {
    expect(applyEvent(running, event({ simulated_s: 2, sample_count: 20 }))).toBe(running);
    expect(applyEvent(run(), event({}))).toEqual(run());
  });

  it('starts again with a new attempt, and not with an older one', () => {
    const again = applyEvent(running, event({ attempt: 2, simulated_s: 0, sample_count: 0 }));
    expect(again).toMatchObject({ attempt: 2, progress: { sample_count: 0 } });
    expect(applyEvent(again, event({ attempt: 1, sample_count: 90 }))).toBe(again);
  });
});
