import { describe, expect, it } from 'vitest';

import { packetsPerSquare, squaresPath } from './squares';

describe('packetsPerSquare', () => {
  it('is one as long as the buffer fits, then round numbers', () => {
    expect(packetsPerSquare(168, 168)).toBe(1);
    expect(packetsPerSquare(169, 168)).toBe(2);
    expect(packetsPerSquare(400, 168)).toBe(5);
    expect(packetsPerSquare(1000, 168)).toBe(10);
    expect(packetsPerSquare(1_000_000, 168)).toBe(10_000);
  });
});

describe('squaresPath', () => {
  const grid = { columns: 3, rows: 2, cellPx: 9, gapPx: 1 };

  it('fills columns from the right', () => {
    expect(squaresPath(3, grid)).toBe('M18 0h8v8h-8zM18 9h8v8h-8zM9 0h8v8h-8z');
  });

  it('fills the last square as far as its part', () => {
    expect(squaresPath(1.5, grid)).toBe('M18 0h8v8h-8zM18 13h8v4h-8z');
    expect(squaresPath(0, grid)).toBe('');
  });

  it('has no more squares than there is room for', () => {
    expect(squaresPath(99, grid).match(/z/g)).toHaveLength(6);
  });
});
