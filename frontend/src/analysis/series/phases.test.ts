import { describe, expect, it } from 'vitest';

import { intervalAt, phaseForm, phaseName } from './phases';

describe('phaseForm', () => {
  it.each([
    ['startup', 'full'],
    ['slow_start', 'full'],
    ['css', 'full'],
    ['drain', 'lower'],
    ['probe_bw_down', 'lower'],
    ['probe_bw_cruise', 'line'],
    ['probe_bw_refill', 'upper'],
    ['probe_bw_up', 'upper'],
    ['probe_rtt', 'ink'],
    ['congestion_avoidance', 'line'],
    ['recovery', 'lower'],
    ['starting', 'full'],
    ['slowdown', 'ink'],
    ['something_new', 'line'],
    // No name says of itself what it does.
    ['almost_drained_down', 'line'],
    ['constructor', 'line'],
  ])('draws %s as %s', (phase, form) => {
    expect(phaseForm(phase)).toBe(form);
  });

  it('goes by what a module declares, before what the core has of that name', () => {
    const declared = { drain: 'raises', mine: 'pauses' } as const;
    expect(['drain', 'mine', 'other'].map((each) => phaseForm(each, declared))).toEqual([
      'upper',
      'ink',
      'line',
    ]);
  });
});

describe('phaseName', () => {
  it('says phases as people do', () => {
    expect(phaseName('probe_bw_up')).toBe('Up');
    expect(phaseName('probe_rtt')).toBe('ProbeRTT');
    expect(phaseName('slow_start')).toBe('Slow start');
    expect(phaseName('css')).toBe('CSS');
    expect(phaseName('congestion_avoidance')).toBe('Avoidance');
  });
});

describe('intervalAt', () => {
  const intervals = [
    { startSeconds: 0, endSeconds: 1, phase: 'a' },
    { startSeconds: 1, endSeconds: 2, phase: 'b' },
  ];

  it('counts a border to the interval that begins there: a moment is after what happens in it', () => {
    expect(intervalAt(intervals, 0.99)?.phase).toBe('a');
    expect(intervalAt(intervals, 1)?.phase).toBe('b');
    expect(intervalAt(intervals, 1.01)?.phase).toBe('b');
    expect(intervalAt(intervals, 3)).toBeUndefined();
  });
});
