import { describe, expect, it } from 'vitest';

import { bandPath, curvePath } from './smallPaths';

const scale = { range: [0, 10] as const, top: 8 };

describe('small plots', () => {
  it('break a curve where there is no value', () => {
    expect(curvePath([0, 5, 7.5, 10], [0, 4, null, 8], scale)).toBe(
      'M0.00 100.0L50.00 50.0M100.00 0.0',
    );
  });

  it('outline a band forth and back, without its gaps', () => {
    expect(bandPath([0, 5, 10], [0, null, 2], [8, null, 4], scale)).toBe(
      'M0.00 0.0L100.00 50.0L100.00 75.0L0.00 100.0z',
    );
    expect(bandPath([], [], [], scale)).toBe('');
  });
});
