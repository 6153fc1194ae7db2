/** Where the RTT of a flow goes: the parts of its mean RTT over time, from below to above. Pure. */
import { linkNames } from '@/analysis/scenario/links';
import { rttPartMetrics } from '@/generated/rttMetrics';

import type { Columns, Values } from './series';

type Metric = keyof typeof rttPartMetrics;

export interface RttPart {
  readonly metric: string;
  readonly title: string;
  readonly definition: string;
  readonly seconds: Values;
  /** Mean over time of the intervals that have a sample. */
  readonly meanSeconds: number;
  readonly highestSeconds: number;
}

export const MEAN_RTT = 'rtt_mean_s';

/** From below: what the path always takes, what receiver and hosts take, then the queues. */
const ORDER = [
  'rtt_propagation_s',
  'rtt_transmission_s',
  'rtt_host_s',
  'rtt_jitter_s',
  'rtt_receiver_hold_s',
  'rtt_lost_acks_s',
  'rtt_queue_back_4_s',
  'rtt_queue_back_3_s',
  'rtt_queue_back_2_s',
  'rtt_queue_back_1_s',
  'rtt_queue_out_4_s',
  'rtt_queue_out_3_s',
  'rtt_queue_out_2_s',
  'rtt_queue_out_1_s',
  'rtt_unattributed_s',
] as const satisfies readonly Metric[];

/** All series that tell it. */
export const RTT_PART_METRICS: readonly string[] = [MEAN_RTT, ...ORDER];

interface Ways {
  readonly links?: readonly { readonly id: string }[];
  readonly flows: readonly {
    readonly path?: readonly string[];
    readonly return_path?: readonly string[];
  }[];
}

const QUEUE = /^rtt_queue_(out|back)_(\d)_s$/;

/** Those that are ever above zero; none if the run has no record of them. */
export function rttParts(columns: Columns | undefined, ways: Ways, group: number): RttPart[] {
  return ORDER.flatMap((metric) => {
    const seconds = columns?.[metric]?.mean;
    if (seconds === undefined) return [];
    const known = seconds.filter((value) => value !== null);
    const highestSeconds = Math.max(0, ...known);
    if (highestSeconds <= 0) return [];
    const { title, definition } = rttPartMetrics[metric];
    return [
      {
        metric,
        title: queueTitle(metric, ways, group) ?? title,
        definition,
        seconds,
        meanSeconds: known.reduce((sum, value) => sum + value, 0) / known.length,
        highestSeconds,
      },
    ];
  });
}

/** With the name of its link where there are several. */
function queueTitle(metric: string, ways: Ways, group: number): string | null {
  const [, way, place] = QUEUE.exec(metric) ?? [];
  if (way === undefined) return null;
  const flow = ways.flows[group];
  const path = (way === 'out' ? flow?.path : flow?.return_path) ?? linkNames({}).slice(0, 1);
  const id = path[Number(place) - 1];
  const isLast = place === '4' && path.length > 4;
  if (id === undefined) return null;
  const what = way === 'out' ? 'queue' : 'ACKs in the queue';
  return `${what} of ${id}${isLast ? ' and behind it' : ''}`;
}

/** Lower and upper edge of each part, one on top of the other; null where there is no sample. */
export function stacked(parts: readonly RttPart[]): { low: Values; high: Values }[] {
  let below: Values = parts[0]?.seconds.map((value) => (value === null ? null : 0)) ?? [];
  return parts.map(({ seconds }) => {
    const low = below;
    const high = seconds.map((value, index) => {
      const base = low[index] ?? null;
      return value === null || base === null ? null : base + value;
    });
    below = high;
    return { low, high };
  });
}
