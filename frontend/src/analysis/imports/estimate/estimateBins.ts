/** A measurement in equal intervals of time, all its flows together. Pure. */
import type { MeasuredColumns, MeasuredFlow } from '@/analysis/imports/types';

interface FlowBin {
  readonly rate_bps: number | null;
  readonly least_rtt_s: number | null;
  readonly most_rtt_s: number | null;
  readonly most_inflight_bytes: number | null;
  readonly retransmitted: number;
}

export interface Bin {
  readonly end_s: number;
  /** Of all flows that are known to run in it; null: of none, or not of all. */
  readonly rate_bps: number | null;
  readonly flows: readonly FlowBin[];
}

/** So many intervals are enough for medians, and long enough for counters of packets. */
const MOST_BINS = 400;
const LEAST_STEPS = 2;

export function binsOf(flows: readonly MeasuredFlow[]): Bin[] {
  const ends = flows.map(({ columns }) => columns.time_s.at(-1) ?? 0);
  const end_s = ends.reduce((high, end) => Math.max(high, end), 0);
  const step_s = flows.reduce((high, { columns }) => Math.max(high, stepOf(columns)), 0);
  const rtt_s = flows.reduce((high, { min_rtt_s }) => Math.max(high, min_rtt_s ?? 0), 0);
  const width_s = Math.max(end_s / MOST_BINS, LEAST_STEPS * step_s, 2 * rtt_s);
  if (!(width_s > 0)) return [];
  const count = Math.floor(end_s / width_s + 1e-9);
  const own = flows.map((flow) => flowBins(flow.columns, width_s, count));
  return Array.from({ length: count }, (_, at) => {
    const parts = own.map((bins) => bins[at] ?? NOTHING);
    const rates = parts.map(({ rate_bps }) => rate_bps);
    const isKnown = rates.some((rate) => rate !== null);
    return {
      end_s: (at + 1) * width_s,
      // A flow that has not begun, or is over, sends nothing.
      rate_bps: isKnown ? rates.reduce<number>((sum, rate) => sum + (rate ?? 0), 0) : null,
      flows: parts,
    };
  });
}

const NOTHING: FlowBin = {
  rate_bps: null,
  least_rtt_s: null,
  most_rtt_s: null,
  most_inflight_bytes: null,
  retransmitted: 0,
};

function stepOf({ time_s }: MeasuredColumns): number {
  const steps = time_s.slice(1).map((time, at) => time - (time_s[at] ?? 0));
  return steps.length === 0 ? 0 : medianOf(steps);
}

/** Rates are spread over the time that they stand for; other values belong where they stand. */
function flowBins(columns: MeasuredColumns, width_s: number, count: number): FlowBin[] {
  const sums = Array.from({ length: count }, () => ({ bits: 0, known_s: 0 }));
  const bins = sums.map(() => ({ ...NOTHING }) as { -readonly [K in keyof FlowBin]: FlowBin[K] });
  columns.time_s.forEach((time, index) => {
    const rate = columns.throughput_bps?.[index];
    const before = columns.time_s[index - 1] ?? Math.max(0, time - stepOf(columns) || 0);
    if (rate != null) spreadRate(sums, [before, time], rate, width_s);
    const bin = bins[Math.min(count - 1, Math.max(0, Math.ceil(time / width_s - 1e-9) - 1))];
    if (bin === undefined) return;
    const rtt = columns.rtt_s?.[index] ?? null;
    if (rtt !== null) {
      bin.least_rtt_s = Math.min(bin.least_rtt_s ?? Infinity, rtt);
      bin.most_rtt_s = Math.max(bin.most_rtt_s ?? 0, rtt);
    }
    const inflight = columns.inflight_bytes?.[index] ?? columns.cwnd_bytes?.[index] ?? null;
    if (inflight !== null)
      bin.most_inflight_bytes = Math.max(bin.most_inflight_bytes ?? 0, inflight);
    bin.retransmitted += columns.retransmitted_packets?.[index] ?? 0;
  });
  return bins.map((bin, at) => {
    const { bits, known_s } = sums[at] ?? { bits: 0, known_s: 0 };
    return known_s > width_s / 2 ? { ...bin, rate_bps: bits / known_s } : bin;
  });
}

function spreadRate(
  sums: { bits: number; known_s: number }[],
  [from, to]: readonly [number, number],
  rate: number,
  width_s: number,
): void {
  for (let at = Math.floor(from / width_s); at < sums.length && at * width_s < to; at += 1) {
    const sum = sums[at];
    if (sum === undefined) continue;
    const span_s = Math.min(to, (at + 1) * width_s) - Math.max(from, at * width_s);
    if (!(span_s > 0)) continue;
    sum.bits += rate * span_s;
    sum.known_s += span_s;
  }
}

export function quantileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? NaN;
  const high = sorted[Math.ceil(at)] ?? NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}
