import { describe, expect, it } from 'vitest';

import { bandPath, curvePath } from './curvePaths';

const scale = { range: [0, 10] as const, top: 8 };

describe('small plots', () => {
  it('break a curve where there is no value', () => {
    expect(curvePath([0, 5, 7.5, 10], [0, 4, null, 8], scale)).toBe('M0 10000l5000 -5000M10000 0');
  });

  it('begin at the lowest value of the axis and end at its highest', () => {
    expect(curvePath([2, 4], [10, 30], { range: [2, 4], bottom: 10, top: 20 })).toBe(
      'M0 10000l10000 -10000',
    );
  });

  it('place each point by itself, however many came before', () => {
    const timeSeconds = Array.from({ length: 1000 }, (_, index) => index / 100);
    const [start, ...steps] = curvePath(timeSeconds, timeSeconds, { ...scale, top: 9.99 }).split(
      'l',
    );
    expect(start).toBe('M0 10000');
    const sum = (place: 0 | 1) =>
      steps.reduce((total, step) => total + Number(step.split(' ')[place]), 0);
    expect([sum(0), sum(1)]).toEqual([9990, -10000]);
  });

  it('outline a band forth and back, without its gaps', () => {
    expect(bandPath([0, 5, 10], [0, null, 2], [8, null, 4], scale)).toBe(
      'M0 0l10000 5000l0 2500l-10000 2500z',
    );
    expect(bandPath([], [], [], scale)).toBe('');
  });
});
