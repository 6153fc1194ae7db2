/** The state variables of flows: their names, meaning and units, from the core's registry. Pure. */
import { ABSENT, formatCount, formatRate, toDigits, type Quantity } from '@/analysis/numbers/units';
import { aligned } from '@/analysis/numbers/shown';
import { kindOf, type Kind } from '@/analysis/series/span';
import { QUEUE_SERIES, TRAFFIC_SERIES, type KindSeries } from '@/generated/kindSeries';
import type { Metric } from '@/generated/metrics';
import { flowSeriesMetrics, linkSeriesMetrics } from '@/generated/seriesMetrics';

export interface StateVariable {
  readonly metric: string;
  readonly name: string;
  readonly meaning: string;
  /** How its samples stand for their time. */
  readonly kind: Kind;
}

interface Declaring {
  readonly name: string;
  readonly title: string;
  readonly metrics: readonly { readonly name: string; readonly description: string }[];
}

const known = (metrics: readonly (readonly [string, Metric])[]): StateVariable[] =>
  metrics.map(([metric, { title, definition, aggregation }]) => ({
    metric,
    name: title,
    meaning: definition,
    kind: kindOf(aggregation),
  }));

export const LINK_VARIABLES: readonly StateVariable[] = known(Object.entries(linkSeriesMetrics));

/** Written where an application reads slowly. */
const OF_SLOW_READERS: ReadonlySet<string> = new Set(['receive_window_bytes', 'unread_bytes']);

/** Of every flow; why it is limited is shown by itself. What is counted comes last. */
const COMMON = Object.entries<Metric>(flowSeriesMetrics)
  .filter(([name, { pane }]) => pane !== 'limits' && !OF_SLOW_READERS.has(name))
  .sort(([, a], [, b]) => Number(a.quantity === 'packets') - Number(b.quantity === 'packets'));

/** Variables shown while time moves: their series are loaded without another request. */
export const LIVE_METRICS: readonly string[] = [
  'throughput_bps',
  'cwnd_bytes',
  'inflight_bytes',
  'rtt_s',
  'min_rtt_s',
  'bandwidth_estimate_bps',
  'pacing_rate_bps',
];

/** Every variable of flows that run these algorithms, those of every flow first. */
export function flowStateVariables(algorithms: readonly Declaring[]): StateVariable[] {
  const common = known(COMMON);
  const declared = new Map<string, Declaring[]>();
  for (const algorithm of algorithms) {
    for (const { name } of algorithm.metrics) {
      if (name in flowSeriesMetrics) continue;
      declared.set(name, [...(declared.get(name) ?? []), algorithm]);
    }
  }
  const own = [...declared].map(([metric, declaring]) => ({
    metric,
    name: bareName(metric),
    meaning: meaningOf(metric, declaring, algorithms.length),
    kind: kindOf(undefined),
  }));
  return [...common, ...own];
}

interface FlowSetting {
  readonly traffic: { readonly kind: string };
  readonly receiver: { readonly read_rate_bps?: number | null };
}

/** Further variables of flows with application traffic or with a slow receiver. */
export function ownVariables(flows: readonly FlowSetting[]): StateVariable[] {
  const kinds = new Set(flows.map(({ traffic }) => traffic.kind));
  const isSlow = flows.some(({ receiver }) => receiver.read_rate_bps != null);
  const ofReaders = Object.entries<Metric>(flowSeriesMetrics).filter(([name]) =>
    OF_SLOW_READERS.has(name),
  );
  return [
    ...[...kinds].flatMap((kind) => ofKind(TRAFFIC_SERIES[kind])),
    ...(isSlow ? known(ofReaders) : []),
  ];
}

/** The variables of a queue discipline. */
export function queueVariables(kind: string): StateVariable[] {
  return ofKind(QUEUE_SERIES[kind]);
}

function ofKind(series: readonly KindSeries[] = []): StateVariable[] {
  return series.map(({ name, description }) => ({
    metric: name,
    name: bareName(name),
    meaning: `${description}.`,
    kind: kindOf(undefined),
  }));
}

/** The algorithm of a variable that not all have, and its description. */
function meaningOf(metric: string, declaring: readonly Declaring[], all: number): string {
  const texts = declaring.map(({ title, metrics }) => {
    const text = metrics.find(({ name }) => name === metric)?.description ?? '';
    return { title, text };
  });
  const isSame = new Set(texts.map(({ text }) => text)).size === 1;
  const [first] = texts;
  if (isSame && first !== undefined && declaring.length === all) return `${first.text}.`;
  if (isSame && first !== undefined) {
    return `${texts.map(({ title }) => title).join(', ')}: ${first.text}.`;
  }
  return texts.map(({ title, text }) => `${title}: ${text}.`).join(' ');
}

const UNIT_WORD = /_(bps|s|bytes|packets|ratio|count)$/;

/** `inflight_hi_bytes` without its unit, in words. */
function bareName(metric: string): string {
  return metric.replace(UNIT_WORD, '').replace(/_/g, ' ');
}

/** A value of a metric as people read it; windows and queues in packets. */
export function formatMetric(
  metric: string,
  value: number | null | undefined,
  packetBytes: number,
): Quantity {
  if (value == null) return { value: ABSENT, unit: '' };
  switch (UNIT_WORD.exec(metric)?.[1]) {
    case 'bps':
      return formatRate(value);
    case 's':
      return formatDuration(value);
    case 'bytes':
      return { value: toDigits(value / packetBytes), unit: 'pkt' };
    case 'packets':
    case 'count':
      return { value: formatCount(value), unit: '' };
    default:
      return { value: toDigits(value), unit: '' };
  }
}

/** Milliseconds below a second, as RTTs are. */
export function formatDuration(seconds: number): Quantity {
  if (Math.abs(seconds) >= 1) return { value: toDigits(seconds), unit: 's' };
  return { value: aligned(seconds * 1e3, 1), unit: 'ms' };
}
