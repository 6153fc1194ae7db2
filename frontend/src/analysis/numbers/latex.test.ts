import { describe, expect, it } from 'vitest';

import { latexTable, tex } from './latex';

describe('a table of LaTeX', () => {
  it('shows any text as it is', () => {
    expect(tex('50% of A_1 & B #2 {x} $y')).toBe('50\\% of A\\_1 \\& B \\#2 \\{x\\} \\$y');
    expect(tex('a\\b~c^d<e>f|g')).toBe(
      'a\\textbackslash{}b\\textasciitilde{}c\\textasciicircum{}d\\textless{}e\\textgreater{}f\\textbar{}g',
    );
    expect(tex('[0.9, 1.1]\n −3 × 10 µs')).toBe('{[}0.9, 1.1] $-$3 $\\times$ 10 \\textmu{}s');
  });

  it('begins no row with what the end of the row before takes as its option', () => {
    const text = latexTable({
      caption: 'C',
      columns: [{ title: 'a', isNumber: false }],
      rows: [['x'], ['[1cm]'], ['*']],
      notes: ['50% said'],
    });
    expect(text).not.toMatch(/\\\\\s*[[*]/);
    expect(text).toContain('\\par\\footnotesize 50\\% said');
  });
});
