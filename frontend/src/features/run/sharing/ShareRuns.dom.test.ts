import { describe, expect, it } from 'vitest';

import { linkTo } from './ShareRuns';

describe('a link to a view', () => {
  it('holds the frozen time, to the millisecond', () => {
    expect(linkTo('http://lab/runs/a?from=1&to=2', 1.2345678)).toBe(
      'http://lab/runs/a?from=1&to=2&at=1.235',
    );
  });

  it('holds none when nothing is frozen, whatever the address still says', () => {
    expect(linkTo('http://lab/runs/a?at=3&with=b', null)).toBe('http://lab/runs/a?with=b');
  });
});
