import { describe, expect, it } from 'vitest';

import { claimSteps, experimentSteps, runSteps, type FromExperiment } from './fromResult';

const base = {
  duration_s: 30,
  bottleneck: { rate_bps: 1e7, buffer: { amount: 1, unit: 'bdp' } },
  flows: [
    { label: 'elephant', rtt_s: 0.04, algorithm: { name: 'bbr2' } },
    { label: 'mouse', rtt_s: 0.02, algorithm: { name: 'bbr2' } },
  ],
};
const numbers = (label: string, path: string, values: readonly number[], unit = '') => ({
  label,
  paths: [path],
  points: values.map((value) => ({ values: [value] })),
  role: null,
  unit,
});
const arms = {
  label: 'Algorithm',
  paths: ['flows.*.algorithm'],
  points: [{ values: [{ name: 'bbr2' }] }, { values: [{ name: 'fairtt' }] }],
  role: 'arm' as const,
  unit: '',
};
const experiment = (changes: Partial<FromExperiment>): FromExperiment => ({
  name: 'A sweep',
  base,
  axes: [],
  baselineIndex: 0,
  firstSeed: 3,
  metric: 'jain_index',
  metricTitle: 'Jain index',
  ...changes,
});

describe('steps of a shown result', () => {
  it('are one run for each run', () => {
    const steps = runSteps([
      { name: 'BBRv2', scenario: base, seed: 5 },
      { name: '', scenario: base, seed: 1 },
    ]);
    expect(steps).toMatchObject([
      { kind: 'run', title: 'BBRv2', scenario: base, seed: 5, fields: [] },
      { title: 'Run it', seed: 1 },
    ]);
  });

  it('are a map of an experiment with two axes of numbers, its arm at the baseline', () => {
    const { steps, notice } = experimentSteps(
      experiment({
        axes: [
          arms,
          numbers('RTT', 'flows.0.rtt_s', [0.02, 0.04], 'ms'),
          numbers('Link rate, Mbit/s', 'bottleneck.rate_bps', [1e6, 1e7], 'Mbit/s'),
        ],
        baselineIndex: 1,
      }),
    );
    expect(steps).toMatchObject([
      {
        kind: 'map',
        x: { label: 'RTT, ms', path: 'flows.0.rtt_s', values: [0.02, 0.04] },
        y: { label: 'Link rate, Mbit/s', path: 'bottleneck.rate_bps' },
        measured: 'jain_index',
        label: 'Jain index',
        scenario: {
          flows: [{ algorithm: { name: 'fairtt' } }, { algorithm: { name: 'fairtt' } }],
        },
      },
    ]);
    expect(notice).toContain('“Algorithm” stays at its first value');
  });

  it('get a second axis where the experiment has one, and say so', () => {
    const { steps, notice } = experimentSteps(
      experiment({ axes: [numbers('Rate', 'bottleneck.rate_bps', [1e6, 2e6, 4e6])] }),
    );
    expect(steps).toMatchObject([{ y: { path: 'bottleneck.buffer.amount' } }]);
    expect(notice).toContain('the second one is “Buffer, BDP”');
  });

  it('keep the ends of an axis that is too long for a map', () => {
    const values = Array.from({ length: 101 }, (_, index) => index + 1);
    const { steps } = experimentSteps(
      experiment({ axes: [numbers('Delay', 'bottleneck.delay_s', values)] }),
    );
    const kept = (steps[0]?.x as { values: number[] }).values;
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([20, 1, 101]);
  });

  it('are a run of the first cell where there is no plane, and say so', () => {
    const none = experimentSteps(experiment({ axes: [arms] }));
    expect(none.steps).toMatchObject([{ kind: 'run', seed: 3 }]);
    expect(none.notice).toContain('has no axis of numbers, so the step is a run');
    const axes = [0, 1, 2].map((group) => numbers('x', `flows.${group}.rtt_s`, [0.1, 0.2]));
    const many = experimentSteps(experiment({ axes: axes.slice(0, 2).concat(axes.slice(2)) }));
    expect(many.steps).toMatchObject([
      { scenario: { flows: [{ rtt_s: 0.1 }, { rtt_s: 0.1 }, {}] } },
    ]);
    expect(many.notice).toContain('has 3 axes of numbers');
  });

  it('measure a number of a flow group by its label, and what is no metric by another', () => {
    const axes = [numbers('Rate', 'bottleneck.rate_bps', [1e6, 2e6])];
    const ofGroup = experimentSteps(experiment({ axes, metric: 'group_1_mean_rtt_s' }));
    expect(ofGroup.steps).toMatchObject([{ measured: 'flow["mouse"].mean_rtt_s' }]);
    const other = experimentSteps(experiment({ axes, metric: 'made_up' }));
    expect(other.steps).toMatchObject([{ measured: 'utilisation_ratio * 100' }]);
  });

  it('state a claim with its source and our number, before the run behind it', () => {
    const claim = {
      what: 'Throughput ratio of FaiRTT',
      setting: 'two flows',
      published: '1.02',
      ours: '1.05 (95% interval 1.02 to 1.08)',
      source: 'A. Author. A paper',
      url: 'https://example.org/paper',
      scenario: base,
      seed: 1,
    };
    const [says, run] = claimSteps(claim);
    expect(says?.text).toBe(
      '**Throughput ratio of FaiRTT** (two flows)\n\nPublished: 1.02. Measured here: 1.05 (95% interval 1.02 to 1.08).\n\nSource: [A. Author. A paper](https://example.org/paper)',
    );
    expect(run).toMatchObject({ kind: 'run', scenario: base });
    expect(claimSteps({ ...claim, scenario: null, ours: null })).toMatchObject([
      { kind: 'text', text: expect.stringContaining('Measured here: not computed') as string },
    ]);
  });
});
