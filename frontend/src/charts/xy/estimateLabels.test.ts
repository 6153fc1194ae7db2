import { describe, expect, it } from 'vitest';

import { fitting, gutterOf } from './EstimateLabels';
import { BOLD_PX, LETTER_PX } from '../stage/labels';

const line = (name: string) => ({
  key: name,
  name,
  style: 'solid' as const,
  isBaseline: false,
  mean: [1, 2],
  low: [null, null],
  high: [null, null],
});

describe('names at the ends of lines', () => {
  it('gives up the word "baseline" before a letter of the name', () => {
    expect(fitting('CUBIC, baseline', 15)).toBe('CUBIC, baseline');
    expect(fitting('CUBIC, baseline', 14)).toBe('CUBIC');
    expect(fitting('A long algorithm, baseline', 10)).toBe('A long al…');
  });

  it('gets the room that its gutter was made for', () => {
    const name = 'A name of thirty letters, a 3b';
    const gutter = gutterOf([line(name)], () => '1.234', 1200);
    const lettersPx = gutter - 5 * BOLD_PX;
    expect(lettersPx / LETTER_PX).toBeGreaterThan(name.length);
  });
});
