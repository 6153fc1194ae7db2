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
  const numbers = { low: [0.9, null], high: [1.1, null] };
  const context = { seedCount: 20, isOver: false };

  it('is queued, running or done while the experiment is running', () => {
    expect(cellState(20, false, context)).toBe('done');
    expect(cellState(7, false, context)).toBe('running');
    expect(cellState(0, true, context)).toBe('running');
    expect(cellState(0, false, context)).toBe('queued');
  });

  it('lacks seeds or everything when nothing more is to come', () => {
    const over = { ...context, isOver: true };
    const states = [20, 7, 0].map((done) => cellState(done, false, over));
    expect(states).toEqual(['done', 'short', 'none']);
  });

  it('says nothing before the map is there', () => {
    expect(cellState(null, false, { ...context, isOver: true })).toBe('queued');
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
