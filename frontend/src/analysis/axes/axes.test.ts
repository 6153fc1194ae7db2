import { describe, expect, it } from 'vitest';

import { balancedRows, columnsIn } from './balancedRows';
import { ratioAxis } from './ratio';
import { shareOn } from './scale';
import { positionOfStop, stepFrom, stopAt } from './stops';
import { scaleFromZero, scaleTo, ticksBetween } from './ticks';

describe('scaleFromZero', () => {
  it.each([
    [195, [0, 50, 100, 150]],
    [151, [0, 50, 100, 150]],
    [230, [0, 100, 200]],
    [110, [0, 50, 100]],
    [7.5, [0, 2, 4, 6]],
    [0.42, [0, 0.1, 0.2, 0.3, 0.4]],
  ])('puts round ticks below %d', (largest, ticks) => {
    expect(scaleFromZero(largest)).toEqual({ max: largest, ticks });
  });

  it('has an axis even where nothing was measured', () => {
    expect(scaleFromZero(0).max).toBe(1);
    expect(scaleFromZero(Number.NaN).max).toBe(1);
  });
});

describe('scaleTo', () => {
  it('ends at the given value', () => {
    expect(scaleTo(10, 4)).toEqual({ max: 10, ticks: [0, 2.5, 5, 7.5, 10] });
  });
});

describe('ticksBetween', () => {
  it.each([
    [0, 120, [0, 20, 40, 60, 80, 100, 120]],
    [27, 33, [27, 28, 29, 30, 31, 32, 33]],
    [0.35, 0.62, [0.35, 0.4, 0.45, 0.5, 0.55, 0.6]],
  ])('finds round times from %d to %d', (from, to, ticks) => {
    expect(ticksBetween(from, to)).toEqual(ticks);
  });

  it('finds none where there is no room', () => {
    expect(ticksBetween(3, 3)).toEqual([]);
  });
});

describe('the axis of ratios', () => {
  it('shows every ratio and the fair point', () => {
    const axis = ratioAxis([1.5, 6], 400, 40);
    expect(axis.low).toBeLessThan(1);
    expect(axis.high).toBeGreaterThan(6);
    expect(axis.ticks).toContain(1);
  });

  it('is logarithmic: the middle is the geometric mean of the ends', () => {
    expect(shareOn(1, { low: 0.5, high: 2, isLogarithmic: true })).toBeCloseTo(0.5, 12);
    expect(shareOn(2, { low: 0.5, high: 2, isLogarithmic: true })).toBe(1);
  });

  it('keeps its ticks apart', () => {
    const axis = ratioAxis([0.3, 8], 300, 40);
    const places = axis.ticks.map((tick) => shareOn(tick, axis) * 300);
    const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40);
    expect(axis.ticks.length).toBeGreaterThanOrEqual(3);
  });
});

const rtt = { stops: [25, 50, 75, 100], isLog: true };
const loss = { stops: [0, 0.001, 0.005], isLog: false };

describe('a slider with stops', () => {
  it('puts equal factors equally far apart on a logarithmic track', () => {
    expect(positionOfStop(25, rtt)).toBe(0);
    expect(positionOfStop(50, rtt)).toBeCloseTo(0.5, 12);
    expect(positionOfStop(100, rtt)).toBe(1);
  });

  it('puts every stop equally far apart on an even track, zero included', () => {
    expect(loss.stops.map((stop) => positionOfStop(stop, loss))).toEqual([0, 0.5, 1]);
  });

  it('goes to the nearest stop', () => {
    expect(stopAt(0.52, rtt)).toBe(50);
    expect(stopAt(0.2, loss)).toBe(0);
    expect(stopAt(1, loss)).toBe(0.005);
  });

  it('steps from stop to stop and stays on the track', () => {
    expect(stepFrom(25, 1, rtt)).toBe(50);
    expect(stepFrom(75, 5, rtt)).toBe(100);
    expect(stepFrom(0, -1, loss)).toBe(0);
  });
});

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
