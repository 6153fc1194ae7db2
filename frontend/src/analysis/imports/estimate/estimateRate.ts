/** The rate of the link of a measurement: a value where it was busy, else a bound. Pure. */
import type { Estimate } from './estimate';
import { type Bin, medianOf, quantileOf } from './estimateBins';
import { countedAtEnd, PACKET_BYTES, PAYLOAD_BYTES, unknown } from './estimateLoss';
import { WRITTEN_BYTES } from '@/analysis/imports/evidence';
import type { MeasuredFlow, Source } from '@/analysis/imports/types';
import { hasWindow, limitsOf } from '@/analysis/imports/why/whyLimits';

const WIRE_PER_PAYLOAD = PACKET_BYTES / PAYLOAD_BYTES;
/** Without options the same packet has 1,460, with many 1,420. */
const LEAST_WIRE_RATIO = PACKET_BYTES / 1460;
const MOST_WIRE_RATIO = PACKET_BYTES / 1420;
const LEAST_BINS = 5;
/** Half of the rates of a busy link lie within so much of their median. */
const MOST_SPREAD = 0.1;
/** Above the least RTT by so much of it a queue stands; less is noise of hosts. */
const STANDING_RATIO = 0.05;
/** A sender that does not fill the link waits behind its own bursts, which are shorter. */
const OWN_BURST_PACKETS = 2;
/** Queues above this share of the longest one are none of such bursts. */
const LONG_QUEUE_RATIO = 1 / 3;
/** A limit that held for so much of the time. */
const MAIN_RATIO = 0.5;

/** An algorithm's own estimate says the rate if it stays so alike, */
const MOST_OWN_SPREAD = 0.03;
/** and if so much of it is really reached. */
const LEAST_REACHED_RATIO = 0.9;

interface Facts {
  readonly flows: readonly MeasuredFlow[];
  readonly bins: readonly Bin[];
  readonly source: Source;
  /** RTTs are those that the sender smooths, which do not show how short a queue was between. */
  readonly isSmoothed: boolean;
}

export function rateOf(facts: Facts): Estimate {
  const found = rateOfPayload(facts);
  const hasHeaders = facts.flows.every(({ evidence }) => evidence?.hasHeaders === true);
  if (!hasHeaders) return found;
  const { low, value, high, why } = found;
  const over = (rate: number | null, ratio: number) => (rate === null ? null : rate / ratio);
  return {
    low: over(low, LEAST_WIRE_RATIO),
    value: over(value, WIRE_PER_PAYLOAD),
    high: over(high, MOST_WIRE_RATIO),
    why: why.replace(HEADERS, ', headers included'),
  };
}

const HEADERS = ', with 52 bytes of headers for each 1,448 of payload';

function rateOfPayload({ flows, bins, source, isSmoothed }: Facts): Estimate {
  const known = bins.filter(({ rate_bps }) => rate_bps !== null);
  if (known.length < LEAST_BINS)
    return unknown(known.length === 0 ? 'The file has no rates.' : 'It has too few rates.');
  const others = othersThanPath(flows, source);
  if (others === 'certain' || (others === 'possible' && isSmoothed))
    return boundOf(
      flows,
      bins,
      others === 'certain'
        ? 'Its receiver or its application limited it, not the link'
        : 'The file does not show whether its receiver or its application limited it',
    );
  const rates = known.flatMap(({ rate_bps }) => (rate_bps === null ? [] : [rate_bps]));
  const own = others === 'none' ? ownEstimateOf(rates, flows) : null;
  if (own !== null) return own;
  const queues_s = queuesOf(known, flows);
  const leasts_s = [
    LONG_QUEUE_RATIO * quantileOf(queues_s, 0.95),
    others === 'possible' ? ownBurst_s(known, queues_s) : 0,
  ];
  const standing = leasts_s
    .map((least_s) => ratesAbove(known, queues_s, least_s))
    .find((some) => isBusy(some, rates));
  if (standing === undefined)
    return boundOf(
      flows,
      bins,
      'No queue stands long enough, with rates that are alike, to show that the link was busy',
    );
  const spread = [quantileOf(standing, 0.1), quantileOf(standing, 0.9)] as const;
  return {
    low: spread[0] * LEAST_WIRE_RATIO,
    value: medianOf(standing) * WIRE_PER_PAYLOAD,
    high: spread[1] * MOST_WIRE_RATIO,
    why: `The median total rate of ${standing.length} intervals in which a queue stood${HEADERS}; its range is from the 10th to the 90th percentile.`,
  };
}

/**
 * Of one flow alone, the rate that its algorithm found by itself: BBR's is the highest delivery
 * rate of some rounds, which a sender that leaves no queue shows in no other way.
 */
function ownEstimateOf(rates: readonly number[], flows: readonly MeasuredFlow[]): Estimate | null {
  const [flow, ...more] = flows;
  const found = (flow?.columns.bandwidth_bps ?? []).filter((each) => each !== null);
  // What it takes before it has filled the link once is no estimate of the link.
  const values = found.slice(Math.floor(found.length / 5));
  if (more.length > 0 || values.length < LEAST_BINS) return null;
  const value = medianOf(values);
  const [low, high] = [quantileOf(values, 0.1), quantileOf(values, 0.9)];
  if (high - low > MOST_OWN_SPREAD * value) return null;
  const reached = quantileOf(rates, 0.95) / value;
  if (reached < LEAST_REACHED_RATIO || reached > 1 + MOST_OWN_SPREAD) return null;
  return {
    low: low * LEAST_WIRE_RATIO,
    value: value * WIRE_PER_PAYLOAD,
    high: high * MOST_WIRE_RATIO,
    why: `The algorithm's own estimate of the path, which hardly changes and is nearly reached${HEADERS}; its range is from the 10th to the 90th percentile.`,
  };
}

/** Whether receiver or application kept the flows from filling the link for most of the time. */
export function othersThanPath(
  flows: readonly MeasuredFlow[],
  source: Source,
): 'none' | 'possible' | 'certain' {
  // Measured cases are of bulk transfers (docs/sharing.md).
  if (source === 'series') return 'none';
  const shares = flows.map((flow) => {
    let [certain, possible] = [0, 0];
    for (const { limits, ratio } of limitsOf(flow)) {
      const ends = limits.filter((limit) => limit === 'receiver' || limit === 'application');
      if (ends.length > 0) possible += ratio;
      if (ends.length > 0 && ends.length === limits.length) certain += ratio;
    }
    return { certain, possible };
  });
  if (shares.length > 0 && shares.every(({ certain }) => certain >= MAIN_RATIO)) return 'certain';
  return shares.some(({ possible }) => possible >= MAIN_RATIO) ? 'possible' : 'none';
}

/** The queue that stands during all of a bin, as the lowest RTTs in it show; 0: none. */
function queuesOf(bins: readonly Bin[], flows: readonly MeasuredFlow[]): number[] {
  return bins.map((bin) =>
    Math.max(
      ...bin.flows.map(({ least_rtt_s }, index) => {
        const base_s = flows[index]?.min_rtt_s;
        if (least_rtt_s === null || base_s == null) return 0;
        const queue_s = least_rtt_s - base_s;
        return queue_s > base_s * STANDING_RATIO ? queue_s : 0;
      }),
    ),
  );
}

const ratesAbove = (bins: readonly Bin[], queues_s: readonly number[], least_s: number) =>
  bins.flatMap(({ rate_bps }, at) =>
    (queues_s[at] ?? 0) > least_s && rate_bps !== null ? [rate_bps] : [],
  );

/** How long a burst of the sender itself is a queue, at the rate while any queue stands. */
function ownBurst_s(bins: readonly Bin[], queues_s: readonly number[]): number {
  const standing = ratesAbove(bins, queues_s, 0);
  return standing.length === 0 ? 0 : (OWN_BURST_PACKETS * PACKET_BYTES * 8) / medianOf(standing);
}

/**
 * Whether these rates are those of a busy link: they are alike, as those are for any length of
 * the queue, and none at other times are higher, as where a link changes its rate.
 */
function isBusy(standing: readonly number[], all: readonly number[]): boolean {
  if (standing.length < LEAST_BINS) return false;
  const [median, most] = [medianOf(standing), MOST_SPREAD * medianOf(standing)];
  return (
    quantileOf(standing, 0.75) - quantileOf(standing, 0.25) < most &&
    quantileOf(all, 0.95) < Math.max(median + most, quantileOf(standing, 0.95))
  );
}

/**
 * The highest rate that the file shows to have passed the link: over a time, the bytes that were
 * counted in it, less those that may have been counted ahead of it.
 */
function boundOf(flows: readonly MeasuredFlow[], bins: readonly Bin[], why: string): Estimate {
  const ahead = flows.map(aheadOf);
  const missing = ahead.find((each) => 'why' in each);
  if (missing !== undefined && 'why' in missing) return unknown(`${why}, and ${missing.why}.`);
  const ahead_bits = ahead.reduce((sum, each) => sum + ('bytes' in each ? 8 * each.bytes : 0), 0);
  const rate_bps = highestRate(bins, ahead_bits) * (1 - lossShare(flows));
  if (rate_bps === 0) return unknown(`${why}, and next to nothing was sent.`);
  return {
    low: rate_bps * LEAST_WIRE_RATIO,
    value: null,
    high: null,
    why: `${why}: it is at least what passed it in some time of the file.`,
  };
}

/** By how many bytes a flow's rates can be ahead of the link, or why that is unknown. */
function aheadOf({
  columns,
  evidence,
  direction,
  transport,
}: MeasuredFlow): { readonly bytes: number } | { readonly why: string } {
  const { written } = evidence ?? {};
  if (written?.unsent_bytes === null)
    return { why: "its rates count what is written into the sender's buffer" };
  if (written !== undefined) return { bytes: written.unsent_bytes + WRITTEN_BYTES };
  if (direction === 'received') return { bytes: 0 };
  const isDatagrams = !hasWindow({ transport }) || transport === 'quic';
  const atEnd = countedAtEnd({ columns, evidence });
  if (
    isDatagrams &&
    atEnd === null &&
    columns.lost_packets === undefined &&
    columns.inflight_bytes === undefined
  )
    return { why: 'it does not show how many of its packets were lost' };
  const held = [...(columns.inflight_bytes ?? []), ...(columns.cwnd_bytes ?? [])];
  return { bytes: held.reduce<number>((most, each) => Math.max(most, each ?? 0), 0) };
}

/** Of datagrams that were counted when they were sent. */
function lossShare(flows: readonly MeasuredFlow[]): number {
  return flows.reduce((most, flow) => {
    const atEnd = countedAtEnd(flow);
    return atEnd === null ? most : Math.max(most, atEnd.lost / atEnd.sent);
  }, 0);
}

/** Of any run of bins that is long enough, with so much of it counted ahead. */
function highestRate(bins: readonly Bin[], ahead_bits: number): number {
  const sums = [0];
  const ends = [0];
  let last_s = bins.length > 1 ? 2 * (bins[0]?.end_s ?? 0) - (bins[1]?.end_s ?? 0) : 0;
  for (const { rate_bps, end_s } of bins) {
    sums.push((sums.at(-1) ?? 0) + (rate_bps ?? 0) * (end_s - last_s));
    ends.push((ends.at(-1) ?? 0) + end_s - last_s);
    last_s = end_s;
  }
  let highest = 0;
  for (let from = 0; from < sums.length; from += 1)
    for (let to = from + LEAST_BINS; to < sums.length; to += 1) {
      const bits = (sums[to] ?? 0) - (sums[from] ?? 0) - ahead_bits;
      highest = Math.max(highest, bits / ((ends[to] ?? 0) - (ends[from] ?? 0)));
    }
  return highest;
}
