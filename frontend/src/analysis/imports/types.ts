/** What is read of a measurement: `measured trace` of docs/sharing.md. Pure. */
import { parse, type ParseError } from 'jsonc-parser';
import { parseJson, tooDeepAt } from '@/analysis/scenario/json';

export const UNKNOWN =
  'It is neither the JSON of iperf3 (--json, --json-stream), nor a log of ss -tin with timestamps, nor qlog 0.2 or newer, nor the series of a measured case (flow_cols).';

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
}

export interface MeasuredFlow {
  readonly label: string;
  /** As the source calls it; null: it does not say. */
  readonly algorithm: string | null;
  /** The least RTT that the source knows of. */
  readonly min_rtt_s: number | null;
  readonly columns: MeasuredColumns;
}

export interface MeasuredTrace {
  readonly name: string;
  readonly source: 'iperf3' | 'ss' | 'qlog' | 'series';
  readonly flows: readonly MeasuredFlow[];
}

/** Why a file could not be read, for people, with its line or field. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

export function errorAtLine(line: number, what: string): ImportError {
  return new ImportError(`Line ${line}: ${what}`);
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
    return parseJson(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw errorAtLine(lineOfMistake(text), `this is not JSON: ${why}`);
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
    return parseJson(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw errorAtLine(line, `this is not JSON: ${why}`);
  }
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

/** What a counter of bytes tells of the time since its value before; null: of no time. */
export function rateBetween(bytes: number, seconds: number): number | null {
  return seconds > 0 ? (bytes * 8) / seconds : null;
}

export function least(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (low, value) => (value !== null && (low === null || value < low) ? value : low),
    null,
  );
}
