import { describe, expect, it } from 'vitest';

import {
  curvePath,
  isWholeRun,
  movedView,
  nextView,
  percentOf,
  viewBetween,
} from './overviewGeometry';

const limits = { durationSeconds: 60, smallestSeconds: 0.5 };

describe('movedView', () => {
  it('moves one end and keeps the other', () => {
    expect(movedView([10, 20], 'from', 5, limits)).toEqual([15, 20]);
    expect(movedView([10, 20], 'to', 5, limits)).toEqual([10, 25]);
  });

  it('keeps the ends in their order and in the run', () => {
    expect(movedView([10, 20], 'from', 30, limits)).toEqual([19.5, 20]);
    expect(movedView([10, 20], 'to', -30, limits)).toEqual([10, 10.5]);
    expect(movedView([10, 20], 'from', -30, limits)).toEqual([0, 20]);
    expect(movedView([10, 20], 'to', 90, limits)).toEqual([10, 60]);
  });

  it('moves the window as a whole and stops it at the ends of the run', () => {
    expect(movedView([10, 20], 'window', 5, limits)).toEqual([15, 25]);
    expect(movedView([10, 20], 'window', -50, limits)).toEqual([0, 10]);
    expect(movedView([10, 20], 'window', 90, limits)).toEqual([50, 60]);
  });

  it('has only one view of a run that is shorter than the smallest', () => {
    const short = { durationSeconds: 0.2, smallestSeconds: 0.5 };
    expect(movedView([0, 0.2], 'from', 0.1, short)).toEqual([0, 0.2]);
    expect(movedView([0, 0.2], 'to', -0.1, short)).toEqual([0, 0.2]);
  });
});

describe('viewBetween', () => {
  it('takes its two moments in any order', () => {
    expect(viewBetween(20, 10, limits)).toEqual([10, 20]);
  });

  it('is never too short, also at the end of the run', () => {
    expect(viewBetween(10, 10.1, limits)).toEqual([10, 10.5]);
    expect(viewBetween(60, 60, limits)).toEqual([59.5, 60]);
  });
});

describe('the strip', () => {
  it('knows when it shows everything', () => {
    expect(isWholeRun([0, 60], 60)).toBe(true);
    expect(isWholeRun([0.1, 60], 60)).toBe(false);
  });

  it('turns the page when playing has come to the end of the view', () => {
    expect(nextView([10, 20], 60)).toEqual([20, 30]);
    expect(nextView([45, 55], 60)).toEqual([50, 60]);
  });

  it('places times as parts of its width, inside of it', () => {
    expect(percentOf(15, 60)).toBe('25.000%');
    expect(percentOf(90, 60)).toBe('100.000%');
    expect(percentOf(1, 0)).toBe('0.000%');
  });

  it('draws a curve from the foot, leaves gaps out and cuts what is too high', () => {
    expect(curvePath([0, 30, 45, 60], [0, 5, null, 20], 60, 10)).toBe(
      'M0.0 96.0L500.0 50.0M1000.0 4.0',
    );
  });
});
