import { describe, expect, it } from 'vitest';

import { metricChoices, termsOf } from './terms';
import { newStep, otherAxis } from './newStep';

const scenario = { bottleneck: { rate_bps: 1e6, buffer: { amount: 3, unit: 'packets' } } };
const draft = {
  steps: [
    { id: 'run', kind: 'run', scenario },
    { id: 'goal', kind: 'goal', scenario: { name: 'later' } },
  ],
};

describe('a new step', () => {
  it('begins with the scenario of the nearest step before it', () => {
    expect(newStep('run', draft, 1)).toMatchObject({ id: 'run-2', scenario });
    expect(newStep('goal', draft, 2)).toMatchObject({ id: 'goal-2', scenario: { name: 'later' } });
    expect(newStep('run', draft, 0)).toMatchObject({ scenario: { duration_s: 30 } });
  });

  it('predicts the next run behind it, or none', () => {
    expect(newStep('prediction', draft, 0)).toMatchObject({ about: 'run' });
    expect(newStep('prediction', draft, 1)).toMatchObject({ about: 'goal' });
    expect(newStep('prediction', draft, 2)).toMatchObject({ about: '' });
  });

  it('spans a map around what the scenario has, in whole packets', () => {
    expect(newStep('map', draft, 1)).toMatchObject({
      x: { path: 'bottleneck.rate_bps', values: [5e5, 1e6, 2e6, 4e6] },
      y: { path: 'bottleneck.buffer.amount', label: 'Buffer, packets', values: [2, 3, 6, 12] },
    });
    expect(otherAxis(scenario, 'bottleneck.buffer.amount').path).toBe('bottleneck.rate_bps');
    expect(otherAxis(scenario, 'flows.0.rtt_s').path).toBe('bottleneck.buffer.amount');
  });
});

describe('the metrics of an expression', () => {
  it('are offered for each flow once, for the run and for the link', () => {
    const terms = metricChoices(['up "x"', 'up "x"']).map(({ term }) => term);
    expect(terms).toContain('flow["up \\"x\\""].mean_rtt_s');
    expect(terms).toContain('jain_index');
    expect(terms).toContain('link.fair_share_bps');
    expect(new Set(terms).size).toBe(terms.length);
  });

  it('are found in it, each once', () => {
    expect(
      termsOf('flow["a b"].mean_rtt_s < 0.09 and jain_index > link.rate_bps / jain_index'),
    ).toEqual(['flow["a b"].mean_rtt_s', 'jain_index', 'link.rate_bps']);
  });
});
