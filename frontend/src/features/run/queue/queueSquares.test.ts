import { describe, expect, it } from 'vitest';

import { packetsPerSquare, splitSquares, squaresPath } from './queueSquares';

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

describe('squares of several flows', () => {
  const grid = { columns: 2, rows: 2, cellPx: 10, gapPx: 0 };

  it('are split by shares, each square to whom its middle belongs', () => {
    const [most, least] = splitSquares(4, grid, [0.75, 0.25]);
    expect(most?.match(/M/g)).toHaveLength(3);
    expect(least).toBe('M0 10h10v10h-10z');
  });

  it('draw every square once, also the broken one', () => {
    const parts = splitSquares(2.5, grid, [0.4, 0.6]);
    expect(parts.join('').match(/M/g)).toHaveLength(3);
  });
});
