import { describe, expect, it } from 'vitest';

import { jainIndices, ratios } from './perSecond';

describe('two flows moment by moment', () => {
  it('divides the first by the second, and has no ratio without both', () => {
    expect(ratios([4, 3, null, 5], [2, 0, 1, 10])).toEqual([2, null, null, 0.5]);
  });

  it('has an index of 1 when all get the same and 1/n when one gets all', () => {
    const [fair, alone, missing, silent] = jainIndices([
      [5, 10, null, 0],
      [5, 0, 1, 0],
    ]);
    expect(fair).toBe(1);
    expect(alone).toBe(0.5);
    expect(missing).toBeNull();
    expect(silent).toBeNull();
  });
});
