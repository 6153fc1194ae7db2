/** The data of a run that replay needs: path, buffer, and each group's share of the link. Pure. */
import type { ReplayPath } from '@/analysis/replay/replay';
import { eventRateBps, groupsAtLink } from '@/analysis/scenario/network/links';
import { bucketAt, valueAt, type SeriesGrid } from '@/analysis/series/series';
import type { Scenario } from '@/api/types';
import { MANY_CONNECTIONS_TRAFFIC } from '@/generated/kindTitles';
import type { Shares } from '@/charts/replay/replayPaint';

export function replayPathOf(scenario: Scenario, linkIndex = 0): ReplayPath {
  const { bottleneck, flows, links, packet_bytes, header_bytes } = scenario;
  const link = links[linkIndex - 1] ?? bottleneck;
  const { loss } = link;
  const groups = flows.flatMap(({ count }, group) => Array.from({ length: count }, () => group));
  return {
    rateBps: link.rate_bps,
    delaySeconds: link.delay_s,
    packetBytes: packet_bytes,
    headerBytes: header_bytes,
    losesBeforeQueue: loss.kind !== 'none' && loss.position === 'before_queue',
    rttSeconds: flows.map(({ rtt_s }) => rtt_s),
    groupOf: (flowIndex) => groups[flowIndex] ?? 0,
    manyConnections: new Set(
      flows.flatMap(({ traffic }, group) =>
        MANY_CONNECTIONS_TRAFFIC.includes(traffic.kind) ? [group] : [],
      ),
    ),
    ...(links.length > 0 && {
      atLink: {
        index: linkIndex,
        groups: groupsAtLink(scenario, linkIndex),
        eventRateBps: eventRateBps(scenario),
      },
    }),
  };
}

/** Bytes that wait on average in the bucket of a moment. */
export function meanQueueAt(series: SeriesGrid | undefined, timeSeconds: number): number {
  if (series === undefined) return 0;
  const bucket = bucketAt(series.timeSeconds, timeSeconds);
  return valueAt(series.link.queue_bytes?.mean, bucket) ?? 0;
}

/** Shares of the link and the fill of the buffer in the bucket of a moment; null without one. */
export function sharesAt(
  series: SeriesGrid | undefined,
  scenario: Scenario,
  { rateBps, atLink }: ReplayPath,
  bufferBytes: number,
  timeSeconds: number,
): Shares | null {
  if (series === undefined || series.timeSeconds.length === 0) return null;
  const bucket = bucketAt(series.timeSeconds, timeSeconds);
  const { queue_bytes, queue_max_bytes } = series.link;
  const meanBytes = valueAt(queue_bytes?.mean, bucket) ?? 0;
  const peakBytes = valueAt(queue_max_bytes?.max ?? queue_max_bytes?.mean, bucket) ?? meanBytes;
  return {
    groups: scenario.flows.map(({ count }, group) => {
      if (atLink?.groups[group]?.passes === false) return { rate: 0 };
      const mean = valueAt(series.groups?.get(group)?.throughput_bps?.mean, bucket) ?? 0;
      return { rate: (mean * count) / rateBps };
    }),
    queue: Math.min(1, meanBytes / bufferBytes),
    peak: Math.min(1, peakBytes / bufferBytes),
  };
}
