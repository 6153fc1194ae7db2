import { describe, expect, it } from 'vitest';

import { episodesOf, type FlowInterval } from './episodes';

const interval = (flowIndex: number, startSeconds: number, phase = 'probe_rtt'): FlowInterval => ({
  flowIndex,
  startSeconds,
  endSeconds: startSeconds + 0.2,
  phase,
});

describe('episodes of a phase', () => {
  const intervals = [
    interval(0, 10),
    interval(1, 10.1),
    interval(0, 20),
    interval(1, 25),
    interval(0, 30, 'drain'),
    interval(1, 30),
  ];

  it('counts those of the group, and those at the same time as another group’s', () => {
    const episodes = episodesOf(intervals, 'probe_rtt', 0, (flow) => flow);
    expect(episodes).toEqual({
      count: 2,
      sharedCount: 1,
      sharedGroups: [1],
      first: { startSeconds: 10, endSeconds: 10.1 + 0.2 },
    });
  });

  it('does not call flows of one group together', () => {
    const episodes = episodesOf(intervals, 'probe_rtt', 0, () => 0);
    expect([episodes.count, episodes.sharedCount]).toEqual([5, 0]);
  });

  it('has none of a phase that never was', () => {
    expect(episodesOf(intervals, 'startup', 0, () => 0).first).toBeNull();
  });
});
