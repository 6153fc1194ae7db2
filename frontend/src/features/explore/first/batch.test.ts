import { describe, expect, it } from 'vitest';

import { run } from '#tests/fixtures';
import { together } from '#tests/firstPage';

import {
  batchNumbers,
  firstSeedProgress,
  isWhole,
  NO_BATCHES,
  openedSeed,
  seedCount,
  sharesOfRatio,
  withNews,
} from './batch';
import { SEEDS, type Setting } from './setting';

const setting: Setting = {
  algorithms: ['bbr2', 'fairtt'],
  elephantRttMs: 35,
  bufferBdp: 10,
  lossProbability: 0.0015,
};
const moved: Setting = { ...setting, elephantRttMs: 50 };
const known = (seeds: readonly number[], at = setting) =>
  withNews(NO_BATCHES, { setting: at, together: together([2, 1.5], seeds) });

describe('a comparison that is coming in', () => {
  it('is whole with all seeds, and only then opens a seed', () => {
    const part = known(SEEDS.slice(0, 19)).current;
    expect(part && [isWhole(part), openedSeed(part)]).toEqual([false, null]);
    const all = known(SEEDS).current;
    expect(all && isWhole(all)).toBe(true);
    expect(all && SEEDS.includes(openedSeed(all) ?? 0)).toBe(true);
  });

  it('leaves out a seed that has no ratio, but counts it', () => {
    const two = together([2, 1.5], [1, 2]);
    const [first, second] = two.arms;
    if (first?.results[0] === undefined || second === undefined) throw new Error('no result');
    first.results[0].throughput_ratio = null;
    const { current } = withNews(NO_BATCHES, { setting, together: two });
    expect(current && seedCount(current)).toBe(2);
    const numbers = current && batchNumbers(current);
    expect(numbers?.pairs.map(({ seed }) => seed)).toEqual([2]);
    expect(numbers?.paired.mean).toBeCloseTo(0.75, 12);
  });

  it('keeps the setting before while the new one has no seed', () => {
    const begun = withNews(known([1]), { setting: moved, error: null });
    expect(begun.current?.setting).toBe(moved);
    expect(begun.before?.setting).toBe(setting);
    const again = withNews(begun, { setting: { ...moved }, error: null });
    expect(again.before?.setting).toBe(setting);
  });

  it('keeps what has come when the rest is refused', () => {
    const { current } = withNews(known([1]), { setting, error: new Error('refused') });
    expect(current?.error?.message).toBe('refused');
    expect(current && seedCount(current)).toBe(1);
  });

  it('knows which runs are under way', () => {
    const waits = withNews(NO_BATCHES, { setting, run: run({ id: 'a', status: 'queued' }) });
    expect([...(waits.current?.underWay.keys() ?? [])]).toEqual(['a']);
    const done = withNews(waits, { setting, run: run({ id: 'a', status: 'done' }) });
    expect(done.current?.underWay.size).toBe(0);
  });

  it('says how far its first seed is, and never less than before', () => {
    const at = (id: string, seed: number, simulated_s: number) => {
      const progress = { simulated_s, duration_s: 10, sample_count: 0 };
      return run({ id, seed, status: 'running' as const, progress });
    };
    const steps = [
      run({ id: 'a', seed: 1, status: 'queued' }),
      at('a', 1, 4),
      at('b', 1, 3),
      at('b', 1, 2),
      run({ id: 'a', seed: 1, status: 'done' }),
      at('b', 1, 6),
      run({ id: 'c', seed: 2, status: 'queued' }),
      run({ id: 'b', seed: 1, status: 'done' }),
    ];
    let batches = NO_BATCHES;
    const said = steps.map((step) => {
      batches = withNews(batches, { setting, run: step });
      return batches.current && firstSeedProgress(batches.current)?.simulatedSeconds;
    });
    expect(said).toEqual([undefined, 0, 3, 3, 3, 6, 6, 10]);
  });

  it('shows the sentence’s ratio as shares', () => {
    expect(sharesOfRatio({ count: 20, mean: 3, interval: null })).toEqual([0.75, 0.25]);
  });
});
