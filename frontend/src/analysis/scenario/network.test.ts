import { describe, expect, it } from 'vitest';

import { networkOf } from './network';

const LOT = {
  bottleneck: { rate_bps: 1e7 },
  duration_s: 10,
  links: [{ id: 'second', rate_bps: 5e6, outages: [{ at_s: 1, duration_s: 1 }] }, { id: 'back' }],
  flows: [
    { label: 'both', path: ['bottleneck', 'second'], return_path: ['back'] },
    { label: '' },
    { label: 'lost', path: ['nowhere'] },
  ],
};

describe('the network of a scenario', () => {
  it('is none where there is one link', () => {
    expect(networkOf({ ...LOT, links: [] })).toBeNull();
    expect(networkOf(null)).toBeNull();
  });

  it('has the place of every link that a group passes', () => {
    expect(networkOf(LOT)).toEqual({
      links: [
        { id: 'bottleneck', rateBps: 1e7, changeText: '' },
        { id: 'second', rateBps: 5e6, changeText: 'changes: outages' },
        { id: 'back', rateBps: null, changeText: '' },
      ],
      groups: [
        { label: 'both', path: [0, 1], back: [2] },
        { label: 'group 2', path: [0], back: [] },
        { label: 'lost', path: [], back: [] },
      ],
    });
  });
});
