import { describe, expect, it } from 'vitest';

import { stageGeometry } from './geometry';
import { eventMarks, lanePaths } from './lanes';
import type { StageEvent } from './model';

const geometry = stageGeometry(
  { width: 154, height: 300, gutterPx: 18 },
  [1],
  { phases: 1, limits: 0 },
  true,
);
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

describe('eventMarks', () => {
  const event = (timeSeconds: number, kind: string, reason = ''): StageEvent => ({
    timeSeconds,
    flowIndex: 0,
    kind,
    reason,
  });

  it('merges marks of a kind that would cover one another', () => {
    const events = [event(1, 'rto'), event(1.1, 'rto'), event(3, 'rto')];
    expect(eventMarks(events, range, geometry, row)).toHaveLength(2);
  });

  it('leaves out ends of episodes and what is out of view', () => {
    const events = [event(1, 'recovery_end'), event(50, 'rto')];
    expect(eventMarks(events, range, geometry, row)).toEqual([]);
  });

  it('says the cause where there is room up to the next mark', () => {
    const wide = stageGeometry(
      { width: 1054, height: 300, gutterPx: 18 },
      [1],
      { phases: 1, limits: 0 },
      true,
    );
    const events = [event(1, 'probe_rtt', 'min_rtt_expired'), event(1.2, 'drain', 'plateau')];
    const texts = eventMarks(events, range, wide, row).map(({ text }) => text);
    expect(texts).toEqual([null, 'plateau']);
  });
});
