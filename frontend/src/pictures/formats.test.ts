import { describe, expect, it } from 'vitest';

import { layoutWidth, PICTURE_WIDTHS, printSize, WIDEST_SLIDE_PX } from './formats';

describe('the size of a picture', () => {
  it('gives the smallest letters at least 7 pt on every paper', () => {
    for (const width of PICTURE_WIDTHS) {
      const { letterPt } = printSize(width, [layoutWidth(width), 300]);
      expect(letterPt).toBeGreaterThanOrEqual(7);
    }
    expect(printSize('slide', [WIDEST_SLIDE_PX, 300]).letterPt).toBeGreaterThanOrEqual(7);
  });

  it('is 300 dots per inch', () => {
    expect(printSize('single', [378, 378]).pixels).toEqual([1004, 1004]);
    expect(printSize('double', [779, 400]).pixels[0]).toBe(2067);
  });

  it('keeps the shape of the layout', () => {
    const { widthMm, heightMm, widthPt } = printSize('double', [700, 350]);
    expect(heightMm).toBeCloseTo(widthMm / 2);
    expect(widthPt).toBeCloseTo(496.06, 1);
  });
});
