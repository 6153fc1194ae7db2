import { describe, expect, it } from 'vitest';

import { layoutWidth, PICTURE_WIDTHS, printSize, WIDEST_SLIDE_PX } from './formats';
import { isWritable } from './letterImages';
import { withResolution } from './make';

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

/** One transparent pixel, as a browser writes it. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZF' +
  'QAAAAABJRU5ErkJggg==';
const bytes = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0));

describe('a PNG', () => {
  it('says its resolution before its image data', () => {
    const out = withResolution(bytes, 300);
    const text = String.fromCharCode(...out);
    const at = text.indexOf('pHYs');
    expect(at).toBe(37);
    expect(at).toBeLessThan(text.indexOf('IDAT'));
    const view = new DataView(out.buffer);
    expect([view.getUint32(at + 4), view.getUint32(at + 8), view.getUint8(at + 12)]).toEqual([
      11811, 11811, 1,
    ]);
    // The checksum of 300 dpi that other writers of PNG give.
    expect(view.getUint32(at + 13)).toBe(0x78a53f76);
  });

  it('is otherwise the same', () => {
    const out = withResolution(bytes, 300);
    expect([...out.subarray(0, 33), ...out.subarray(54)]).toEqual([...bytes]);
  });
});

const KNOWN = new Set(Array.from('elphantéслон', (letter) => letter.codePointAt(0)));
const isKnown = (codePoint: number) => KNOWN.has(codePoint);

describe('words that a PDF can write', () => {
  it('are of letters that its font has, with spaces between', () => {
    expect(isWritable('elephant слон', isKnown)).toBe(true);
    expect(isWritable('elephant 象', isKnown)).toBe(false);
    expect(isWritable('🐘', isKnown)).toBe(false);
  });

  it('are neither put together from parts nor written from right to left', () => {
    expect(isWritable('é', isKnown)).toBe(true);
    expect(isWritable('e\u0301', () => true)).toBe(false);
    expect(isWritable('فيل', () => true)).toBe(false);
    expect(isWritable('פיל', () => true)).toBe(false);
  });
});
