import { describe, expect, it } from 'vitest';

import { stageRunWith } from '#tests/stageRun';
import { EMPTY_SERIES } from '@/analysis/series/series';

import { differencePanes } from './differencePanes';
import { yOf } from '../stage/geometry';

const RUN = stageRunWith({
  id: 'other',
  label: 'FaiRTT',
  flows: [],
  groups: [
    {
      groupIndex: 0,
      label: 'elephant',
      firstIndex: 0,
      count: 1,
      baseRttSeconds: 0.035,
      bdpBytes: 43750,
    },
  ],
  series: {
    ...EMPTY_SERIES,
    timeSeconds: [5, 10],
    groups: new Map([
      [0, { throughput_bps: { mean: [1e6, -2e6], min: [0, -4e6], max: [2e6, 0] } }],
    ]),
    link: { queue_bytes: { mean: [-3000, 2000] }, queue_max_bytes: { mean: [0, 5000] } },
  },
  simulatedSeconds: 10,
});
const OPTIONS = { curves: 'groups', isGoodput: false, hasSsthresh: false } as const;
const ZERO = { label: 'BBRv2', durationSeconds: 10 };

describe('differencePanes', () => {
  const [rates, queue] = differencePanes(['throughput', 'queue'], [RUN], OPTIONS, ZERO);

  it('reach as far below zero as above it, bands included', () => {
    expect(rates?.scale.max).toBeCloseTo(4 * 1.12);
    expect(rates?.scale.min).toBeCloseTo(-4 * 1.12);
    expect(rates?.scale.ticks).toEqual([-4, -2, 0, 2, 4]);
  });

  it('have the baseline as a dashed line at zero and no capacity', () => {
    expect(rates?.lines[0]).toMatchObject({ style: 'dashed', label: 'BBRv2', values: [0, 0] });
    expect(rates?.references).toEqual([]);
  });

  it('draw the mean of the queue, called by its item, without the area of maxima', () => {
    expect(queue?.lines.map(({ label }) => label)).toEqual(['BBRv2', 'FaiRTT']);
    expect(queue?.unit).toBe('packets, mean');
  });

  it('stand on an axis whose middle is zero', () => {
    expect(yOf(0, 4, { top: 0, bottom: 100 }, -4)).toBe(50);
    expect(yOf(-4, 4, { top: 0, bottom: 100 }, -4)).toBe(100);
  });
});
