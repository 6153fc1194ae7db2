/** Measured traces beside a simulation: what of them is drawn, and their numbers. Pure. */
import type { Column } from '@/analysis/series/series';

import type { Measured, MeasuredFlow, MeasuredTrace } from './types';

/** How a visitor has put a trace beside a simulation. */
export interface Placed {
  readonly trace: MeasuredTrace;
  /** Added to the trace's own time. */
  readonly offset_s: number;
  /** The group that each flow stands for; null: it is not shown. */
  readonly groups: readonly (number | null)[];
}

/** Flows stand for groups in their order; more flows than groups begin with the first again. */
export function placeTrace(trace: MeasuredTrace, groupCount: number): Placed {
  const groups = trace.flows.map((_, index) => index % Math.max(1, groupCount));
  return { trace, offset_s: 0, groups };
}

const METRICS = ['throughput_bps', 'rtt_s', 'cwnd_bytes', 'retransmitted_packets'] as const;
type Metric = (typeof METRICS)[number];

interface DrawnFlow {
  readonly timeSeconds: readonly number[];
  readonly columns: Readonly<Partial<Record<Metric, Column>>>;
  /** Time that one drawn value stands for. */
  readonly stepSeconds: number;
}

/**
 * What is in a range of the simulation's time, in at most so many points: means of neighbours, with
 * the lowest and the highest of them, so that no spike is lost.
 */
export function drawnFlow(
  { columns }: MeasuredFlow,
  offset_s: number,
  [from, to]: readonly [number, number],
  most: number,
): DrawnFlow {
  const times = columns.time_s;
  const first = times.findIndex((time) => time + offset_s >= from);
  const behind = times.findIndex((time) => time + offset_s > to);
  // A value more at both ends, so that lines run out of the view.
  const start = first < 0 ? times.length : Math.max(0, first - 1);
  const end = behind < 0 ? times.length : Math.min(times.length, behind + 1);
  const every = Math.max(1, Math.ceil((end - start) / most));
  const count = Math.ceil(Math.max(0, end - start) / every);
  const bounds = Array.from({ length: count }, (_, bucket) => {
    const low = start + bucket * every;
    return [low, Math.min(end, low + every)] as const;
  });
  const drawn: Partial<Record<Metric, Column>> = {};
  for (const metric of METRICS) {
    const values = columns[metric];
    if (values !== undefined) drawn[metric] = thinned(values, bounds);
  }
  const timeSeconds = bounds.map(([, high]) => (times[high - 1] ?? 0) + offset_s);
  return { timeSeconds, columns: drawn, stepSeconds: stepOf(timeSeconds) };
}

type Bounds = readonly (readonly [from: number, to: number])[];

function thinned(values: Measured, bounds: Bounds): Column {
  const column = { mean: bounds.map(([from, to]) => mean(values, from, to)) };
  if (bounds.every(([from, to]) => to - from <= 1)) return column;
  const extreme = (pick: (...known: number[]) => number) =>
    bounds.map(([from, to]) => {
      const known = values.slice(from, to).filter((value) => value !== null);
      return known.length === 0 ? null : pick(...known);
    });
  return { ...column, min: extreme(Math.min), max: extreme(Math.max) };
}

function mean(values: Measured, from: number, to: number): number | null {
  let sum = 0;
  let count = 0;
  for (let index = from; index < to; index += 1) {
    const value = values[index];
    if (value == null) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

function stepOf(times: readonly number[]): number {
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined || times.length < 2) return 0.1;
  return (last - first) / (times.length - 1);
}

export interface FlowNumbers {
  readonly throughput_bps: number | null;
  /** Of the throughput of all flows that are shown. */
  readonly share: number | null;
  readonly mean_rtt_s: number | null;
  readonly retransmitted_packets: number | null;
}

/** Numbers of the flows of a trace in a window of the simulation's time; null: not shown. */
export function traceNumbers(
  { trace, offset_s, groups }: Placed,
  window: readonly [number, number],
): (FlowNumbers | null)[] {
  const own = trace.flows.map((flow, index) =>
    groups[index] == null ? null : numbersOf(flow, offset_s, window),
  );
  const total = own.reduce((sum, flow) => sum + (flow?.throughput_bps ?? 0), 0);
  return own.map((flow) =>
    flow === null
      ? null
      : {
          ...flow,
          share: flow.throughput_bps === null || total === 0 ? null : flow.throughput_bps / total,
        },
  );
}

function numbersOf(
  { columns }: MeasuredFlow,
  offset_s: number,
  [from, to]: readonly [number, number],
): Omit<FlowNumbers, 'share'> {
  const sums = { bits: 0, rated_s: 0, rtt: 0, rtt_s: 0, again: 0, count: 0 };
  columns.time_s.forEach((time, index) => {
    const end = time + offset_s;
    const begin = (columns.time_s[index - 1] ?? 0) + offset_s;
    if (end <= from || end > to + 1e-9) return;
    sums.count += 1;
    const span = end - begin;
    const rate = columns.throughput_bps?.[index];
    if (rate != null) {
      sums.bits += rate * span;
      sums.rated_s += span;
    }
    const rtt = columns.rtt_s?.[index];
    if (rtt != null) {
      sums.rtt += rtt * span;
      sums.rtt_s += span;
    }
    sums.again += columns.retransmitted_packets?.[index] ?? 0;
  });
  const wasCounted = sums.count > 0 && columns.retransmitted_packets !== undefined;
  return {
    throughput_bps: sums.rated_s > 0 ? sums.bits / sums.rated_s : null,
    mean_rtt_s: sums.rtt_s > 0 ? sums.rtt / sums.rtt_s : null,
    retransmitted_packets: wasCounted ? sums.again : null,
  };
}

/** What of the simulation is compared with: a flow of the result. */
export interface SimulatedFlow {
  readonly group_index: number;
  readonly goodput_bps: number | null;
  readonly mean_rtt_s: number | null;
  readonly retransmitted_packets: number | null;
}

/** The mean of one flow of a group, and its share of all flows' throughput. */
export function groupNumbers(flows: readonly SimulatedFlow[], group: number): FlowNumbers {
  const own = flows.filter(({ group_index }) => group_index === group);
  const total = flows.reduce((sum, { goodput_bps }) => sum + (goodput_bps ?? 0), 0);
  const average = (read: (flow: SimulatedFlow) => number | null) => {
    const known = own.map(read).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
  };
  const throughput_bps = average(({ goodput_bps }) => goodput_bps);
  return {
    throughput_bps,
    share: throughput_bps === null || total === 0 ? null : throughput_bps / total,
    mean_rtt_s: average(({ mean_rtt_s }) => mean_rtt_s),
    retransmitted_packets: average(({ retransmitted_packets }) => retransmitted_packets),
  };
}
