/** A scenario of version 1, as `./lab sim` and the API take it. */
export type Scenario = Readonly<Record<string, unknown>>;

/** Columns of one flow or link, a value for each sample; NaN where there is none. */
export interface Columns {
  readonly index: number;
  /** By metric: `throughput_bps`, `rtt_s`, `cwnd_bytes` and so on. */
  readonly values: Readonly<Record<string, Float64Array>>;
}

export interface Phase {
  readonly flow_index: number;
  readonly start_s: number;
  readonly end_s: number;
  readonly phase: string;
  readonly reason: string;
}

export interface FlowEvent {
  readonly time_s: number;
  readonly flow_index: number;
  readonly kind: string;
  readonly reason: string;
  readonly value: number;
}

export interface Series {
  /** The end of each sample's interval, in s. */
  readonly times_s: Float64Array;
  readonly flows: readonly Columns[];
  /** The bottleneck first. */
  readonly links: readonly Columns[];
  readonly phases: readonly Phase[];
  readonly events: readonly FlowEvent[];
}

/** Numbers by metric; null where there is none. The unit is the last word of a name. */
export type Numbers = Readonly<Record<string, number | null>>;

export interface Result {
  readonly behaviour_version: number;
  readonly core_version: string;
  /** As the lab stores them: equal digests are equal results, to the last bit. */
  readonly scenario_digest: string;
  readonly series_digest: string;
  readonly seed: number;
  readonly simulated_packets: number;
  readonly fairness: Numbers;
  readonly links: readonly Numbers[];
  readonly flows: readonly (Numbers & {
    readonly group_index: number;
    readonly flow_index: number;
  })[];
  /** With `series: true`. */
  readonly series: Series | null;
}

export interface RunOptions {
  /** Whether the curves, phases and events are wanted, too. */
  readonly series?: boolean;
  /** Called about every 2 ms of work; false ends the run with `Cancelled`. */
  readonly onProgress?: (simulated_s: number) => unknown;
}

/** The simulator in this thread. A run does not give way: use a worker where a page is to live on. */
export interface Simulator {
  readonly behaviourVersion: number;
  /** Throws `ScenarioError`, `RangeError` for a seed, `Cancelled`, or `CoreTrap`. */
  run(scenario: Scenario, seed?: number, options?: RunOptions): Result;
  /** SHA-256 of the scenario without names, as the lab computes it. Throws `ScenarioError`. */
  digest(scenario: Scenario): string;
}

export interface Problem {
  /** Dotted path of the field; empty: the whole document. */
  readonly path: string;
  readonly message: string;
}

/** The document is no scenario by its JSON Schema. */
export class ScenarioError extends Error {
  readonly problems: readonly Problem[];
}

/** `onProgress` ended the run. */
export class Cancelled extends Error {}

/**
 * The core met a scenario that it cannot run: rules over several fields, such as that an RTT holds
 * its link's delays, are checked by the lab's service and not here. The simulator goes on with a
 * new instance.
 */
export class CoreTrap extends Error {}

/** Compiles the module beside this file, or the one that is given. */
export function load(module?: BufferSource | WebAssembly.Module): Promise<Simulator>;

/** The same as `(await load()).run(...)`; the module is loaded once. */
export function run(scenario: Scenario, seed?: number, options?: RunOptions): Promise<Result>;
