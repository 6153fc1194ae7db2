import { describe, expect, it } from 'vitest';

import { EMPTY_SERIES } from '@/analysis/series/series';

import { stageGeometry } from './geometry';
import { limitPaths } from './limitPaths';

const size = { width: 236, height: 300, gutterPx: 100 };
const geometry = stageGeometry(size, [1], { phases: 0, limits: 1, events: 0 });
const row = { top: 100, bottom: 112 };
// 36 px is where the lane begins; a second is ten pixels.
const series = { ...EMPTY_SERIES, timeSeconds: [1, 2], sampleIntervalSeconds: 1 };
const pathsOf = (columns: Record<string, (number | null)[]>) =>
  limitPaths(
    series,
    Object.fromEntries(Object.entries(columns).map(([name, mean]) => [name, { mean }])),
    [0, 10],
    geometry,
    row,
  );

describe('limitPaths', () => {
  it('cuts each bucket by shares: the window from below, recovery from above', () => {
    const paths = pathsOf({
      limited_cwnd_ratio: [null, 0.5],
      limited_recovery_ratio: [null, 0.25],
      limited_application_ratio: [null, 0.25],
    });
    expect(paths.window).toBe('M46.00 106.0h10.00v6.0h-10.00z');
    expect(paths.recovery).toBe('M46.00 100.0h10.00v3.0h-10.00z');
    expect(paths.outside).toBe('M46.00 103.0h10.00v3.0h-10.00z');
    expect(paths.lane).toBe('M46.00 100.0h10.00v12.0h-10.00z');
  });

  it('makes one block of neighbours that are alike, and none across a gap', () => {
    const many = { ...series, timeSeconds: [1, 2, 3, 4, 5] };
    const mean = [1, 1, 0.5, null, 0.5];
    const paths = limitPaths(many, { limited_cwnd_ratio: { mean } }, [0, 10], geometry, row);
    expect(paths.window).toBe(
      'M36.00 100.0h20.00v12.0h-20.00zM56.00 106.0h10.00v6.0h-10.00zM76.00 106.0h10.00v6.0h-10.00z',
    );
    expect(paths.lane).toBe('M36.00 100.0h30.00v12.0h-30.00zM76.00 100.0h10.00v12.0h-10.00z');
  });

  it('draws nothing for a run of a core that did not account for limits', () => {
    expect(pathsOf({ cwnd_bytes: [1, 2] }).lane).toBe('');
  });
});
