/**
 * "What network was this?", refined: the scenario of the estimates with the rate, RTTs and buffer
 * at which its simulation is nearest to the measurement. The caller runs the core. Pure.
 */
import { draftOf } from '@/analysis/imports/estimate/draftFlows';
import {
  type Estimate,
  estimateNetwork,
  isSmoothed,
  type NetworkEstimate,
} from '@/analysis/imports/estimate/estimate';
import { othersThanPath } from '@/analysis/imports/estimate/estimateRate';
import { scenarioOf, USUAL_ALGORITHMS } from '@/analysis/imports/estimate/scenarioFrom';
import type {
  MeasuredColumns,
  MeasuredFlow,
  MeasuredTrace,
  Source,
} from '@/analysis/imports/types';
import { plannedBufferBytes } from '@/core/plan';
import type { ScenarioRules } from '@/core/complete';

import { describe, distanceBetween } from './distance';
import { alike, type Axis, isAlike, nearest, type Point } from './search';

type Scenario = ReturnType<typeof scenarioOf>;

/** The flows of a run in the scenario's order, as a measurement has them. */
type RunScenario = (scenario: Scenario, isSmoothed: boolean) => readonly MeasuredColumns[];

export interface RefinedValue {
  readonly low: number;
  /** Null: the nearest simulations bound it from below only. */
  readonly value: number | null;
  readonly high: number | null;
  /** The estimate has a value: without one, other networks may be as near. */
  readonly is_settled: boolean;
}

export interface Refined {
  readonly scenario: Scenario;
  readonly rate_bps: RefinedValue;
  readonly base_rtt_s: readonly RefinedValue[];
  readonly buffer_bytes: RefinedValue;
  readonly algorithms: readonly string[];
  /** The file does not name it: it is the nearest of those that were tried. */
  readonly isAlgorithmChosen: boolean;
  readonly distance: number;
  readonly first_distance: number;
  readonly runs: number;
  /** It ended by its bound on time, not because nothing nearer was found. */
  readonly isCutShort: boolean;
  readonly compared_s: readonly [from_s: number, to_s: number];
  /** Columns of the flows, not of the JSON. */
  readonly measured: readonly MeasuredColumns[];
  readonly simulated: readonly MeasuredColumns[];
}

interface RefineOptions {
  readonly rules: ScenarioRules;
  readonly run: RunScenario;
  /** Of all flows, where a person knows it; null: as the file says. */
  readonly algorithm: string | null;
  /** Of any clock: only differences count. */
  readonly now_s: () => number;
  readonly onProgress?: (runs: number, nearest: number) => void;
}

/** All of it, on one core. */
export const MOST_SECONDS = 25;
/** Of all runs, so that a fast link does not take a minute a run. */
const MOST_PACKETS = 250_000;
const MOST_SIMULATED_S = 60;
const LEAST_SIMULATED_S = 5;
const PACKET_BITS = 12_000;
/** The start of a flow is the less alike, the less of it is in the file. */
const SKIPPED_SHARE = 0.1;
/** What the file settles within so much of its value is not looked for. */
const SETTLED_RATIO = 0.05;

/** Null: the file has too little to compare, as a sentence. */
export function refine(trace: MeasuredTrace, options: RefineOptions): Refined | string {
  const { flows } = draftOf(trace);
  const refusal = whyNot(flows) ?? whyNotBulk(flows, trace.source);
  if (refusal !== null) return refusal;
  const known = options.rules.algorithms.map(({ name }) => name);
  const start = shortened(scenarioOf(trace, trace.name, known));
  const began_s = options.now_s();
  const search = new Search(trace, flows, start, options);
  const { algorithm } = options;
  const isNamed = algorithm !== null || flows.every((flow) => flow.algorithm !== null);
  const starts = isNamed
    ? [algorithm === null ? start : withAlgorithm(start, algorithm)]
    : USUAL_ALGORITHMS.filter((name) => known.includes(name)).map((name) =>
        withAlgorithm(start, name),
      );
  const estimates = estimateNetwork(trace);
  const axes = axesOf(estimates, start, search.buffer_bytes);
  const searches = starts.map((scenario, index) => {
    const until_s = (MOST_SECONDS * (index + 1)) / starts.length;
    const distanceTo = (point: Point) => search.distanceOf(moved(scenario, point));
    const goesOn = (tried: number, distance: number) => {
      options.onProgress?.(search.runs, distance);
      return options.now_s() - began_s < until_s && tried < MOST_TRIED;
    };
    return { scenario, found: nearest(axes, distanceTo, { goesOn }) };
  });
  const best = searches.reduce((low, each) =>
    each.found.best.distance < low.found.best.distance ? each : low,
  );
  const { found, scenario: from } = best;
  const distanceAt = (point: Point) => search.distanceOf(moved(from, point));
  // Where much larger buffers are as near, the found one is a bound.
  const larger = { ...found.best.point, buffer: LARGER * (found.best.point.buffer ?? 1) };
  const isBufferBound =
    (!isNamed && estimates.buffer_bytes.value === null) || isAlike(distanceAt(larger), found.best);
  const value = (name: string, base: number, of: Estimate | undefined): RefinedValue => {
    const [low, high] = alike(name, found);
    return {
      low: low * base,
      value: (found.best.point[name] ?? 1) * base,
      high: high * base,
      is_settled: of != null && of.value !== null,
    };
  };
  const scenario = moved(from, found.best.point);
  return {
    scenario,
    rate_bps: value('rate', from.bottleneck.rate_bps, estimates.rate_bps),
    base_rtt_s: from.flows.map(({ rtt_s }, index) =>
      value('rtt', rtt_s, estimates.base_rtt_s[index]?.estimate),
    ),
    buffer_bytes: bufferOf(
      value('buffer', search.buffer_bytes, estimates.buffer_bytes),
      estimates.buffer_bytes,
      isBufferBound,
    ),
    algorithms: scenario.flows.map(({ algorithm }) => algorithm.name),
    isAlgorithmChosen: !isNamed,
    distance: found.best.distance,
    first_distance: found.all[0]?.distance ?? found.best.distance,
    runs: search.runs,
    isCutShort: options.now_s() - began_s >= MOST_SECONDS,
    compared_s: search.window,
    measured: flows.map(({ columns }) => columns),
    simulated: search.simulate(scenario),
  };
}

/** What is simulated sends all that it may. */
function whyNotBulk(flows: readonly MeasuredFlow[], source: Source): string | null {
  return othersThanPath(flows, source) === 'certain'
    ? 'The receiver or the application limited what was measured: flows that send all they may would be nearest over another network.'
    : null;
}

const MOST_TRIED = 150;
const LARGER = 4;

/** What the file itself shows stands where the simulation is the same with a larger buffer. */
function bufferOf(
  found: RefinedValue,
  { low, value, high }: Estimate,
  isBound: boolean,
): RefinedValue {
  if (!isBound) return found;
  const upper = value === null ? null : (high ?? value);
  return { ...found, low: low ?? found.low, value, high: upper };
}

function whyNot(flows: readonly MeasuredFlow[]): string | null {
  if (flows.length > 8) return 'It has more than 8 flows, which is the most that is refined.';
  const hasRates = flows.some(({ columns }) => columns.throughput_bps !== undefined);
  if (!hasRates) return 'It has no rates to compare a simulation with.';
  const hasRtts = flows.some(({ columns }) => columns.rtt_s !== undefined);
  return hasRtts ? null : 'It has no RTTs: rates alone do not tell a network from another.';
}

class Search {
  runs = 0;
  readonly window: readonly [number, number];
  readonly buffer_bytes: number;
  private readonly measured;
  private readonly isSmoothed: boolean;

  constructor(
    trace: MeasuredTrace,
    flows: readonly MeasuredFlow[],
    start: Scenario,
    private readonly options: RefineOptions,
  ) {
    const to_s = start.duration_s;
    this.window = [SKIPPED_SHARE * to_s, to_s];
    this.isSmoothed = isSmoothed(trace);
    this.measured = flows.map(({ columns }) => describe(columns, ...this.window));
    this.buffer_bytes = plannedBufferBytes(options.rules, start);
  }

  simulate(scenario: Scenario): readonly MeasuredColumns[] {
    this.runs += 1;
    return this.options.run(withBuffer(scenario, this.buffer_bytes), this.isSmoothed);
  }

  distanceOf(scenario: Scenario): number {
    const simulated = this.simulate(scenario).map((columns) => describe(columns, ...this.window));
    return distanceBetween(this.measured, simulated);
  }
}

/** One for each unsettled quantity, within its bounds; one with a value is searched nearby. */
function axesOf(
  { rate_bps, base_rtt_s, buffer_bytes }: NetworkEstimate,
  { bottleneck, flows }: Scenario,
  startBuffer_bytes: number,
): Axis[] {
  const rtts = base_rtt_s.map(({ estimate }) => estimate);
  const starts = flows.map(({ rtt_s }) => rtt_s);
  const axes = [
    { name: 'rate', of: [rate_bps], by: [bottleneck.rate_bps], near: 0.04, far: 0.2, last: 0.004 },
    { name: 'rtt', of: rtts, by: starts, near: 0.03, far: 0.2, last: 0.004 },
    {
      name: 'buffer',
      of: [buffer_bytes],
      by: [startBuffer_bytes],
      near: 0.25,
      far: 0.8,
      last: 0.03,
    },
  ];
  return axes.flatMap(({ name, of, by, near, far, last }): Axis[] => {
    if (of.every(isSettled)) return [];
    const first = of.every(({ value }) => value !== null) ? near : far;
    const lows = of.map(({ low }, at) => (low === null ? 0 : low / (by[at] ?? low)));
    const highs = of.map(({ high }, at) => (high === null ? Infinity : high / (by[at] ?? high)));
    return [{ name, first, last, low: Math.min(1, ...lows), high: Math.max(1, ...highs) }];
  });
}

function isSettled({ low, value, high }: Estimate): boolean {
  return low !== null && value !== null && high !== null && high - low <= SETTLED_RATIO * value;
}

type Moved = Scenario & { readonly bufferFactor?: number };

function moved(scenario: Scenario, { rate = 1, rtt = 1, buffer = 1 }: Point): Moved {
  const rtts = scenario.flows.map(({ rtt_s }) => Math.max(0.001, rtt_s * rtt));
  return {
    ...scenario,
    bufferFactor: buffer,
    bottleneck: {
      ...scenario.bottleneck,
      rate_bps: Math.round(scenario.bottleneck.rate_bps * rate),
      delay_s: Math.min(scenario.bottleneck.delay_s, Math.min(...rtts) / 4),
    },
    flows: scenario.flows.map((flow, index) => ({ ...flow, rtt_s: rtts[index] ?? flow.rtt_s })),
  };
}

/** The buffer that the search began with, in packets, so that rate and RTT do not change it. */
function withBuffer({ bufferFactor = 1, ...scenario }: Moved, bytes: number): Scenario {
  const amount = Math.max(1, Math.round((bytes * bufferFactor * 8) / PACKET_BITS));
  return {
    ...scenario,
    bottleneck: { ...scenario.bottleneck, buffer: { amount, unit: 'packets' } },
  };
}

function withAlgorithm(scenario: Scenario, name: string): Scenario {
  return {
    ...scenario,
    flows: scenario.flows.map((flow) =>
      'traffic' in flow ? flow : { ...flow, algorithm: { name } },
    ),
  };
}

function shortened(scenario: Scenario): Scenario {
  const most_s = (MOST_PACKETS * PACKET_BITS) / scenario.bottleneck.rate_bps;
  const duration_s = Math.min(scenario.duration_s, MOST_SIMULATED_S, Math.floor(most_s));
  return { ...scenario, duration_s: Math.max(LEAST_SIMULATED_S, duration_s) };
}
