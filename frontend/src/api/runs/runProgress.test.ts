import { describe, expect, it } from 'vitest';

import { run } from '#tests/fixtures';

import { stageText } from './runProgress';

const of = (simulated_s: number, sample_count: number, duration_s = 10) => {
  const made = run({ status: 'running', progress: { simulated_s, sample_count, duration_s } });
  return stageText({ ...made, scenario: { ...made.scenario, duration_s, sample_interval_s: 0.1 } });
};

describe('the stage of a run', () => {
  it('counts simulated seconds and never rounds up to the end', () => {
    expect(of(0, 0)).toBe('0 s of 10 s simulated');
    expect(of(9.85, 87)).toBe('9 s of 10 s simulated');
  });

  it('says that the curves are being stored once all is simulated', () => {
    expect(of(10, 87)).toBe('Simulated, storing the curves');
  });

  it('says that the summary is missing once all samples are stored', () => {
    expect(of(10, 100)).toBe('Curves stored, summing up');
  });

  it('takes the last sample for the end where the run ends between two', () => {
    expect(of(9.5, 95, 10.05)).toBe('9 s of 10.05 s simulated');
    expect(of(10, 95, 10.05)).toBe('Simulated, storing the curves');
    expect(of(10.05, 100, 10.05)).toBe('Curves stored, summing up');
  });

  it('has nothing to store of a run that is shorter than a sample', () => {
    expect(of(0.02, 0, 0.05)).toBe('0 s of 0.05 s simulated');
  });
});
