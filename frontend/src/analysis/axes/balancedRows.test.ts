import { describe, expect, it } from 'vitest';

import { balancedRows, columnsIn } from './balancedRows';

describe('rows of small pictures', () => {
  it('has four in two rows of two where three would fit', () => {
    expect(balancedRows(4, 3)).toEqual([2, 2]);
  });

  it('leaves none alone in a row that has room for three or more', () => {
    for (let columns = 3; columns <= 8; columns += 1) {
      for (let count = 2; count <= 40; count += 1) {
        const rows = balancedRows(count, columns);
        expect(rows.reduce((sum, row) => sum + row, 0)).toBe(count);
        expect(Math.max(...rows)).toBeLessThanOrEqual(columns);
        expect(Math.min(...rows)).toBeGreaterThan(1);
      }
    }
  });

  it('fills rows of two but for an odd last one, and stacks where one fits', () => {
    expect(balancedRows(5, 2)).toEqual([2, 2, 1]);
    expect(balancedRows(3, 1)).toEqual([1, 1, 1]);
    expect(balancedRows(1, 3)).toEqual([1]);
    expect(balancedRows(0, 3)).toEqual([]);
  });

  it('counts the gaps between columns only', () => {
    expect(columnsIn(920, 300, 10)).toBe(3);
    expect(columnsIn(919, 300, 10)).toBe(2);
    expect(columnsIn(0, 300, 10)).toBe(1);
  });
});
