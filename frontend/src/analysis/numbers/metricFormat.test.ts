import { describe, expect, it } from 'vitest';

import {
  formatNumber,
  formatSigned,
  formatValue,
  intervalFormat,
  metricFormat,
} from './metricFormat';

const metric = (name: string, unit: string, fair: number | null = null) => ({
  name,
  unit,
  fair,
  scale: 'linear' as const,
});

describe('the format of a metric', () => {
  it('is the same for all values, made for the largest', () => {
    const format = metricFormat(metric('group_0_throughput_bps', 'bps'), [8.25e6, null, 120e3]);
    expect(formatValue(8.25e6, format)).toBe('8.25 Mbit/s');
    expect(formatValue(120e3, format)).toBe('0.12 Mbit/s');
    expect(formatValue(null, format)).toBe('–');
  });

  it('gives short times in milliseconds and long ones in seconds', () => {
    expect(formatValue(0.0355, metricFormat(metric('mean_rtt_s', 's'), [0.0355]))).toBe('35.5 ms');
    expect(formatValue(12, metricFormat(metric('active_s', 's'), [12]))).toBe('12.0 s');
  });

  it('reads shares as percent and ratios of flows as numbers', () => {
    const share = metricFormat(metric('retransmit_ratio', 'ratio'), [0.00215]);
    expect(formatValue(0.00215, share)).toBe('0.215%');
    const ratio = metricFormat(metric('throughput_ratio', 'ratio', 1), [0.93]);
    expect(formatValue(0.93, ratio)).toBe('0.93');
  });

  it('writes thousands, true minus signs and no negative zero', () => {
    const format = metricFormat(metric('dropped_packets', 'packets'), [12_345]);
    expect(formatNumber(12_345, format)).toBe('12,345');
    expect(formatNumber(-0.2, format)).toBe('0');
    expect(formatSigned(-20, format)).toBe('−20 packets');
    expect(formatSigned(20, format)).toBe('+20 packets');
  });

  it('takes further digits where an interval is narrow, and no more than two', () => {
    const queue = metric('mean_queue_s', 's');
    const format = metricFormat(queue, [0.127]);
    const written = (low: number, high: number) => {
      const finer = intervalFormat(format, [null, 0.1, low], [0.2, 0.3, high]);
      return [low, high].map((value) => formatNumber(value, finer));
    };
    expect(written(0.02, 0.06)).toEqual(['20', '60']);
    expect(written(0.0294, 0.0296)).toEqual(['29.4', '29.6']);
    expect(written(0.0294, 0.0294000001)).toEqual(['29.40', '29.40']);
    expect(written(0.03, 0.03)).toEqual(['30', '30']);
  });
});
