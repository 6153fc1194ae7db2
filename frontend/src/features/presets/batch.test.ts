import { describe, expect, it } from 'vitest';

import type { Run } from '@/api/types';
import { result, run } from '#tests/fixtures';

import { batchNumbers, doneSeeds, drawnSeed, NO_BATCHES, seedPairs, withNews } from './batch';
import type { Arm, Batches } from './batch';
import { SEEDS, type Setting } from './setting';

const setting: Setting = {
  algorithms: ['bbr2', 'fairtt'],
  elephantRttMs: 35,
  bufferBdp: 10,
  lossProbability: 0.0015,
};
const moved: Setting = { ...setting, elephantRttMs: 50 };

function done(seed: number, ratio: number | null): Run {
  const { summary, ...rest } = result();
  return run({ seed, result: { ...rest, summary: { ...summary, throughput_ratio: ratio } } });
}

function arrive(batches: Batches, arm: Arm, run: Run, at = setting): Batches {
  return withNews(batches, { setting: at, arrived: { arm, run } });
}

const both = (batches: Batches, seed: number, first: number | null, second: number | null) =>
  arrive(arrive(batches, 0, done(seed, first)), 1, done(seed, second));

describe('a comparison that is coming in', () => {
  it('counts a seed when it is done under both algorithms', () => {
    const half = arrive(NO_BATCHES, 0, done(1, 2));
    expect(half.current && doneSeeds(half.current)).toEqual([]);
    const running = arrive(half, 1, run({ seed: 1, status: 'running', result: null }));
    expect(running.current && doneSeeds(running.current)).toEqual([]);
    const whole = arrive(running, 1, done(1, 1.5));
    expect(whole.current && seedPairs(whole.current)).toEqual([
      { seed: 1, baseline: 2, other: 1.5 },
    ]);
  });

  it('leaves out a seed that has no ratio', () => {
    const { current } = both(both(NO_BATCHES, 1, 2, null), 2, 3, 1.5);
    expect(current && doneSeeds(current)).toEqual([1, 2]);
    expect(current && batchNumbers(current)?.paired.mean).toBeCloseTo(0.5, 12);
  });

  it('draws the first seed at once and the typical one when all are there', () => {
    let batches = both(NO_BATCHES, 1, 9, 9);
    expect(batches.current && drawnSeed(batches.current)).toBe(1);
    // Ratios rise with the seed from 1.02 to 1.20, and seed 1 is far above: seed 11 is the middle.
    for (const seed of SEEDS.slice(1)) batches = both(batches, seed, 1 + seed / 100, 1);
    expect(batches.current && drawnSeed(batches.current)).toBe(11);
  });

  it('keeps the setting before while the new one has no seed', () => {
    const old = both(NO_BATCHES, 1, 2, 1.5);
    const begun = withNews(old, { setting: moved, error: null });
    expect(begun.current?.setting).toBe(moved);
    expect(begun.before?.setting).toBe(setting);
    const again = withNews(begun, { setting: { ...moved }, error: null });
    expect(again.before?.setting).toBe(setting);
  });

  it('keeps what has come when the rest is refused', () => {
    const { current } = withNews(both(NO_BATCHES, 1, 2, 1.5), {
      setting,
      error: new Error('refused'),
    });
    expect(current?.error?.message).toBe('refused');
    expect(current && doneSeeds(current)).toEqual([1]);
  });
});
