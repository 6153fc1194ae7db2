import { describe, expect, it } from 'vitest';

import { byGroup, spreadOf } from './groupSummary';

describe('groups of flows', () => {
  it('come in their order with their members', () => {
    const flows = [1, 0, 1].map((group_index, flow) => ({ group_index, flow }));
    expect(byGroup(flows).map(({ groupIndex, flows: own }) => [groupIndex, own.length])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('spread from the least to the most around their mean', () => {
    expect(spreadOf([1, 4, null, 1])).toEqual({ mean: 2, least: 1, most: 4 });
    expect(spreadOf([null])).toBeNull();
  });
});
