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

/** A part of a run whose packets are wanted, s. */
export interface PacketWindow {
  readonly from_s: number;
  readonly to_s: number;
  /** The first so many events are given; 2,000,000 at most, and if it is left out. */
  readonly most?: number;
}

/** Packet events by time, a value for each in every column. */
export interface PacketEvents {
  readonly time_s: readonly number[];
  readonly flow_index: readonly number[];
  /** `sent`, `retransmitted`, `enqueued`, `dropped`, `dequeued`, `ack_received` and so on. */
  readonly kind: readonly string[];
  /** Of a packet, from 0 per flow; of an ACK the first missing. Below 0: of a handshake. */
  readonly sequence: readonly number[];
  /** Waiting at the link after the event. */
  readonly queue_bytes: readonly number[];
  readonly cwnd_packets: readonly number[];
  readonly inflight_packets: readonly number[];
  /**
   * Of the headers: ECN of IP (lowest two bits), then ECE, CWR and AE of TCP. Not there where no
   * flow uses ECN.
   */
  readonly ecn_bits?: readonly number[];
  /** 0 is the bottleneck, n the n-th of `links`, -1 a host. Not there with the bottleneck alone. */
  readonly link_index?: readonly number[];
  /**
   * Of an ACK the packets that a slow receiver has room for, else -1. Not there where none reads
   * slowly.
   */
  readonly window_packets?: readonly number[];
  /** Why a packet is dropped, lost or marked, or an ACK lost, else null. Not there where none is. */
  readonly reason?: readonly (string | null)[];
}

export interface Packets {
  /** There are more events than are given. */
  readonly is_truncated: boolean;
  readonly events: PacketEvents;
}

/** The simulator in this thread. A run does not give way: use a worker where a page is to live on. */
export interface Simulator {
  readonly behaviourVersion: number;
  /** Throws `ScenarioError`, `RangeError` for a seed, `Cancelled`, or `CoreTrap`. */
  run(scenario: Scenario, seed?: number, options?: RunOptions): Result;
  /**
   * Every packet event of a part of the same run, which is computed up to its end. Throws
   * `ScenarioError`, `RangeError` for a seed or a window, or `CoreTrap`.
   */
  packets(scenario: Scenario, window: PacketWindow, seed?: number): Packets;
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
 * its link's delays, are checked by the lab's service and not here. The simulator continues
 * with a new instance.
 */
export class CoreTrap extends Error {}

/** Compiles the module beside this file, or the one that is given. */
export function load(module?: BufferSource | WebAssembly.Module): Promise<Simulator>;

/** The same as `(await load()).packets(...)`. */
export function packets(scenario: Scenario, window: PacketWindow, seed?: number): Promise<Packets>;

/** The same as `(await load()).run(...)`; the module is loaded once. */
export function run(scenario: Scenario, seed?: number, options?: RunOptions): Promise<Result>;
