/**
 * iperf3 in JSON: the whole document of `--json`, and the events of `--json-stream` (since 3.17),
 * one a line. RTTs are in microseconds; old versions and other systems give neither them nor cwnd.
 */

import { recordsOf, refuseFlows, refuseRecords } from './bounds';
import {
  columnsOf,
  errorAtField,
  ImportError,
  isRecord,
  least,
  numberAt,
  optionalNumber,
  parseLine,
  parseWhole,
  type Json,
  type MeasuredFlow,
  type MeasuredTrace,
  UNKNOWN,
} from './types';

const streamLabel = (socket: string, port: string) =>
  port === '' ? `stream ${socket}` : `stream ${socket}, port ${port}`;

const US_PER_S = 1e6;

interface Parts {
  readonly start: Json;
  readonly intervals: readonly unknown[];
  readonly end: Json;
}

interface Sample {
  readonly end_s: number;
  readonly bps: number;
  readonly rtt_s: number | null;
  readonly cwnd_bytes: number | null;
  readonly retransmits: number | null;
}

export function readIperf3(name: string, text: string): MeasuredTrace {
  const { start, intervals, end } = partsOf(text);
  const streams = new Map<string, Sample[]>();
  refuseRecords(intervals.length, 'intervals');
  let samples = 0;
  intervals.forEach((interval, index) => {
    const place = `intervals[${index}]`;
    if (!isRecord(interval)) throw errorAtField(place, 'is missing');
    const listed = interval.streams;
    if (!Array.isArray(listed)) throw errorAtField(`${place}.streams`, 'is missing');
    samples += listed.length;
    refuseRecords(samples, 'intervals of streams');
    listed.forEach((stream: unknown, at) => {
      if (isRecord(stream)) addSample(streams, stream, `${place}.streams[${at}]`);
    });
  });
  refuseFlows(streams.size, 'streams');
  if (streams.size === 0) throw new ImportError('All intervals of its streams are omitted.');
  const flows = [...streams].map(([key, samples]) => flowOf(key, samples, start, end));
  return { name, source: 'iperf3', flows };
}

function partsOf(text: string): Parts {
  const parts = isStream(text) ? streamParts(text) : documentParts(text);
  if (parts.intervals.length === 0)
    throw errorAtField('intervals', 'there are none; iperf3 writes them with -i');
  return parts;
}

/** Its first line is an event of its own. */
function isStream(text: string): boolean {
  const first = text.trimStart().split('\n', 1)[0] ?? '';
  return /^\{\s*"event"\s*:/.test(first);
}

function documentParts(text: string): Parts {
  const parsed = parseWhole(text);
  if (!isRecord(parsed)) throw new ImportError(UNKNOWN);
  refuseError(parsed.error);
  const { start, intervals, end } = parsed;
  if (!Array.isArray(intervals)) throw errorAtField('intervals', 'is missing');
  return {
    start: isRecord(start) ? start : {},
    intervals: intervals as unknown[],
    end: isRecord(end) ? end : {},
  };
}

function streamParts(text: string): Parts {
  let start: Json = {};
  let end: Json = {};
  const intervals: unknown[] = [];
  recordsOf(text, '\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const event = parseLine(line, index + 1);
    if (!isRecord(event)) return;
    if (event.event === 'error') refuseError(event.data);
    else if (event.event === 'interval') intervals.push(event.data);
    else if (event.event === 'start' && isRecord(event.data)) start = event.data;
    else if (event.event === 'end' && isRecord(event.data)) end = event.data;
  });
  return { start, intervals, end };
}

/** A test that was broken off says why; what it measured until then is read all the same. */
function refuseError(error: unknown): void {
  const hasSaid = typeof error === 'string' && error !== '';
  if (hasSaid && !/interrupt|terminated/i.test(error)) {
    throw new ImportError(`iperf3 reports: ${error}`);
  }
}

function addSample(streams: Map<string, Sample[]>, stream: Json, place: string): void {
  // Warm-up of -O: iperf3 does not count it either.
  if (stream.omitted === true) return;
  const socket = numberAt(stream, 'socket', place);
  const key = `${socket}${stream.sender === false ? ' received' : ''}`;
  const rttUs = optionalNumber(stream.rtt);
  const sample = {
    end_s: numberAt(stream, 'end', place),
    bps: numberAt(stream, 'bits_per_second', place),
    rtt_s: rttUs === null || rttUs === 0 ? null : rttUs / US_PER_S,
    cwnd_bytes: optionalNumber(stream.snd_cwnd),
    retransmits: optionalNumber(stream.retransmits),
  };
  const samples = streams.get(key);
  if (samples === undefined) streams.set(key, [sample]);
  else samples.push(sample);
}

function flowOf(key: string, samples: readonly Sample[], start: Json, end: Json): MeasuredFlow {
  const [socket = '', received] = key.split(' ');
  const label = streamLabel(socket, portOf(socket, start));
  const algorithm = end.sender_tcp_congestion;
  return {
    label: received === undefined ? label : `${label}, received`,
    algorithm: typeof algorithm === 'string' ? algorithm : null,
    min_rtt_s: leastRtt(socket, end) ?? least(samples.map(({ rtt_s }) => rtt_s)),
    columns: columnsOf(samples, ({ end_s }) => end_s, {
      throughput_bps: ({ bps }) => bps,
      rtt_s: ({ rtt_s }) => rtt_s,
      cwnd_bytes: ({ cwnd_bytes }) => cwnd_bytes,
      retransmitted_packets: ({ retransmits }) => retransmits,
    }),
  };
}

function portOf(socket: string, start: Json): string {
  const connected: unknown[] = Array.isArray(start.connected) ? start.connected : [];
  const own = connected.filter(isRecord).find((each) => String(each.socket) === socket);
  return typeof own?.local_port === 'number' ? String(own.local_port) : '';
}

function leastRtt(socket: string, end: Json): number | null {
  const streams: unknown[] = Array.isArray(end.streams) ? end.streams : [];
  const senders = streams.filter(isRecord).map(({ sender }) => sender);
  const own = senders.filter(isRecord).find((each) => String(each.socket) === socket);
  const rttUs = optionalNumber(own?.min_rtt);
  return rttUs === null || rttUs === 0 ? null : rttUs / US_PER_S;
}
