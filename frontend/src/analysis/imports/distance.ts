/**
 * How far a simulation is from a measurement, and where along its time the measurement fits
 * best. Definitions: docs/metrics.md, "Distance from a measurement". Pure.
 */
import { groupNumbers, traceNumbers, type Placed, type SimulatedFlow } from './measured';
import type { MeasuredFlow } from './types';

/** Mean rates of one flow of each group of the simulation, on one time grid from 0 on. */
export interface SimulatedRates {
  readonly step_s: number;
  /** By group; null: no flow of it was there. */
  readonly groups: ReadonlyMap<number, readonly (number | null)[]>;
}

export interface Distance {
  /** Points: half the sum over the groups of the differences of their shares. */
  readonly share_points: number | null;
  /** Mean over the flows of the size of the difference of their mean RTTs. */
  readonly rtt_s: number | null;
  /** From 0 (the same) to 1 (never at the same time); null: too little of it lies in the run. */
  readonly rate_ratio: number | null;
  /** How much time of the trace is compared. */
  readonly compared_s: number;
}

interface Fit {
  /** Instead of the trace's own `offset_s`. */
  readonly offset_s: number;
  readonly rate_ratio: number;
  /** What was tried: from, to, in steps of; then around the best in steps of. */
  readonly from_s: number;
  readonly to_s: number;
  readonly step_s: number;
  readonly fine_step_s: number;
  /** The least and the greatest of the shifts that fit as well, by less than a point. */
  readonly alike_s: readonly [number, number];
  /** Those that fit as well lie close together: the rates show where the trace belongs. */
  readonly isDistinct: boolean;
}

/** Differences of rates that are no difference: noise of any measurement is more. */
const ALIKE_RATIO = 0.01;
/** Of all that was tried; those that fit alike must not reach over more. */
const DISTINCT_SHARE = 0.05;
/** A shift must leave this share of the shorter one of trace and simulation to compare. */
const LEAST_OVERLAP_SHARE = 0.5;
const MOST_SHIFTS = 1200;
/** Of all flows together: finer traces are read in longer steps. */
const MOST_INTERVALS = 2400;
/** Times have nanoseconds; below it is what binary digits add. */
const SLACK_S = 1e-9;
/** Sums in another order differ by less. */
const SAME_RATIO = 1e-9;

export function distanceOf(
  placed: Placed,
  flows: readonly SimulatedFlow[],
  window: readonly [number, number],
  rates: SimulatedRates | null,
): Distance {
  const found = rates === null ? null : prepare(placed, rates);
  const compared = found === null ? null : compare(found, placed.offset_s);
  return {
    share_points: sharePoints(placed, flows, window),
    rtt_s: rttDifference(placed, flows, window),
    rate_ratio: found !== null && compared !== null ? ratioOf(compared, found) : null,
    compared_s: compared?.seconds ?? 0,
  };
}

/** Tries every shift in both passes; of equal ones the smallest shift wins. null: none compares. */
export function bestFit(placed: Placed, rates: SimulatedRates): Fit | null {
  const found = prepare(placed, rates);
  if (found === null) return null;
  const overlap_s = found.least_s;
  const from_s = overlap_s - found.trace_s;
  const to_s = found.run_s - overlap_s;
  const fine_step_s = rates.step_s;
  const step_s = Math.max(1, Math.ceil((to_s - from_s) / fine_step_s / MOST_SHIFTS)) * fine_step_s;
  const shifts = multiples(from_s, to_s, step_s);
  const coarse = bestOf(found, shifts);
  if (coarse === null) return null;
  const around = multiples(
    Math.max(from_s, coarse.offset_s - step_s),
    Math.min(to_s, coarse.offset_s + step_s),
    fine_step_s,
  );
  const best = bestOf(found, [...around, coarse.offset_s]) ?? coarse;
  const alike_s = alikeOf(found, [...shifts, ...around], best);
  const most_s = Math.max(2 * step_s, DISTINCT_SHARE * (to_s - from_s));
  return {
    ...best,
    alike_s,
    isDistinct: alike_s[1] - alike_s[0] <= most_s + SLACK_S,
    from_s: shifts[0] ?? from_s,
    to_s: shifts.at(-1) ?? to_s,
    step_s,
    fine_step_s,
  };
}

function alikeOf(
  found: Prepared,
  shifts: readonly number[],
  best: Pick<Fit, 'offset_s' | 'rate_ratio'>,
): readonly [number, number] {
  let [low, high] = [best.offset_s, best.offset_s];
  for (const offset_s of shifts) {
    if (offset_s >= low && offset_s <= high) continue;
    const ratio = ratioOf(compare(found, offset_s), found);
    if (ratio === null || ratio > best.rate_ratio + ALIKE_RATIO) continue;
    low = Math.min(low, offset_s);
    high = Math.max(high, offset_s);
  }
  return [low, high];
}

/** Multiples of the step in a range: 0 is among them, and their digits stay short. */
function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - SLACK_S);
  const last = Math.floor(to / step + SLACK_S);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toFixed(9)),
  );
}

function bestOf(found: Prepared, shifts: readonly number[]) {
  let best: { readonly offset_s: number; readonly rate_ratio: number } | null = null;
  for (const offset_s of shifts) {
    const rate_ratio = ratioOf(compare(found, offset_s), found);
    if (rate_ratio === null) continue;
    const nearer = best === null ? 1 : best.rate_ratio - rate_ratio;
    const isSmaller = best !== null && Math.abs(offset_s) < Math.abs(best.offset_s);
    if (nearer > SAME_RATIO || (nearer > -SAME_RATIO && isSmaller)) best = { offset_s, rate_ratio };
  }
  return best;
}

interface Interval {
  readonly from_s: number;
  readonly to_s: number;
  readonly bps: number;
}

interface Prepared {
  readonly flows: readonly (readonly [of: readonly Interval[], payload: Payload])[];
  readonly trace_s: number;
  readonly run_s: number;
  /** What has to be compared of one flow, at least. */
  readonly least_s: number;
}

/** What a flow of a group has received up to the end of each step. */
interface Payload {
  readonly step_s: number;
  readonly bits: readonly number[];
}

function prepare({ trace, groups }: Placed, rates: SimulatedRates): Prepared | null {
  const shown = trace.flows.flatMap((flow, index) => {
    const values = rates.groups.get(groups[index] ?? -1);
    const has = flow.columns.throughput_bps?.some((value) => value !== null) === true;
    return values === undefined || !has ? [] : [[flow, values] as const];
  });
  const most = Math.floor(MOST_INTERVALS / Math.max(1, shown.length));
  const flows = shown.map(
    ([flow, values]) =>
      [intervalsOf(flow, rates.step_s, most), payloadOf(values, rates.step_s)] as const,
  );
  const covered_s = flows.flatMap(([intervals]) => intervals).reduce(lengthened, 0) / flows.length;
  const trace_s = Math.max(0, ...shown.map(([flow]) => flow.columns.time_s.at(-1) ?? 0));
  const run_s = Math.max(0, ...flows.map(([, { bits }]) => (bits.length - 1) * rates.step_s));
  if (trace_s === 0 || run_s === 0) return null;
  return { flows, trace_s, run_s, least_s: LEAST_OVERLAP_SHARE * Math.min(covered_s, run_s) };
}

function lengthened(sum: number, { from_s, to_s }: Interval): number {
  return sum + (to_s - from_s);
}

/** Neighbours together, so that none is shorter than a step of the simulation. */
function intervalsOf({ columns }: MeasuredFlow, step_s: number, most: number): Interval[] {
  const { time_s, throughput_bps = [] } = columns;
  const least_s = Math.max(step_s, (time_s.at(-1) ?? 0) / most);
  const found: Interval[] = [];
  let open: { readonly from_s: number; to_s: number; bits: number } | null = null;
  time_s.forEach((to_s, index) => {
    const before_s = time_s[index - 1] ?? 0;
    const bps = throughput_bps[index];
    if (bps == null) {
      open = null;
      return;
    }
    open ??= { from_s: before_s, to_s: before_s, bits: 0 };
    open.bits += bps * (to_s - before_s);
    open.to_s = to_s;
    const span_s = to_s - open.from_s;
    if (span_s + SLACK_S < least_s) return;
    found.push({ from_s: open.from_s, to_s, bps: open.bits / span_s });
    open = null;
  });
  return found;
}

/** A flow that has not begun, or has ended, receives nothing. */
function payloadOf(values: readonly (number | null)[], step_s: number): Payload {
  const bits = [0];
  values.forEach((value, index) => bits.push((bits[index] ?? 0) + (value ?? 0) * step_s));
  return { step_s, bits };
}

interface Compared {
  apart: number;
  together: number;
  /** Mean over the flows. */
  seconds: number;
}

/** Each measured interval beside the simulation's mean over the same time. */
function compare({ flows, run_s }: Prepared, offset_s: number): Compared {
  const sums: Compared = { apart: 0, together: 0, seconds: 0 };
  for (const [intervals, payload] of flows) {
    for (const interval of intervals) {
      const from_s = interval.from_s + offset_s;
      const to_s = interval.to_s + offset_s;
      if (from_s < -SLACK_S || to_s > run_s + SLACK_S) continue;
      const span_s = to_s - from_s;
      const simulated_bps = (receivedBy(to_s, payload) - receivedBy(from_s, payload)) / span_s;
      sums.apart += Math.abs(interval.bps - simulated_bps) * span_s;
      sums.together += (interval.bps + simulated_bps) * span_s;
      sums.seconds += span_s / flows.length;
    }
  }
  return sums;
}

/** Bits up to any moment: straight between the ends of steps. */
function receivedBy(time_s: number, { bits, step_s }: Payload): number {
  const place = Math.min(Math.max(0, time_s / step_s), bits.length - 1);
  const below = Math.floor(place);
  const low = bits[below] ?? 0;
  return low + ((bits[below + 1] ?? low) - low) * (place - below);
}

function ratioOf({ apart, together, seconds }: Compared, { least_s }: Prepared): number | null {
  return seconds + SLACK_S >= least_s && together > 0 ? apart / together : null;
}

/** How many points of all the traffic would have to change groups. */
function sharePoints(
  placed: Placed,
  flows: readonly SimulatedFlow[],
  window: readonly [number, number],
): number | null {
  const measured = new Map<number, number>();
  traceNumbers(placed, window).forEach((numbers, index) => {
    const group = placed.groups[index];
    if (group == null || numbers?.throughput_bps == null) return;
    measured.set(group, (measured.get(group) ?? 0) + numbers.throughput_bps);
  });
  const simulated = new Map<number, number>();
  for (const { group_index, goodput_bps } of flows) {
    simulated.set(group_index, (simulated.get(group_index) ?? 0) + (goodput_bps ?? 0));
  }
  const total = (of: ReadonlyMap<number, number>) => [...of.values()].reduce((a, b) => a + b, 0);
  const [all, whole] = [total(measured), total(simulated)];
  if (all === 0 || whole === 0) return null;
  const groups = [...new Set([...measured.keys(), ...simulated.keys()])];
  const apart = groups.reduce(
    (sum, group) =>
      sum + Math.abs((measured.get(group) ?? 0) / all - (simulated.get(group) ?? 0) / whole),
    0,
  );
  return 50 * apart;
}

function rttDifference(
  placed: Placed,
  flows: readonly SimulatedFlow[],
  window: readonly [number, number],
): number | null {
  const apart = traceNumbers(placed, window).flatMap((numbers, index) => {
    const group = placed.groups[index];
    const measured = numbers?.mean_rtt_s ?? null;
    const simulated = group == null ? null : groupNumbers(flows, group).mean_rtt_s;
    return measured === null || simulated === null ? [] : [Math.abs(measured - simulated)];
  });
  return apart.length === 0 ? null : apart.reduce((a, b) => a + b, 0) / apart.length;
}
