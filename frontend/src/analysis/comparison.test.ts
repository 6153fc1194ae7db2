import { describe, expect, it } from 'vitest';

import { describeComparison } from './comparison';
import { pairedInterval, ratioInterval, type SeedPair } from './replications';

function said(pairs: readonly SeedPair[], seedCount: number): string {
  const baseline = ratioInterval(pairs.map((pair) => pair.baseline));
  const other = ratioInterval(pairs.map((pair) => pair.other));
  const paired = pairedInterval(pairs);
  if (baseline === null || other === null || paired === null) throw new Error('no ratio');
  return describeComparison({
    labels: ['elephant', 'mouse'],
    baseline: { title: 'BBRv2', ratio: baseline },
    other: { title: 'FaiRTT', ratio: other },
    paired,
    seedCount,
  })
    .map(({ text }) => text)
    .join('');
}

const pair = (seed: number, baseline: number, other: number) => ({ seed, baseline, other });

describe('the sentence about two algorithms', () => {
  it('names both means with their intervals', () => {
    // Logarithms 0.01980 and 0.00995 apart, means 1.51493 and 1.20599; with one degree of freedom
    // the half widths are 12.7062 / 2 times that, 0.12581 and 0.06322.
    expect(said([pair(1, 1.5, 1.2), pair(2, 1.53, 1.212)], 2)).toBe(
      'Over 2 seeds the elephant gets 1.51 times the mouse under BBRv2 ' +
        '(95% interval 1.34 to 1.72) and 1.21 times under FaiRTT (1.13 to 1.28).',
    );
  });

  it('says when the seeds do not tell them apart', () => {
    expect(said([pair(1, 1, 2), pair(2, 2, 1)], 2)).toMatch(
      /\); the two are not distinguishable\.$/,
    );
  });

  it('says how many seeds of all there are, and has no interval of one', () => {
    expect(said([pair(1, 1.5, 1.2)], 20)).toBe(
      'Over 1 of 20 seeds the elephant gets 1.50 times the mouse under BBRv2 ' +
        'and 1.20 times under FaiRTT.',
    );
  });
});
