import { describe, expect, it } from 'vitest';

import { stageGeometry } from './geometry';
import { lanePaths, shareLanePaths, stoppedPhases } from './lanes';

const geometry = stageGeometry({ width: 154, height: 300, gutterPx: 18 }, [1], {
  phases: 1,
  limits: 0,
  events: 1,
});
const row = { top: 0, bottom: 18 };
const range = [0, 10] as const;
const phase = (startSeconds: number, endSeconds: number, name: string) => ({
  flowIndex: 0,
  startSeconds,
  endSeconds,
  phase: name,
  reason: '',
});

describe('lanePaths', () => {
  it('fills the half that the phase stands for, one second being ten pixels', () => {
    const { hue, ink } = lanePaths([phase(1, 2, 'probe_bw_up')], range, geometry, row);
    expect(hue).toBe('M46.0 0h10.00v9h-10.00z');
    expect(ink).toBe('');
    expect(lanePaths([phase(1, 2, 'drain')], range, geometry, row).hue).toBe(
      'M46.0 9h10.00v9h-10.00z',
    );
  });

  it('draws a pause in ink, never thinner than can be seen', () => {
    const { ink } = lanePaths([phase(5, 5.01, 'probe_rtt')], range, geometry, row);
    expect(ink).toBe('M86.0 0h3.00v18h-3.00z');
  });

  it('says which phases are in ink: none where nothing stops', () => {
    const stops = ['drain', 'slowdown', 'probe_rtt', 'hold', 'slowdown'].map((name, s) =>
      phase(s, s + 1, name),
    );
    expect(stoppedPhases(stops)).toEqual(['slowdown', 'probe_rtt']);
    expect(stoppedPhases(stops, { hold: 'pauses', slowdown: 'lowers' })).toEqual([
      'probe_rtt',
      'hold',
    ]);
    expect(stoppedPhases([phase(0, 1, 'recovery')])).toEqual([]);
  });

  it('fills a pixel column as far as many short phases cover it together', () => {
    const short = [1.001, 1.021, 1.041].map((start) => phase(start, start + 0.01, 'probe_bw_up'));
    const { hue } = lanePaths(short, range, geometry, row);
    expect(hue).toBe('M46.0 0h0.30v9h-0.30z');
  });

  it('leaves steady phases to the line and what is out of view away', () => {
    const phases = [phase(1, 2, 'probe_bw_cruise'), phase(20, 30, 'startup')];
    expect(lanePaths(phases, range, geometry, row)).toEqual({ hue: '', ink: '' });
  });

  it('cuts a phase at the edges of the view', () => {
    const { hue } = lanePaths([phase(-5, 50, 'startup')], range, geometry, row);
    expect(hue).toBe('M36.0 0h100.00v18h-100.00z');
  });
});

describe('shareLanePaths', () => {
  it('is as high as the share of the flows in a phase, over each two pixels', () => {
    const phases = [phase(0, 0.2, 'probe_bw_up'), phase(0, 0.1, 'drain')];
    const { hue } = shareLanePaths(phases, 4, range, geometry, row);
    // A quarter of the upper half, nine pixels high, for two pixels; half of that below for one.
    expect(hue).toBe('M36.0 6.8h2.0v2.3h-2.0zM36.0 9.0h2.0v1.1h-2.0z');
  });

  it('fills the lane in ink when all of them probe', () => {
    const all = [phase(1, 1.2, 'probe_rtt'), phase(1, 1.2, 'probe_rtt')];
    expect(shareLanePaths(all, 2, range, geometry, row).ink).toBe('M46.0 0.0h2.0v18.0h-2.0z');
  });
});
