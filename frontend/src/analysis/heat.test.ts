import { describe, expect, it } from 'vitest';

import { cellState, includes, mapPauseMs } from './heatCells';
import {
  cellAt,
  cellRect,
  cornerSquare,
  digitsPx,
  hatchLines,
  heatBox,
  labelStep,
} from './heatGeometry';

describe('the state of a cell', () => {
  const numbers = {
    count: [20, 7, 0, null],
    mean: [1, 1, null, null],
    low: [0.9, null, null, null],
    high: [1.1, null, null, null],
  };
  const context = { seedCount: 20, isOver: false, running: new Set([2]) };

  it('is queued, running or done while the experiment goes on', () => {
    const states = [0, 1, 2, 3].map((cell) => cellState(cell, numbers, context));
    expect(states).toEqual(['done', 'running', 'running', 'queued']);
  });

  it('lacks seeds or everything when nothing more is to come', () => {
    const over = { ...context, isOver: true, running: new Set<number>() };
    const states = [0, 1, 2, 3].map((cell) => cellState(cell, numbers, over));
    expect(states).toEqual(['done', 'short', 'none', 'none']);
  });

  it('says nothing before the map is there', () => {
    expect(cellState(0, null, { ...context, isOver: true })).toBe('queued');
  });

  it('knows whether the interval has fair in it', () => {
    expect(includes(0, numbers, 1)).toBe(true);
    expect(includes(0, numbers, 1.2)).toBe(false);
    expect(includes(0, numbers, null)).toBe(false);
    expect(includes(1, numbers, 1)).toBe(false);
  });

  it('asks less often for a larger map', () => {
    expect([mapPauseMs(10), mapPauseMs(5000), mapPauseMs(1e6)]).toEqual([1000, 5000, 10_000]);
  });
});

describe('a map in pixels', () => {
  const box = heatBox({ width: 435, height: 360, rowLetters: 3 }, 8, 6);

  it('finds the cell that a pixel lies in, counting rows from below', () => {
    const rect = cellRect(2, 5, box);
    expect(rect.y).toBe(box.top);
    expect(cellAt(rect.x + 1, rect.y + 1, box)).toEqual({ column: 2, row: 5 });
    expect(cellAt(rect.x - 1, rect.y + 1, box)).toEqual({ column: 1, row: 5 });
    expect(cellAt(0, 0, box)).toBeNull();
    expect(cellAt(box.left + 8 * box.cellWidth + 1, rect.y + 1, box)).toBeNull();
  });

  it('leaves digits and squares out of cells that are too small', () => {
    expect(digitsPx(4, box)).toBe(13);
    const dense = heatBox({ width: 435, height: 360, rowLetters: 3 }, 100, 100);
    expect(digitsPx(4, dense)).toBeNull();
    expect(cornerSquare(dense)).toBeNull();
    expect(cornerSquare(box)?.size).toBe(6);
  });

  it('hatches within the cell', () => {
    const lines = hatchLines(20, 10, 7);
    expect(lines).toHaveLength(4);
    for (const [x1, y1, x2, y2] of lines) {
      expect(Math.min(x1, y1, x2, y2)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x1, x2)).toBeLessThanOrEqual(20);
      expect(Math.max(y1, y2)).toBeLessThanOrEqual(10);
      expect(x2 - x1).toBeCloseTo(y1 - y2, 12);
    }
  });

  it('thins out texts that would touch', () => {
    expect([labelStep(50, 30), labelStep(4, 30)]).toEqual([1, 8]);
  });
});
