import { describe, expect, it } from 'vitest';

import { coreAlgorithm, coreAlgorithms } from '#tests/registry';

import { flowStateVariables, formatMetric, LINK_VARIABLES, LIVE_METRICS } from './stateVariables';

const metricsOf = (...names: string[]) =>
  flowStateVariables(names.map(coreAlgorithm)).map(({ metric }) => metric);

describe('the variables of a flow', () => {
  it('hold everything that any algorithm of the core declares, once', () => {
    const all = flowStateVariables(coreAlgorithms).map(({ metric }) => metric);
    const declared = coreAlgorithms.flatMap(({ metrics }) => metrics.map(({ name }) => name));
    for (const name of declared) expect(all).toContain(name);
    expect(new Set(all).size).toBe(all.length);
    for (const name of LIVE_METRICS) expect(all).toContain(name);
  });

  it('are those of the algorithms that run, no others', () => {
    expect(metricsOf('newreno')).not.toContain('pacing_gain_ratio');
    expect(metricsOf('fairtt')).toContain('fairtt_alpha_s');
    expect(metricsOf('bbr2')).not.toContain('fairtt_alpha_s');
  });

  it('say whose they are when another algorithm has none of them', () => {
    const mixed = flowStateVariables([coreAlgorithm('bbr2'), coreAlgorithm('fairtt')]);
    const meaning = mixed.find(({ metric }) => metric === 'fairtt_alpha_s')?.meaning;
    expect(meaning).toBe('FaiRTT: RTT above which the coefficient applies.');
    const shared = mixed.find(({ metric }) => metric === 'pacing_gain_ratio')?.meaning;
    expect(shared).toBe('Pacing rate over bandwidth.');
  });

  it('have a name and a meaning each', () => {
    for (const variable of [...flowStateVariables(coreAlgorithms), ...LINK_VARIABLES]) {
      expect(variable.name).not.toMatch(/_|^$/);
      expect(variable.meaning.length).toBeGreaterThan(10);
    }
  });
});

describe('a value', () => {
  it('is read in the unit that ends its name, windows in packets', () => {
    expect(formatMetric('cwnd_bytes', 55_000, 1000)).toEqual({ value: '55.0', unit: 'pkt' });
    expect(formatMetric('pacing_rate_bps', 7.99e6, 1000)).toEqual({
      value: '7.99',
      unit: 'Mbit/s',
    });
    expect(formatMetric('rtt_s', 0.0463, 1000)).toEqual({ value: '46.3', unit: 'ms' });
    expect(formatMetric('k_s', 4.21, 1000)).toEqual({ value: '4.21', unit: 's' });
    expect(formatMetric('fairtt_distinct_count', 2, 1000)).toEqual({ value: '2', unit: '' });
    expect(formatMetric('pacing_gain_ratio', 1.25, 1000)).toEqual({ value: '1.25', unit: '' });
  });

  it('is none where the core wrote none', () => {
    expect(formatMetric('ssthresh_bytes', null, 1000)).toEqual({ value: '–', unit: '' });
    expect(formatMetric('ssthresh_bytes', undefined, 1000)).toEqual({ value: '–', unit: '' });
  });
});
