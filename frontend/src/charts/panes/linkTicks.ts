/** Packets that the queue dropped or marked and packets lost on the path, as ticks. Pure. */
import { formatCount } from '@/analysis/numbers/units';
import { largest, type Column, type SeriesGrid } from '@/analysis/series/series';

import type { PaneTick } from '../model';

/**
 * A column holds packets per sample; a bucket's mean times its samples is what happened in it. The
 * last bucket may have fewer samples than the others.
 */
export function linkTicks(series: SeriesGrid): PaneTick[] {
  return [
    ...ticksOf(series, series.link.dropped_packets, 'dropped'),
    ...ticksOf(series, series.link.randomly_lost_packets, 'lost'),
    ...ticksOf(series, series.link.marked_packets, 'marked'),
  ];
}

function ticksOf(
  series: SeriesGrid,
  column: Column | undefined,
  kind: PaneTick['kind'],
): PaneTick[] {
  if (column === undefined || (largest(column) ?? 0) === 0) return [];
  const { timeSeconds, sampleIntervalSeconds, bucketSamples } = series;
  return column.mean.flatMap((mean, index) => {
    const end = timeSeconds[index];
    if (mean === null || mean === 0 || end === undefined) return [];
    const before = index === 0 ? null : (timeSeconds[index - 1] ?? null);
    const samples =
      before === null ? bucketSamples : Math.round((end - before) / sampleIntervalSeconds);
    const middle = end - (samples * sampleIntervalSeconds) / 2;
    return [{ kind, timeSeconds: middle, packets: Math.round(mean * samples) }];
  });
}

/** How many of each, in the order drawn; empty if none. */
export function tickWords(ticks: readonly PaneTick[]): string {
  const total = (kind: PaneTick['kind']) =>
    ticks.reduce((sum, tick) => sum + (tick.kind === kind ? tick.packets : 0), 0);
  const words = [
    [total('dropped'), (packets: string) => `▼ ${packets} dropped by the queue`] as const,
    [total('lost'), (packets: string) => `❘ ${packets} lost on the path`] as const,
    [total('marked'), (packets: string) => `△ ${packets} marked by the queue`] as const,
  ];
  return words
    .filter(([count]) => count > 0)
    .map(([count, say]) => `; ${say(formatCount(count))}`)
    .join('');
}
