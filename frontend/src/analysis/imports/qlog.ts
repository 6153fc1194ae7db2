/**
 * qlog 0.2 and newer: JSON, JSON-SEQ (RFC 7464) and a record a line. Metrics come as they change
 * (recovery:metrics_updated, in milliseconds and bytes), packets one by one: both are gathered in
 * steps of time. Main schema: draft-ietf-quic-qlog-main-schema-03 and newer.
 */

import { recordsOf, refuseFlows, refuseRecords, refuseSamples, refuseSpan } from './bounds';
import {
  columnsOf,
  errorAtField,
  ImportError,
  isRecord,
  least,
  optionalNumber,
  parseLine,
  parseWhole,
  rateBetween,
  type Json,
  type MeasuredFlow,
  type MeasuredTrace,
} from './types';

const MS_PER_S = 1000;
const STEP_S = 0.1;
const SHORT_STEP_S = 0.01;
/** A shorter trace is gathered in shorter steps. */
const SHORT_S = 2;
/**
 * Longer than any connection waits for its first event: an earlier start is that of a clock, such
 * as 1970 or the start of the machine, and times count from the first event instead.
 */
const MOST_WAIT_S = 3600;
/** Begins each record of a JSON text sequence (RFC 7464). */
export const RECORD_SEPARATOR = '\u001e';

interface Event {
  readonly time_s: number;
  readonly name: string;
  readonly data: Json;
  /** Stands beside `data` in the files of this lab. */
  readonly retransmitted: number;
}

interface Connection {
  readonly title: string;
  /** Its times are those of a clock, and not since its own start. */
  readonly isClock: boolean;
  readonly firstSeconds: number;
  readonly lastSeconds: number;
  readonly events: readonly Event[];
}

export function readQlog(name: string, text: string): MeasuredTrace {
  const traces = tracesOf(text);
  refuseFlows(traces.length, 'connections');
  const connections = traces.map(connectionOf);
  const known = connections.filter(({ events }) => events.some(isTelling));
  if (known.length === 0)
    throw new ImportError(
      'None of its connections has recovery:metrics_updated or transport:packet_sent events.',
    );
  const starts = known.flatMap(({ isClock, firstSeconds }) => (isClock ? [firstSeconds] : []));
  const startSeconds = Math.min(...starts, Infinity);
  const startOf = ({ isClock }: Connection) => (isClock ? startSeconds : 0);
  let steps = 0;
  for (const connection of known) {
    const spanSeconds = connection.lastSeconds - startOf(connection);
    refuseSpan(spanSeconds, connection.title);
    steps += Math.ceil(spanSeconds / stepOf(spanSeconds));
  }
  refuseSamples(steps);
  const flows = known.map((connection) => flowOf(connection, startOf(connection)));
  return { name, source: 'qlog', flows };
}

const isMetrics = (name: string) => /(?:^|:)(?:recovery_)?metrics_updated$/.test(name);
const isSent = (name: string) => /(?:^|:)packet_sent$/.test(name);
const isLost = (name: string) => /(?:^|:)packet_lost$/.test(name);
const isTelling = ({ name }: Event) => isMetrics(name) || isSent(name);

function tracesOf(text: string): Json[] {
  if (text.trimStart().startsWith(RECORD_SEPARATOR)) {
    return [sequence(recordsOf(text, RECORD_SEPARATOR))];
  }
  const [first = ''] = text.trimStart().split('\n', 1);
  // A whole document in one line also ends in the line where it starts, but it has its traces.
  if (/"qlog_(?:version|format)"/.test(first) && first.trimEnd().endsWith('}')) {
    const head = parseLine(first, 1);
    if (isRecord(head) && !Array.isArray(head.traces)) return [sequence(recordsOf(text, '\n'))];
  }
  const parsed = parseWhole(text);
  const traces = isRecord(parsed) ? parsed.traces : undefined;
  if (!Array.isArray(traces)) throw errorAtField('traces', 'is missing');
  return traces.filter(isRecord);
}

/** Records one by one: what is of all of them, then the events. */
function sequence(records: readonly string[]): Json {
  let line = 0;
  const parsed = records.flatMap((record) => {
    if (record.trim() === '') return [];
    line += 1;
    return [parseLine(record, line)];
  });
  const [head, ...events] = parsed;
  const trace = isRecord(head) && isRecord(head.trace) ? head.trace : {};
  return { ...trace, events };
}

function connectionOf(trace: Json, index: number): Connection {
  const { events } = trace;
  const place = `traces[${index}].events`;
  if (!Array.isArray(events)) throw errorAtField(place, 'is missing');
  refuseRecords(events.length, 'events');
  const common = isRecord(trace.common_fields) ? trace.common_fields : {};
  const format = common.time_format;
  let sum = 0;
  const read = (events as unknown[]).flatMap((event, at): Event[] => {
    if (Array.isArray(event))
      throw errorAtField(
        place,
        'its events are lists, as in qlog 0.1 or older; only 0.2 or newer can be read',
      );
    if (!isRecord(event) || typeof event.name !== 'string') return [];
    const time = optionalNumber(Number(event.time ?? NaN));
    if (time === null) throw errorAtField(`${place}[${at}].time`, 'is missing');
    sum = format === 'delta' ? sum + time : time;
    return [
      {
        time_s: sum / MS_PER_S,
        name: event.name,
        data: isRecord(event.data) ? event.data : {},
        retransmitted: optionalNumber(event.retransmitted_packets) ?? 0,
      },
    ];
  });
  const title = typeof trace.title === 'string' ? trace.title : `connection ${index + 1}`;
  const isAbsolute = format !== 'relative' && format !== 'delta' && !isSince(common);
  const first = read.reduce((low, { time_s }) => Math.min(low, time_s), Infinity);
  const firstSeconds = read.length === 0 ? 0 : first;
  const lastSeconds = read.reduce((high, { time_s }) => Math.max(high, time_s), firstSeconds);
  const isClock = isAbsolute || firstSeconds > MOST_WAIT_S;
  return { title, isClock, firstSeconds, lastSeconds, events: read };
}

/** Newer drafts say `relative_to_epoch` and such, with the epoch in an object. */
function isSince(common: Json): boolean {
  return typeof common.time_format === 'string' && common.time_format.startsWith('relative');
}

interface Step {
  bytes: number;
  lost: number;
  again: number;
  rtts: number[];
  cwnd: number | null;
}

function stepOf(spanSeconds: number): number {
  return spanSeconds < SHORT_S ? SHORT_STEP_S : STEP_S;
}

function flowOf({ title, lastSeconds, events }: Connection, startSeconds: number): MeasuredFlow {
  const stepSeconds = stepOf(lastSeconds - startSeconds);
  const steps = stepsOf(events, startSeconds, stepSeconds);
  const hasSent = events.some(({ name }) => isSent(name));
  const hasLosses = events.some(({ name, retransmitted }) => isLost(name) || retransmitted > 0);
  // What did not change is not told again.
  let rtt_s: number | null = null;
  let cwnd_bytes: number | null = null;
  const held = steps.map((step, index) => {
    if (step.rtts.length > 0) {
      rtt_s = step.rtts.reduce((sum, each) => sum + each, 0) / step.rtts.length;
    }
    cwnd_bytes = step.cwnd ?? cwnd_bytes;
    return { ...step, end_s: (index + 1) * stepSeconds, rtt_s, cwnd_bytes };
  });
  const least_ms = least(
    events.map(({ data }) => optionalNumber(data.min_rtt) ?? optionalNumber(data.latest_rtt)),
  );
  return {
    label: title,
    algorithm: algorithmOf(events),
    min_rtt_s: least_ms === null ? null : least_ms / MS_PER_S,
    columns: columnsOf(held, ({ end_s }) => end_s, {
      throughput_bps: ({ bytes }) => (hasSent ? rateBetween(bytes, stepSeconds) : null),
      rtt_s: (step) => step.rtt_s,
      cwnd_bytes: (step) => step.cwnd_bytes,
      retransmitted_packets: ({ lost, again }) => (hasLosses ? Math.max(lost, again) : null),
    }),
  };
}

function stepsOf(events: readonly Event[], startSeconds: number, stepSeconds: number): Step[] {
  const steps: Step[] = [];
  for (const { time_s, name, data, retransmitted } of events) {
    // A value at the end of a step is of that step.
    const at = Math.max(0, Math.ceil((time_s - startSeconds) / stepSeconds - 1e-6) - 1);
    while (steps.length <= at) steps.push({ bytes: 0, lost: 0, again: 0, rtts: [], cwnd: null });
    const step = steps[at];
    if (step === undefined) continue;
    if (isSent(name)) step.bytes += packetBytes(data);
    else if (isLost(name)) step.lost += 1;
    else if (isMetrics(name)) {
      const rtt = optionalNumber(data.latest_rtt) ?? optionalNumber(data.smoothed_rtt);
      if (rtt !== null) step.rtts.push(rtt / MS_PER_S);
      step.cwnd = optionalNumber(data.congestion_window) ?? step.cwnd;
      step.again += retransmitted;
    }
  }
  return steps;
}

/** Payload where it is told, else the packet. */
function packetBytes(data: Json): number {
  const raw = isRecord(data.raw) ? data.raw : {};
  const header = isRecord(data.header) ? data.header : {};
  return (
    optionalNumber(raw.payload_length) ??
    optionalNumber(raw.length) ??
    optionalNumber(header.packet_size) ??
    0
  );
}

/** Our own files say it. */
function algorithmOf(events: readonly Event[]): string | null {
  const scenario = events.find(({ name }) => name === 'simulation:scenario');
  const details = scenario?.data.details;
  return isRecord(details) && typeof details.algorithm === 'string' ? details.algorithm : null;
}
