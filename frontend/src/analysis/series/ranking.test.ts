import { describe, expect, it } from 'vitest';

import { nearestFlow, rankFlows, steppedFlow } from './ranking';

const flow = (index: number, rateBps: number) => ({
  index,
  groupIndex: 0,
  label: `flow ${index}`,
  rateBps,
});
const ranked = rankFlows([flow(0, 3e6), flow(1, 9e6), flow(2, 3e6), flow(3, 1e6)]);

describe('the ranking', () => {
  it('goes from the fastest to the slowest, equal ones in their order', () => {
    expect(ranked.map(({ index, rank }) => [index, rank])).toEqual([
      [1, 1],
      [0, 2],
      [2, 3],
      [3, 4],
    ]);
  });

  it('finds the flow nearest to a rate', () => {
    expect(nearestFlow(ranked, 8e6)?.index).toBe(1);
    expect(nearestFlow(ranked, 0)?.index).toBe(3);
    expect(nearestFlow([], 0)).toBeUndefined();
  });

  it('is walked up and down without falling off', () => {
    expect(steppedFlow(ranked, 1, 1)?.index).toBe(0);
    expect(steppedFlow(ranked, 1, -1)?.index).toBe(1);
    expect(steppedFlow(ranked, 3, 5)?.index).toBe(3);
    expect(steppedFlow(ranked, null, 1)?.index).toBe(1);
  });
});
