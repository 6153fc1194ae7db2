import { describe, expect, it } from 'vitest';

import { predictedTime, rangeWords, roughly } from './predictedTime';

const sizes = [
  { from_packets: 4096, run_count: 3, packets_per_s: 50_000 },
  { from_packets: 1_048_576, run_count: 9, packets_per_s: 2_000_000 },
];

describe('the time that a run will take', () => {
  it('comes from runs of its size', () => {
    expect(predictedTime(5000, sizes)).toEqual({ seconds: 0.1, runCount: 3 });
    expect(predictedTime(2_000_000, sizes)).toEqual({ seconds: 1, runCount: 9 });
  });

  it('comes from the nearest size where there is none, if that is near', () => {
    expect(predictedTime(8_000_000, sizes)).toEqual({ seconds: 4, runCount: 9 });
    expect(predictedTime(100_000_000, sizes)).toBeNull();
    expect(predictedTime(100, sizes)).toBeNull();
    expect(predictedTime(5000, [])).toBeNull();
    expect(predictedTime(0, sizes)).toBeNull();
  });

  it('is said with one digit', () => {
    expect([0.004, 0.34, 6.6, 47, 100, 1260].map(roughly)).toEqual([
      { value: '0.1', unit: 's' },
      { value: '0.3', unit: 's' },
      { value: '7', unit: 's' },
      { value: '50', unit: 's' },
      { value: '2', unit: 'min' },
      { value: '20', unit: 'min' },
    ]);
  });
});

describe('a range of computing times', () => {
  it('is in the unit of its longer end', () => {
    expect(rangeWords(10.4, 19.6)).toBe('10 to 20 s');
    expect(rangeWords(55, 130)).toBe('0.9 to 2 min');
    expect(rangeWords(2000, 9000)).toBe('0.6 to 3 h');
    expect(rangeWords(0.003, 0.31)).toBe('0.1 to 0.3 s');
  });

  it('is one time where both ends read alike', () => {
    expect(rangeWords(0.01, 0.02)).toBe('about 0.1 s');
  });
});
