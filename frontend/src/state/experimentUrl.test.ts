import { describe, expect, it } from 'vitest';

import { experimentSearch } from './experimentUrl';

describe('the address of an experiment page', () => {
  it('keeps what it knows', () => {
    const view = {
      view: 'line',
      metric: 'jain_index',
      x: 1,
      y: 2,
      by: '3',
      cell: 17,
      table: true,
    };
    expect(experimentSearch.parse(view)).toEqual(view);
  });

  it('drops what is broken or unknown', () => {
    const broken = { view: 'pie', metric: 'a b', x: -1, cell: 1.5, by: 'x', table: 1, other: 2 };
    expect(experimentSearch.parse(broken)).toEqual({});
  });

  it('takes axes that the router has read as numbers', () => {
    expect(experimentSearch.parse({ by: 2 })).toEqual({ by: '2' });
    expect(experimentSearch.parse({ by: 2.3 })).toEqual({ by: '2.3' });
    expect(experimentSearch.parse({ by: 'none' })).toEqual({ by: 'none' });
  });
});
