import { describe, expect, it } from 'vitest';

import type { ReplayPath } from './replay';
import {
  detailAt,
  followedPace,
  knownFrom,
  rangeAround,
  wantedWindows,
  windowAt,
  windowRange,
  windowSeconds,
} from './windows';

/** 1,250 packets a second. */
const path: ReplayPath = {
  rateBps: 1e7,
  delaySeconds: 0.01,
  packetBytes: 1000,
  losesBeforeQueue: false,
  rttSeconds: [0.035, 0.025],
  groupOf: () => 0,
};
const request = {
  timeSeconds: 10,
  durationSeconds: 60,
  isPlaying: false,
  pace: 0.1,
  drainSeconds: 0.25,
};

describe('the windows', () => {
  it('hold a quarter of the largest answer', () => {
    expect(windowSeconds(path)).toBe(1.6);
    expect(windowSeconds({ ...path, rateBps: 1e9 })).toBe(0.016);
  });

  it('lie on multiples of their length, within the run', () => {
    expect(windowAt(4.8, 1.6, 60)).toBe(3);
    expect(windowRange(3, 1.6, 60)).toEqual([4.8, 6.4]);
    expect(windowRange(37, 1.6, 60)).toEqual([59.2, 60]);
  });

  it('hold the end of a run of so many whole windows, too', () => {
    // Its packets are what is seen first: replay opens where the run ends.
    for (const durationSeconds of [16, 48, 1.6]) {
      const count = Math.round(durationSeconds / 1.6);
      expect(windowAt(durationSeconds, 1.6, durationSeconds)).toBe(count - 1);
      const end = { ...request, timeSeconds: durationSeconds, durationSeconds };
      expect(wantedWindows(end, path)).toEqual([count - 1]);
    }
  });

  it('at rest are the one of the moment, and the one before if its packets began there', () => {
    expect(wantedWindows(request, path)).toEqual([6]);
    expect(wantedWindows({ ...request, timeSeconds: 9.7 }, path)).toEqual([5, 6]);
    expect(wantedWindows({ ...request, timeSeconds: 0 }, path)).toEqual([0]);
    expect(wantedWindows({ ...request, timeSeconds: 60 }, path)).toEqual([37]);
  });

  it('reach ahead while time is played, further the faster', () => {
    expect(wantedWindows({ ...request, isPlaying: true }, path)).toEqual([6, 7, 8]);
    expect(wantedWindows({ ...request, isPlaying: true, pace: 4 }, path)).toHaveLength(6);
    expect(wantedWindows({ ...request, isPlaying: true, timeSeconds: 59 }, path)).toEqual([36, 37]);
  });

  it('know everything half an RTT after their first event, and from the start of the run', () => {
    const events = { time_s: [] } as never;
    const window = (fromSeconds: number) => [{ fromSeconds, toSeconds: fromSeconds + 1.6, events }];
    expect(knownFrom(window(1.6), path)).toBeCloseTo(1.6175);
    expect(knownFrom(window(0), path)).toBe(0);
    expect(knownFrom([], path)).toBe(Infinity);
  });
});

describe('what can be seen at a pace', () => {
  it('is everything at rest', () => {
    expect(detailAt(100, false, path)).toEqual({ isMoving: true, isWaiting: true });
  });

  it.each([
    [0.1, true, true],
    [0.3, false, true],
    [1, false, true],
    [4, false, false],
    [100, false, false],
  ])('is at %f: moving %s, waiting %s', (pace, isMoving, isWaiting) => {
    expect(detailAt(pace, true, path)).toEqual({ isMoving, isWaiting });
  });

  it('gives the fastest pace at which packets can be followed, else the slowest', () => {
    expect(followedPace([0.01, 0.03, 0.1, 1], path)).toBe(0.1);
    expect(followedPace([0.01, 0.03, 0.1, 1], { ...path, rateBps: 1e10 })).toBe(0.01);
  });
});

it('brings plots near to a moment, within the run', () => {
  const around = (timeSeconds: number, durationSeconds = 60) =>
    rangeAround(timeSeconds, path, durationSeconds).map((time) => Number(time.toFixed(9)));
  expect(around(10)).toEqual([9.3, 10.7]);
  expect(around(0.1)).toEqual([0, 1.4]);
  expect(around(60)).toEqual([58.6, 60]);
  expect(around(0.5, 1)).toEqual([0, 1]);
});
