import { describe, expect, it } from 'vitest';

import { describeResult, groupShares, type Fragment } from './sentence';

const textOf = (fragments: Fragment[]) => fragments.map(({ text }) => text).join('');
const flow = (
  groupIndex: number,
  label: string,
  mbitPerS: number,
  meanQueueBytes: number | null,
) => ({
  groupIndex,
  label,
  throughputBps: mbitPerS * 1e6,
  meanQueueBytes,
});

describe('groupShares', () => {
  it('sums flows of a group and compares with equal flows', () => {
    const shares = groupShares([
      flow(0, 'elephant', 6, 100),
      flow(1, 'mouse', 1, 20),
      flow(1, 'mouse', 3, 40),
    ]);
    expect(shares.map(({ share }) => share)).toEqual([0.6, 0.4]);
    expect(shares.map(({ fairShare }) => fairShare)).toEqual([1 / 3, 2 / 3]);
    expect(shares[1]).toMatchObject({ throughputBps: 2e6, flowCount: 2, meanQueueBytes: 30 });
  });

  it('has shares of zero, not of nothing, when no flow got anything', () => {
    expect(groupShares([flow(0, 'a', 0, null)])[0]).toMatchObject({
      share: 0,
      meanQueueBytes: null,
    });
  });
});

describe('describeResult', () => {
  const base = { jainIndex: 0.85, utilisationRatio: 0.984 };

  it('compares two groups and says what they keep in the queue', () => {
    const groups = groupShares([flow(0, 'elephant', 7.02, 52_000), flow(1, 'mouse', 2.83, 20_000)]);
    const text = textOf(describeResult({ ...base, groups, throughputRatio: 7.02 / 2.83 }));
    expect(text).toBe(
      'The elephant gets 2.5 times the mouse. It keeps 2.6 times as much in the queue.',
    );
  });

  it('says "only" when the first group gets less, and nothing of a queue it does not know', () => {
    const groups = groupShares([flow(0, 'elephant', 4, null), flow(1, 'mouse', 6, null)]);
    const text = textOf(describeResult({ ...base, groups, throughputRatio: 4 / 6 }));
    expect(text).toBe('The elephant gets only 0.67 times the mouse.');
  });

  it('describes one flow by its rate and the link', () => {
    const groups = groupShares([flow(0, 'flow', 9.6, null)]);
    const text = textOf(describeResult({ ...base, groups, throughputRatio: null }));
    expect(text).toBe('The flow gets 9.60 Mbit/s; the link is busy 98.4% of the time.');
  });

  it('names the most and the least of many groups', () => {
    const groups = groupShares([flow(0, 'a', 1, 1), flow(1, 'b', 5, 1), flow(2, 'c', 3, 1)]);
    const text = textOf(describeResult({ ...base, groups, throughputRatio: 0.2 }));
    expect(text).toContain('The b gets most, 5.00 Mbit/s a flow; the a gets least');
    expect(text).toContain('0.850');
  });
});
