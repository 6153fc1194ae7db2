import { describe, expect, it } from 'vitest';

import { isWritable } from './letterImages';

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
