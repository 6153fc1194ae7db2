import { describe, expect, it } from 'vitest';

import { METRICS } from '#tests/experimentFixtures';

import { ratioMetric, ratioParts } from './ratioMetric';

type Metric = (typeof METRICS)[number];

function named(name: string) {
  const found = METRICS.find((metric) => metric.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

describe('the ratio of two metrics', () => {
  it('has both names, a unit only where they differ, and no fair value', () => {
    const rate = named('group_0_throughput_bps');
    const made = ratioMetric(rate, named('mean_queue_s'));
    expect(made).toMatchObject({
      name: 'group_0_throughput_bps/mean_queue_s',
      label: 'elephant: throughput / Queue, mean',
      unit: 'bit/s per s',
      fair: null,
      average: 'geometric',
    });
    expect(ratioMetric(rate, rate).unit).toBe('');
    expect(ratioParts(made.name)).toEqual(['group_0_throughput_bps', 'mean_queue_s']);
    expect(ratioParts('mean_queue_s')).toBeNull();
  });

  it('is the subject of a sentence', () => {
    const [one, two] = [named('group_0_throughput_bps'), named('mean_queue_s')];
    expect(ratioMetric(one, two).phrase).toBe(`the ratio of ${one.phrase} to ${two.phrase}`);
  });

  it('is fair at one between two groups, and better where more is got for less', () => {
    const one: Metric = { ...named('group_0_throughput_bps'), better: 'more' };
    const two: Metric = { ...one, name: 'group_1_throughput_bps', label: 'mouse: throughput' };
    expect(ratioMetric(one, two)).toMatchObject({ fair: 1, better: 'fair' });
    const queue = named('mean_queue_s');
    expect(ratioMetric(one, queue).better).toBe('more');
    expect(ratioMetric(queue, one).better).toBe('less');
    expect(ratioMetric(one, one).better).toBeNull();
  });
});
