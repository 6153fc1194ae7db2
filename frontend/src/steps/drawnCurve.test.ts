import { describe, expect, it } from 'vitest';

import {
  COLUMNS,
  drawnOf,
  HANDLE_EVERY,
  NOTHING,
  pointsOf,
  valueOn,
  withHandle,
  withStroke,
} from './drawnCurve';

describe('a curve drawn by hand', () => {
  it('takes the straight line of a stroke in both directions', () => {
    const there = withStroke(NOTHING, { column: 2, value: 0 }, { column: 6, value: 8 });
    const back = withStroke(NOTHING, { column: 6, value: 8 }, { column: 2, value: 0 });
    expect(there.slice(2, 7)).toEqual([0, 2, 4, 6, 8]);
    expect(back).toEqual(there);
    expect(there[1]).toBeNull();
  });

  it('joins a handle to those beside it that are set, and to no others', () => {
    const one = withHandle(NOTHING, 0, 10);
    expect(one.filter((value) => value !== null)).toEqual([10]);
    const two = withHandle(one, HANDLE_EVERY, 20);
    expect(two[HANDLE_EVERY / 2]).toBe(15);
    const far = withHandle(two, 3 * HANDLE_EVERY, 5);
    expect(far[2 * HANDLE_EVERY]).toBeNull();
  });

  it('is the same after it was stored', () => {
    const drawn = withStroke(NOTHING, { column: 5, value: 1 }, { column: COLUMNS - 1, value: 9 });
    expect(drawnOf(pointsOf(drawn, 120), 120)).toEqual(drawn);
    expect(drawnOf([], 120)).toEqual(NOTHING);
  });

  it('has a value between its points, and stays constant beyond its ends', () => {
    const points = [
      [10, 4],
      [20, 8],
    ] as const;
    expect(valueOn(points, 15)).toBe(6);
    expect(valueOn(points, 0)).toBe(4);
    expect(valueOn(points, 30)).toBe(8);
  });
});
