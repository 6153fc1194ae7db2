/** Where the RTT of a flow goes: the parts of its mean RTT over time, from below to above. Pure. */
import { linkNames } from '@/analysis/scenario/network/links';
import { rttPartMetrics } from '@/generated/rttMetrics';

import type { Columns, Values } from './series';

type Metric = keyof typeof rttPartMetrics;

export interface RttPart {
  readonly metric: string;
  readonly title: string;
  readonly definition: string;
  readonly seconds: Values;
  /** Mean over time, see `meanIntervals`; null: it is of none of these intervals. */
  readonly meanSeconds: number | null;
  readonly highestSeconds: number;
}

const MEAN_RTT = 'rtt_mean_s';

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

/** All series with a part of it. */
export const RTT_PART_METRICS: readonly string[] = [MEAN_RTT, ...ORDER];

interface Ways {
  readonly links?: readonly { readonly id: string }[];
  readonly flows: readonly {
    readonly path?: readonly string[];
    readonly return_path?: readonly string[];
  }[];
}

const UNATTRIBUTED = 'rtt_unattributed_s';

/**
 * Which intervals the means are over: those with a sample whose RTTs are attributed wholly, or a
 * constant like the propagation delay would have a mean below itself; all of them if there is none.
 */
export function meanIntervals(columns: Columns | undefined): {
  readonly isMeant: (index: number) => boolean;
  /** Of those with a sample. */
  readonly ratio: number;
} {
  const rtt = columns?.rtt_propagation_s?.mean ?? [];
  const rest = columns?.[UNATTRIBUTED]?.mean;
  const isKnown = (index: number) => rtt[index] != null;
  const isWhole = (index: number) => isKnown(index) && (rest?.[index] ?? 0) === 0;
  const known = rtt.filter((_, index) => isKnown(index)).length;
  const whole = rtt.filter((_, index) => isWhole(index)).length;
  if (known === 0 || whole === 0) return { isMeant: isKnown, ratio: 1 };
  return { isMeant: isWhole, ratio: whole / known };
}

const QUEUE = /^rtt_queue_(out|back)_(\d)_s$/;

/** Those that are ever above zero; none if the run has no record of them. */
export function rttParts(columns: Columns | undefined, ways: Ways, group: number): RttPart[] {
  const { isMeant, ratio } = meanIntervals(columns);
  return ORDER.flatMap((metric) => {
    const seconds = columns?.[metric]?.mean;
    if (seconds === undefined) return [];
    const known = seconds.filter((value) => value !== null);
    const highestSeconds = Math.max(0, ...known);
    if (highestSeconds <= 0) return [];
    const { title, definition } = rttPartMetrics[metric];
    const meant = seconds.filter((value, index) => value !== null && isMeant(index));
    const isLeftOut = metric === UNATTRIBUTED && ratio < 1;
    return [
      {
        metric,
        title: queueTitle(metric, ways, group) ?? title,
        definition,
        seconds,
        meanSeconds: isLeftOut
          ? null
          : meant.reduce<number>((sum, value) => sum + (value ?? 0), 0) / meant.length,
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
