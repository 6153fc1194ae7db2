import { describe, expect, it } from 'vitest';

import type { components } from '@/api/schema';

import {
  leadingMetric,
  methodText,
  metricTexts,
  significanceOf,
  usualMetrics,
} from './metricTexts';

type ComparedMetric = components['schemas']['ComparedMetric'];
type ItemDifference = components['schemas']['ItemDifference'];

function difference(changes: Partial<ItemDifference> = {}): ItemDifference {
  return {
    kind: 'difference',
    is_paired: true,
    count: 10,
    mean: -0.131,
    low: -0.2,
    high: -0.06,
    is_distinguishable: true,
    ...changes,
  };
}

function metric(name: string, changes: Partial<ComparedMetric> = {}): ComparedMetric {
  const estimate = (mean: number) => ({ count: 10, mean, low: mean - 1, high: mean + 1 });
  return {
    name,
    label: name,
    phrase: name,
    unit: 'bit/s',
    display_unit: 'Mbit/s',
    per_display_unit: 1e6,
    definition: '',
    fair: null,
    scale: 'linear',
    average: 'arithmetic',
    least: 0,
    most: null,
    better: null,
    items: [9.79e6, 9.66e6].map((mean) => ({ ...estimate(mean), is_clipped: false })),
    against_baseline: [null, difference({ mean: -0.131e6, low: -0.2e6, high: -0.06e6 })],
    ...changes,
  };
}

describe('metricTexts', () => {
  it('give differences in the unit of the values, with the digits that they need', () => {
    const words = metricTexts(metric('throughput_bps'));
    const [, found] = metric('throughput_bps').against_baseline;
    expect(words.unit).toBe('Mbit/s');
    expect(found && words.difference(found)).toBe('−0.131 Mbit/s');
    expect(found && words.interval(found)).toBe('[−0.200, −0.060]');
  });

  it('give ratios as factors', () => {
    const ratio = difference({ kind: 'ratio', mean: 0.66, low: 0.6, high: 0.7 });
    const words = metricTexts(metric('throughput_ratio', { against_baseline: [null, ratio] }));
    expect(words.difference(ratio)).toBe('0.66 times');
    expect(words.interval(ratio)).toBe('[0.60, 0.70]');
  });

  it('give differences of shares in points', () => {
    const busy = metric('utilisation_ratio', {
      unit: 'ratio',
      items: [0.98, 0.96].map((mean) => ({
        count: 1,
        mean,
        low: null,
        high: null,
        is_clipped: false,
      })),
      against_baseline: [null, difference({ mean: -0.02, low: null, high: null })],
    });
    const words = metricTexts(busy);
    expect(words.difference(difference({ mean: -0.02 }))).toBe('−2.00 points');
    expect(words.interval(difference({ low: null }))).toBeNull();
  });
});

describe('what differences come to', () => {
  it('is significant, not significant or unknown', () => {
    expect(significanceOf(difference())).toBe('significant');
    expect(significanceOf(difference({ is_distinguishable: false }))).toBe('notSignificant');
    expect(significanceOf(difference({ is_distinguishable: null }))).toBe('unknown');
  });

  it('says how the intervals were made', () => {
    const of = (...found: ItemDifference[]) =>
      methodText(found.map((each) => metric('x', { against_baseline: [null, each] })));
    expect(of(difference())).toMatch('10 pairs');
    expect(of(difference({ is_paired: false }))).toMatch('Welch');
    expect(of(difference(), difference({ is_paired: false }))).toMatch(
      'otherwise Welch’s interval',
    );
    expect(of(difference({ is_distinguishable: null }))).toMatch('One seed');
  });
});

describe('which metrics are shown', () => {
  it('are the usual ones first', () => {
    const metrics = ['p99_queue_bytes', 'jain_index', 'group_1_mean_rtt_s'].map((name) =>
      metric(name),
    );
    expect(usualMetrics(metrics).map(({ name }) => name)).toEqual([
      'jain_index',
      'group_1_mean_rtt_s',
    ]);
    expect(leadingMetric(metrics)?.name).toBe('jain_index');
    expect(usualMetrics(metrics.slice(0, 1))).toHaveLength(1);
    const late = metric('group_0_late_frame_ratio');
    expect(usualMetrics([...metrics, late])).toContain(late);
    const nothing = { ...late, items: late.items.map((item) => ({ ...item, mean: null })) };
    expect(usualMetrics([...metrics, nothing])).not.toContain(nothing);
    expect(leadingMetric([metric('jain_index', { against_baseline: [null, null] })])).toBeNull();
  });
});
