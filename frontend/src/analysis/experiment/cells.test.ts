import { describe, expect, it } from 'vitest';

import { cellCount, cellIndexOf, cellsAlong, pointsOf } from './cells';

const SIZES = [2, 3, 4];

describe('cells', () => {
  it('are numbered with the last axis fastest', () => {
    expect(cellIndexOf([0, 0, 1], SIZES)).toBe(1);
    expect(cellIndexOf([0, 1, 0], SIZES)).toBe(4);
    expect(cellIndexOf([1, 2, 3], SIZES)).toBe(23);
  });

  it('lead back to their points', () => {
    const all = Array.from({ length: cellCount(SIZES) }, (_, cell) => cell);
    expect(all.map((cell) => cellIndexOf(pointsOf(cell, SIZES), SIZES))).toEqual(all);
    expect(pointsOf(17, SIZES)).toEqual([1, 1, 1]);
  });

  it('are one without an axis', () => {
    expect(cellCount([])).toBe(1);
    expect(pointsOf(0, [])).toEqual([]);
    expect(cellIndexOf([], [])).toBe(0);
  });

  it('lie along an axis through another cell', () => {
    expect(cellsAlong(17, 2, SIZES)).toEqual([16, 17, 18, 19]);
    expect(cellsAlong(17, 0, SIZES)).toEqual([5, 17]);
  });
});
