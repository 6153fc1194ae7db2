/** The queue around a moment: how long, over which time, and whose packets wait. Pure. */
import { bucketAt, valueAt, type Columns } from '@/analysis/series/series';
import { spanAt, type Span } from '@/analysis/series/span';
import type { StageRun } from '@/charts/model';

import type { Sample } from '../state/useSample';

/** Mean and longest queue, in packets, and over which time. */
interface QueueReading {
  readonly mean: number;
  readonly peak: number;
  readonly span: Span;
}

export function readingOf({ link, span }: Sample, { facts }: StageRun): QueueReading {
  const packets = (metric: string) => (link(metric) ?? 0) / facts.packetBytes;
  return { mean: packets('queue_bytes'), peak: packets('queue_max_bytes'), span };
}

/** The same of the drawn packets; null: the moment is outside of them. */
export function queueAt({ series, facts }: StageRun, timeSeconds: number): QueueReading | null {
  const span = spanAt(series, timeSeconds);
  if (span === null) return null;
  const index = bucketAt(series.timeSeconds, timeSeconds);
  const mean = valueAt(series.link.queue_bytes?.mean, index) ?? 0;
  const peaks = series.link.queue_max_bytes;
  const peak = valueAt(peaks?.max ?? peaks?.mean, index) ?? 0;
  return { mean: mean / facts.packetBytes, peak: peak / facts.packetBytes, span };
}

/** Every group of flows that has curves, in their order. */
export function groupsOf({ flows, groups }: StageRun): number[] {
  const own = groups?.map(({ groupIndex }) => groupIndex);
  return own ?? [...new Set(flows.map(({ groupIndex }) => groupIndex))];
}

/** Which part of the queue each group has; null: not known of all of them. */
export function queueShares(run: StageRun, timeSeconds: number): readonly number[] | null {
  if (spanAt(run.series, timeSeconds) === null) return null;
  const index = bucketAt(run.series.timeSeconds, timeSeconds);
  const { links, waits } = run.facts;
  const bitsOf = links === undefined && waits === undefined ? waitingBits : bitsByRate;
  const waiting = groupsOf(run).map((group) => bitsOf(run, group, index));
  const all = waiting.reduce<number | null>(
    (sum, bits) => (sum === null || bits === null ? null : sum + bits),
    0,
  );
  return all === null || all <= 0 ? null : waiting.map((bits) => (bits ?? 0) / all);
}

/** Packets of each group that wait around a moment; null: not known of all of them. */
export function waitingOf(run: StageRun, timeSeconds: number) {
  const shares = queueShares(run, timeSeconds);
  const mean = queueAt(run, timeSeconds)?.mean ?? null;
  const groups = groupsOf(run);
  return (groupIndex: number): number | null => {
    if (mean === 0) return 0;
    const share = shares?.[groups.indexOf(groupIndex)];
    return mean === null || share === undefined ? null : mean * share;
  };
}

/** Datagrams have no RTT at any time: nothing says how much of the queue is theirs. */
function hasRtt(columns: Columns | undefined): boolean {
  const mean = columns?.rtt_s?.mean ?? [];
  return mean.length === 0 || mean.some((value) => value !== null && !Number.isNaN(value));
}

/**
 * An RTT holds the waits at all links, and the receiver's hold. Where all packets wait equally long
 * the rates alone give the shares; null: they do not, or some of the flows have no curve.
 */
function bitsByRate({ flows, groups, series, facts }: StageRun, group: number, index: number) {
  const { links, waits } = facts;
  if (!(links?.waitsAlike ?? waits === 'alike')) return null;
  if (links !== undefined && links.isPassed[group] !== true) return 0;
  const rateOf = (columns: Columns | undefined) =>
    columns === undefined ? null : (valueAt(columns.throughput_bps?.mean, index) ?? 0);
  const whole = groups?.find(({ groupIndex }) => groupIndex === group);
  const members = flows.filter(({ groupIndex }) => groupIndex === group);
  if (whole !== undefined && members.length !== whole.count) {
    const mean = rateOf(series.groups?.get(group));
    return mean === null ? null : mean * whole.count;
  }
  return members.reduce<number | null>((sum, flow) => {
    const rate = rateOf(series.flows.get(flow.index));
    return sum === null || rate === null ? null : sum + rate;
  }, 0);
}

/** Rate times queueing delay of the flows of a group; null: some of them have no curve. */
function waitingBits(run: StageRun, group: number, index: number): number | null {
  const { flows, groups, series, facts } = run;
  const sendSeconds = (facts.packetBytes * 8) / facts.capacityBps;
  const bits = (columns: Columns | undefined, baseSeconds: number) => {
    const rate = valueAt(columns?.throughput_bps?.mean, index);
    const rtt = valueAt(columns?.rtt_s?.mean, index);
    // Without an ACK in this time nothing is known of its delay.
    if (rate === null) return columns === undefined ? null : 0;
    if (rate > 0 && !hasRtt(columns)) return null;
    return rtt === null ? 0 : rate * Math.max(0, rtt - baseSeconds - sendSeconds);
  };
  const whole = groups?.find(({ groupIndex }) => groupIndex === group);
  const members = flows.filter(({ groupIndex }) => groupIndex === group);
  if (whole === undefined || members.length === whole.count) {
    const found = members.map((flow) => bits(series.flows.get(flow.index), flow.baseRttSeconds));
    return found.some((each) => each === null)
      ? null
      : found.reduce<number>((a, b) => a + (b ?? 0), 0);
  }
  const mean = bits(series.groups?.get(group), whole.baseRttSeconds);
  return mean === null ? null : mean * whole.count;
}
