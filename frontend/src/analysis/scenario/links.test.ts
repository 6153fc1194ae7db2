import { describe, expect, it } from 'vitest';

import { flowsOverLink, linkNames } from './links';

describe('links of a scenario', () => {
  it('are named in the order of their numbers, also where nothing was stored of them', () => {
    expect(linkNames({})).toEqual(['bottleneck']);
    expect(linkNames({ links: [{ id: 'second' }, { id: 'back' }] })).toEqual([
      'bottleneck',
      'second',
      'back',
    ]);
  });

  it('count the flows whose data passes', () => {
    const flows = [{ count: 1, path: ['bottleneck', 'second'] }, { count: 3 }];
    expect(flowsOverLink({ flows }, 'bottleneck')).toBe(4);
    expect(flowsOverLink({ flows }, 'second')).toBe(1);
    expect(flowsOverLink({ flows }, 'back')).toBe(0);
  });
});
