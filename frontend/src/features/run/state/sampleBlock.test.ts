import { describe, expect, it } from 'vitest';

import { blockOf, sampleAt } from './sampleBlock';

describe('sampleAt', () => {
  it('gives the end of a sample to it', () => {
    expect(sampleAt(0.1, 0.1)).toBe(0);
    expect(sampleAt(0.10001, 0.1)).toBe(1);
    // 0.3 / 0.1 is a little more than 3 in binary.
    expect(sampleAt(0.1 * 3, 0.1)).toBe(2);
    expect(sampleAt(51.2, 0.1)).toBe(511);
  });

  it('gives the beginning of the run to its first sample', () => {
    expect(sampleAt(0, 0.1)).toBe(0);
  });
});

describe('blockOf', () => {
  it('asks for a hundred samples of a few flows, for fewer of many', () => {
    expect(blockOf(511, 2)).toEqual({ firstSample: 500, count: 100 });
    expect(blockOf(511, 100)).toEqual({ firstSample: 496, count: 16 });
    expect(blockOf(511, 10_000)).toEqual({ firstSample: 511, count: 1 });
  });
});
