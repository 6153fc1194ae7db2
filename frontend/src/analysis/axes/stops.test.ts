import { describe, expect, it } from 'vitest';

import { positionOfStop, stepFrom, stopAt } from './stops';

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
