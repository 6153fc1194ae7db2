/**
 * What is read of a measurement at most, so that memory and time are bounded for every file.
 * Every reader goes through these.
 */
import {
  ImportError,
  least,
  type Measured,
  type MeasuredColumns,
  type MeasuredFlow,
  type MeasuredTrace,
} from './types';

/** Of the file, unpacked. */
export const MOST_TRACE_BYTES = 100e6;
/** Objects and lists of a JSON text, before any of it is parsed. */
const MOST_JSON_PARTS = 3_000_000;
/** Records of one file: events, intervals of a stream, samples of a socket. */
const MOST_RECORDS = 1_000_000;
/** Values of all flows together that are kept to be drawn. */
export const MOST_SAMPLES = 500_000;
/** From the first value of a file to its last. */
const MOST_SPAN_S = 86_400;
/** Connections, streams or sockets. */
export const MOST_FLOWS = 1000;

const LONGEST = 1e15;
const count = (value: number) =>
  value < LONGEST ? value.toLocaleString('en') : value.toExponential(1);
const CUT = 'Cut the file to the part that matters, and open it again.';

function countOf(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found += 1;
  return found;
}

/** The parts of a text between marks; refused before there are too many of them. */
export function recordsOf(text: string, mark: string): string[] {
  refuseRecords(countOf(text, mark) + 1, 'records');
  return text.split(mark);
}

export function refuseJsonParts(text: string): void {
  const parts = countOf(text, '{') + countOf(text, '[');
  if (parts <= MOST_JSON_PARTS) return;
  throw new ImportError(
    `It has ${count(parts)} objects and lists; at most ${count(MOST_JSON_PARTS)} are read. ${CUT}`,
  );
}

export function refuseRecords(records: number, what: string): void {
  if (records <= MOST_RECORDS) return;
  throw new ImportError(
    `It has more than ${count(MOST_RECORDS)} ${what}, which is the most that is read. ${CUT}`,
  );
}

export function refuseFlows(flows: number, what: string): void {
  if (flows <= MOST_FLOWS) return;
  throw new ImportError(
    `It has more than ${count(MOST_FLOWS)} ${what}, which is the most that is read.`,
  );
}

/** `who` is the connection. */
export function refuseSpan(spanSeconds: number, who: string): void {
  if (spanSeconds <= MOST_SPAN_S) return;
  throw new ImportError(
    `${who} lasts ${count(Math.round(spanSeconds))} s from its first to its last time; at most ${count(MOST_SPAN_S)} s (24 hours) are read. If it was shorter, a time in the file is wrong or counts from another start. ${CUT}`,
  );
}

export function refuseSamples(samples: number): void {
  if (samples <= MOST_SAMPLES) return;
  throw new ImportError(
    `It would be ${count(samples)} values, all flows together; at most ${count(MOST_SAMPLES)} are read. ${CUT}`,
  );
}

/** A number of more digits than a double has is none, and so is any that is computed from it. */
function refuseEndless(label: string, columns: MeasuredColumns): void {
  for (const [name, values] of Object.entries(columns) as [string, Measured][]) {
    const at = values.findIndex((value) => value !== null && !Number.isFinite(value));
    if (at < 0) continue;
    throw new ImportError(
      `${label}, value ${at + 1} of ${name}: it is no finite number; a number in the file is too large, or not one.`,
    );
  }
}

/** No rate, time, window or count is below 0: such a one, as -1 for "unknown", is left out. */
function withoutNegatives(trace: MeasuredTrace): MeasuredTrace {
  let left = 0;
  const known = (value: number | null) => {
    if (value === null || !(value < 0)) return value;
    left += 1;
    return null;
  };
  const flows = trace.flows.map((flow): MeasuredFlow => {
    const { time_s, ...columns } = flow.columns;
    const kept = Object.entries(columns).map(([name, values]) => [name, values.map(known)]);
    const own = Object.fromEntries(kept) as Omit<MeasuredColumns, 'time_s'>;
    const known_s = own.rtt_s === undefined ? null : least(own.rtt_s);
    return {
      ...flow,
      min_rtt_s: flow.min_rtt_s !== null && flow.min_rtt_s < 0 ? known_s : flow.min_rtt_s,
      columns: { time_s, ...own },
    };
  });
  if (left === 0) return trace;
  const { about } = trace;
  const said = `Values below 0, which no rate, time, window or count has: ${left}.`;
  return {
    ...trace,
    flows,
    ...(about === undefined ? {} : { about: { ...about, left_out: [...about.left_out, said] } }),
  };
}

/** What was read stays within all bounds, whichever reader it was. */
export function bounded(trace: MeasuredTrace): MeasuredTrace {
  refuseFlows(trace.flows.length, 'flows');
  refuseSamples(trace.flows.reduce((sum, { columns }) => sum + columns.time_s.length, 0));
  for (const { label, columns } of trace.flows) {
    refuseEndless(label, columns);
    const low = columns.time_s.reduce((lowest, each) => Math.min(lowest, each), 0);
    const high = columns.time_s.reduce((most, each) => Math.max(most, each), 0);
    refuseSpan(high - low, label);
  }
  return withoutNegatives(trace);
}
