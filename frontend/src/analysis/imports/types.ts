/** What is read of a measurement: `measured trace` of docs/sharing.md. Pure. */
import { parse, type ParseError } from 'jsonc-parser';
import { parseJson, tooDeepAt } from '@/analysis/scenario/fields/json';

import type { Evidence } from './evidence';

export const UNKNOWN =
  'This format is not read here. Known are JSON or the report of iperf3, CSV or the report of iperf 2, a log of ss -ti, qlog, a capture (pcap, pcapng), packets that tcpdump or tshark list, Flent, ns-3 (FlowMonitor, cwnd and RTT traces), a log of Pantheon or tcp_probe, what ping, fping, nuttcp -i or netperf -D print, counters of interfaces (sar, ifstat, dstat), the series of a measured case (flow_cols), CSV with a column of times, or the trace of a link (Mahimahi, a list of bandwidths).';

export type Measured = readonly (number | null)[];

export interface MeasuredColumns {
  /** Since the start of the trace; each value is of the time up to here. */
  readonly time_s: readonly number[];
  /** Payload, as all sources count it. */
  readonly throughput_bps?: Measured;
  readonly rtt_s?: Measured;
  readonly cwnd_bytes?: Measured;
  /** In the time since the value before. */
  readonly retransmitted_packets?: Measured;
  /** As the receiver counts them, in the time since the value before. */
  readonly lost_packets?: Measured;
  readonly jitter_s?: Measured;
  /** Sent and not acknowledged yet. */
  readonly inflight_bytes?: Measured;
  readonly pacing_rate_bps?: Measured;
  /** Of payload: what the sender's algorithm takes for the rate of the path. */
  readonly bandwidth_bps?: Measured;
  /** What the receiver allows in flight. */
  readonly receive_window_bytes?: Measured;
}

/** Whose payload is counted: what the file's own side sent, or what it received. */
export type Direction = 'sent' | 'received';

export interface MeasuredFlow {
  readonly label: string;
  /** As the source calls it; null: it does not say. */
  readonly algorithm: string | null;
  /** The least RTT that the source knows of. */
  readonly min_rtt_s: number | null;
  /** Absent: the source does not say. */
  readonly direction?: Direction;
  readonly transport?: 'tcp' | 'udp' | 'quic';
  /** Its RTTs are means of the sender's own, where those of its source mostly are none. */
  readonly isSmoothed?: boolean;
  /** The same packets as another flow of the file, seen at the other end. */
  readonly isOtherEnd?: boolean;
  readonly columns: MeasuredColumns;
  /** Of single packets or counters, for `why.ts`. */
  readonly evidence?: Evidence;
}

/** What a reader says about a file, in sentences. */
export interface About {
  /** Program, format and version. */
  readonly what: string;
  readonly read: readonly string[];
  /** What is in the file and was not read, and why. */
  readonly left_out: readonly string[];
  /** Clocks, units and sides that the file does not settle. */
  readonly uncertain: readonly string[];
}

export type Source =
  | 'iperf3'
  | 'iperf2'
  | 'ss'
  | 'qlog'
  | 'capture'
  | 'flent'
  | 'ns3'
  | 'pantheon'
  | 'tcp_probe'
  | 'ping'
  | 'nuttcp'
  | 'netperf'
  | 'csv'
  | 'series';

export interface MeasuredTrace {
  readonly name: string;
  readonly source: Source;
  readonly flows: readonly MeasuredFlow[];
  /** Absent: it came with a link, which holds numbers only. */
  readonly about?: About;
}

/** Why a file could not be read, for people, with its line or field. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

export function errorAtLine(line: number, what: string): ImportError {
  return new ImportError(`Line ${line}: ${what}`);
}

const MOST_QUOTED = 60;

/** A line as an error shows it. */
export function quoted(text: string): string {
  const plain = text.trim().replace(/\p{C}/gu, ' ');
  return `"${plain.length <= MOST_QUOTED ? plain : `${plain.slice(0, MOST_QUOTED)}…`}"`;
}

/** What stands in a line, and what should. */
export function errorInLine(line: number, found: string, expected: string): ImportError {
  return errorAtLine(line, `${quoted(found)} is not ${expected}`);
}

export function errorAtField(field: string, what: string): ImportError {
  return new ImportError(`${field}: ${what}`);
}

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON of a whole file. Throws `ImportError` with the line of the mistake. */
export function parseWhole(text: string): unknown {
  try {
    return parseLenient(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const line = lineOfMistake(text);
    throw errorAtLine(
      line,
      `this is not JSON: ${sentence(why)} It reads ${quoted(lineNumbered(text, line))}.`,
    );
  }
}

/** JSON, also with numbers that Python writes and JSON does not have: they are null. */
function parseLenient(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const plain = text.replace(/([:,[]\s*)-?(?:NaN|Infinity|nan|inf)(?=\s*[,\]}])/g, '$1null');
    if (plain === text) throw error;
    return parseJson(plain);
  }
}

/** The browser's own parser does not always say where it stopped. */
function lineOfMistake(text: string): number {
  const deep = tooDeepAt(text);
  if (deep !== null) return lineAt(text, deep);
  const mistakes: ParseError[] = [];
  parse(text, mistakes, { disallowComments: true });
  return lineAt(text, mistakes[0]?.offset ?? text.length);
}

/** JSON of one line, counted from 1. */
export function parseLine(text: string, line: number): unknown {
  try {
    return parseLenient(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw errorAtLine(line, `this is not JSON: ${sentence(why)} It reads ${quoted(text)}.`);
  }
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function lineNumbered(text: string, line: number): string {
  let from = 0;
  for (let at = 1; at < line; at += 1) from = text.indexOf('\n', from) + 1;
  const to = text.indexOf('\n', from);
  return text.slice(from, to < 0 ? undefined : to);
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

/** A number that has to be there. */
export function numberAt(record: Json, key: string, place: string): number {
  const value = record[key];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const found = value === undefined ? 'is missing' : `should be a number, but is ${kindOf(value)}`;
  throw errorAtField(`${place}.${key}`, found);
}

function kindOf(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 20)}"` : typeof value;
}

/** A number that may be there. */
export function optionalNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

type Read<S> = (sample: S, before: S | undefined) => number | null;
type Metric = Exclude<keyof MeasuredColumns, 'time_s'>;

/** The columns of a flow's samples, which come by time; one without any value is none. */
export function columnsOf<S>(
  samples: readonly S[],
  time_s: (sample: S) => number,
  reads: Readonly<Partial<Record<Metric, Read<S>>>>,
): MeasuredColumns {
  const columns = Object.entries(reads).map(([metric, read]) => {
    const values = samples.map((sample, index) => read(sample, samples[index - 1]));
    return [metric, values] as const;
  });
  const known = columns.filter(([, values]) => values.some((value) => value !== null));
  return { time_s: samples.map(time_s), ...Object.fromEntries(known) };
}

/** The rate from the growth of a counter of bytes; null: no time has passed. */
export function rateBetween(bytes: number, seconds: number): number | null {
  return seconds > 0 ? (bytes * 8) / seconds : null;
}

export function least(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (low, value) => (value !== null && (low === null || value < low) ? value : low),
    null,
  );
}

/** Values are of the time up to theirs, the first one since the start of the trace. */
export function startOf({ time_s, throughput_bps }: MeasuredColumns): number {
  const isKnownAtFirst = throughput_bps === undefined || throughput_bps[0] !== null;
  return isKnownAtFirst ? 0 : (time_s[0] ?? 0);
}

/** Over time; of probes, each of which is a sample of its own, over those that were answered. */
export function meanRttOf({ columns, evidence }: MeasuredFlow): number | null {
  if (evidence?.probes !== undefined) return meanOf(columns.rtt_s ?? []);
  let [sum, all_s] = [0, 0];
  columns.time_s.forEach((time, index) => {
    const own = columns.rtt_s?.[index];
    if (own == null) return;
    const span_s = time - (columns.time_s[index - 1] ?? startOf(columns));
    // A value of no time, as the first sample of ss, counts where there is no other.
    const weight = span_s > 0 ? span_s : 1e-9;
    sum += own * weight;
    all_s += weight;
  });
  return all_s > 0 ? sum / all_s : null;
}

/** Of the known values; null: there are none. */
export function meanOf(values: Measured): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}
