import { describe, expect, it } from 'vitest';

import { type Fragment } from './fragments';
import { describeResult, groupShares, type FlowNumbers } from './sentence';

const LABELS = [
  'elephant',
  'CUBIC',
  'BBRv2',
  'flow 1',
  '',
  '20 ms',
  'Vegas',
  'a “b',
  'x, y',
  'פיל',
];
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
  const base = { jainIndex: 0.85, busiest: { name: 'the link', ratio: 0.984 } };

  it('compares two groups and says what they keep in the queue', () => {
    const groups = groupShares([flow(0, 'elephant', 7.02, 52_000), flow(1, 'mouse', 2.83, 20_000)]);
    const text = textOf(describeResult({ ...base, groups, throughputRatio: 7.02 / 2.83 }));
    expect(text).toBe(
      'The elephant gets 2.5 times as much as the mouse. It keeps 2.6 times as much in the queue.',
    );
    const several = { ...base, groups, throughputRatio: 7.02 / 2.83, hasOneQueue: false };
    expect(textOf(describeResult(several))).toMatch(/as much in queues\.$/);
  });

  it('says "only" when the first group gets less, and nothing of a queue it does not know', () => {
    const groups = groupShares([flow(0, 'elephant', 4, null), flow(1, 'mouse', 6, null)]);
    const text = textOf(describeResult({ ...base, groups, throughputRatio: 4 / 6 }));
    expect(text).toBe('The elephant gets only 0.67 times as much as the mouse.');
  });

  it('says nothing of a queue in which no flow keeps a packet, as at a policer', () => {
    const groups = groupShares([flow(0, 'a', 4, 420), flow(1, 'b', 5, 1000)]);
    const text = textOf(describeResult({ ...base, groups, throughputRatio: 4 / 5 }));
    expect(text).toBe('a gets only 0.80 times as much as b.');
  });

  it('describes one flow by its rate and the link', () => {
    const groups = groupShares([flow(0, 'flow', 9.6, null)]);
    const text = textOf(describeResult({ ...base, groups, throughputRatio: null }));
    expect(text).toBe('The flow gets 9.60 Mbit/s; 98% of the capacity of the link is used.');
  });

  it('says of a group that is not there in this time that it is not, and compares the others', () => {
    const late = { ...flow(1, 'late', 0, 0), activeSeconds: 0 };
    const seen = (...flows: FlowNumbers[]) =>
      textOf(
        describeResult({
          groups: groupShares(flows),
          throughputRatio: null,
          jainIndex: null,
          busiest: { name: 'the link', ratio: 0.9 },
        }),
      );
    expect(seen(flow(0, 'CUBIC', 9, 0), late)).toBe(
      'CUBIC gets 9.00 Mbit/s; 90% of the capacity of the link is used. ' +
        'The late flow is not active in this time.',
    );
    expect(seen(late)).toBe('The late flow is not active in this time.');
  });

  it('names the link where there are several', () => {
    const groups = groupShares([flow(0, 'CUBIC', 9.98, null)]);
    const busiest = { name: 'the link narrow', ratio: 0.994 };
    const text = textOf(describeResult({ ...base, busiest, groups, throughputRatio: null }));
    expect(text).toBe('CUBIC gets 9.98 Mbit/s; 99% of the capacity of the link narrow is used.');
  });

  it('names the most and the least of many groups', () => {
    const groups = groupShares([flow(0, 'a', 1, 1), flow(1, 'b', 5, 1), flow(2, 'c', 3, 1)]);
    const text = textOf(describeResult({ ...base, groups, throughputRatio: 0.2 }));
    expect(text).toBe(
      'b gets the most (5.00 Mbit/s), a the least (1.00 Mbit/s). Jain’s index is 0.850.',
    );
  });

  it('compares each flow of one group with each of the other', () => {
    const five = (group: number, label: string, rate: number) =>
      Array.from({ length: 5 }, () => flow(group, label, rate, 9000));
    const groups = groupShares([...five(0, 'CUBIC', 0.76), ...five(1, 'BBRv2', 1)]);
    const text = textOf(describeResult({ ...base, groups, throughputRatio: 0.76 }));
    expect(text).toBe(
      'Each CUBIC flow gets only 0.76 times as much as each BBRv2 flow. Each keeps 1.00 times as much in the queue.',
    );
  });

  it('gives a name no article, and its hue to the name alone', () => {
    const groups = groupShares([flow(0, 'CUBIC', 2, null), flow(1, 'elephant', 1, null)]);
    const fragments = describeResult({ ...base, groups, throughputRatio: 2 });
    expect(textOf(fragments)).toBe('CUBIC gets 2.0 times as much as the elephant.');
    expect(fragments.find(({ group }) => group === 1)?.text).toBe('elephant');
  });

  it.each(LABELS)('makes English of the label %j', (label) => {
    for (const counts of [[1], [5], [1, 1], [5, 5], [1, 5], [1, 1, 1], [5, 1, 3]]) {
      const groups = groupShares(
        counts.flatMap((count, group) =>
          Array.from({ length: count }, () => flow(group, label, group + 1, 9000)),
        ),
      );
      const text = textOf(describeResult({ ...base, groups, throughputRatio: 0.5 }));
      expect(text).not.toMatch(/the (?:CUBIC|BBR|flow \d)\b(?! flows)|times the|a flow;| {2}| \./i);
      expect(text).toMatch(/\.$/);
      expect(text.match(/“/g)?.length).toBe(text.match(/”/g)?.length);
    }
  });
});
