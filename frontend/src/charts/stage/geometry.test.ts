import { describe, expect, it } from 'vitest';

import { smallestHeight, stageGeometry, timeAt, xOf, yOf } from './geometry';

const NO_ROWS = { phases: 0, limits: 0, events: 0 };
const ROWS = { phases: 2, limits: 2, events: 2 };
const size = { width: 800, height: 600, gutterPx: 118 };

describe('stageGeometry', () => {
  it('shares the height by weight and ends with the time axis', () => {
    const geometry = stageGeometry(size, [2, 1], NO_ROWS);
    const [first, second] = geometry.panes.map(({ top, bottom }) => bottom - top);
    expect((first ?? 0) / (second ?? 1)).toBeCloseTo(2, 6);
    expect(geometry.height).toBe(600);
    expect(geometry.axisY).toBe(geometry.panes[1]?.bottom);
  });

  it('puts lanes and events below the panes without overlap', () => {
    const geometry = stageGeometry(size, [1], ROWS);
    const { panes, phaseRows, limitRows, eventRows } = geometry;
    const tops = [...panes, ...phaseRows, ...limitRows, ...eventRows].map(({ top }) => top);
    expect(limitRows[0]?.top).toBeGreaterThan(phaseRows[1]?.bottom ?? Infinity);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(geometry.eventRows[1]?.bottom).toBe(geometry.axisY);
  });

  it('never squeezes panes below what can be read', () => {
    const geometry = stageGeometry({ ...size, height: 100 }, [1, 1, 1, 1], ROWS);
    for (const { top, bottom } of geometry.panes) expect(bottom - top).toBeGreaterThanOrEqual(40);
    expect(smallestHeight(4, ROWS)).toBeGreaterThan(geometry.height);
  });
});

describe('pixels and values', () => {
  const geometry = stageGeometry(size, [1], NO_ROWS);

  it('translate times there and back', () => {
    const x = xOf(25, [20, 30], geometry);
    expect(x).toBe((geometry.left + geometry.right) / 2);
    expect(timeAt(x, [20, 30], geometry)).toBeCloseTo(25, 9);
  });

  it('know no time in the gutters', () => {
    expect(timeAt(0, [0, 10], geometry)).toBeNull();
    expect(timeAt(799, [0, 10], geometry)).toBeNull();
  });

  it('put zero at the bottom', () => {
    expect(yOf(0, 10, { top: 20, bottom: 120 })).toBe(120);
    expect(yOf(10, 10, { top: 20, bottom: 120 })).toBe(20);
  });
});
