/**
 * iperf3 in JSON: the whole document of `--json`, and the events of `--json-stream` (since 3.17),
 * one a line. RTTs are in microseconds; old versions and other systems give neither them nor cwnd.
 */

import { refuseFlows, refuseRecords } from '@/analysis/imports/bounds';
import type { Evidence } from '@/analysis/imports/evidence';
import { iperf3Parts, type Parts } from './iperf3Parts';
import { readIperfReport } from './iperfReport';
import { Notes } from '@/analysis/imports/notes';
import { numberOf } from './qlogRecords';
import {
  columnsOf,
  errorAtField,
  ImportError,
  isRecord,
  least,
  numberAt,
  optionalNumber,
  type Json,
  type MeasuredFlow,
  type MeasuredTrace,
  rateBetween,
} from '@/analysis/imports/types';
import { hasWindow } from '@/analysis/imports/why/whyLimits';

const streamLabel = (socket: string, port: string) =>
  port === '' ? `stream ${socket}` : `stream ${socket}, port ${port}`;

const US_PER_S = 1e6;
/** Reports of a time and of its own bounds differ by less than this share of it. */
const SAME_SPAN_RATIO = 0.02;

interface Sample {
  readonly end_s: number;
  readonly bps: number | null;
  readonly rtt_s: number | null;
  readonly cwnd_bytes: number | null;
  readonly retransmits: number | null;
  readonly lost: number | null;
  readonly jitter_s: number | null;
}

interface Stream {
  readonly socket: string;
  readonly isReceived: boolean;
  readonly samples: Sample[];
}

export function readIperf3(name: string, text: string): MeasuredTrace {
  const notes = new Notes();
  const parts = iperf3Parts(text, notes);
  const flows = flowsOf(parts, notes);
  const { server } = parts;
  if (server !== null) {
    notes.read("The server's own report (--get-server-output), as flows of their own.");
    const others = flowsOf(server, notes).map((flow) => ({
      ...flow,
      label: `${flow.label}, at the server`,
      isOtherEnd: true,
    }));
    flows.push(...others);
  }
  if (parts.serverText !== null) flows.push(...serverFlows(name, parts.serverText, notes));
  refuseFlows(flows.length, 'streams');
  return { name, source: 'iperf3', flows, about: notes.about() };
}

/** The server's report as people read it, where the server was not asked for JSON. */
function serverFlows(name: string, text: string, notes: Notes): MeasuredFlow[] {
  try {
    const { flows } = readIperfReport(name, text);
    notes.read("The server's own report (--get-server-output, text), as flows of their own.");
    return flows.map((flow) => ({
      ...flow,
      label: `${flow.label}, at the server`,
      isOtherEnd: true,
    }));
  } catch (problem) {
    if (!(problem instanceof ImportError)) throw problem;
    notes.leftOut(`The server's report as text: ${problem.message}`);
    return [];
  }
}

function flowsOf(parts: Parts, notes: Notes): MeasuredFlow[] {
  const streams = new Map<string, Stream>();
  const { intervals } = parts;
  refuseRecords(intervals.length, 'intervals');
  let samples = 0;
  let omitted = 0;
  intervals.forEach((interval, index) => {
    const place = `intervals[${index}]`;
    if (!isRecord(interval)) throw errorAtField(place, 'is missing');
    const listed = streamsIn(interval, place, notes);
    samples += listed.length;
    refuseRecords(samples, 'intervals of streams');
    listed.forEach((stream, at) => {
      // Warm-up of -O: iperf3 does not count it either.
      if (stream.omitted === true) omitted += 1;
      else
        addSample(
          streams,
          withSide(stream, parts),
          { place: `${place}.streams[${at}]`, at },
          notes,
        );
    });
  });
  if (omitted > 0) notes.leftOut(`${omitted} intervals of streams that were omitted with -O.`);
  if (streams.size === 0) throw new ImportError('All intervals of its streams are omitted.');
  noteLost(parts, [...streams.values()], notes);
  const flows = [...streams.values()].map((stream) => flowOf(stream, parts));
  notes.read(
    `${samples - omitted === 1 ? '1 interval' : `${samples - omitted} intervals`} of ${flows.length === 1 ? '1 stream' : `${flows.length} streams`}.`,
  );
  return flows;
}

/** A sender of UDP learns of its losses only at the end. */
function noteLost({ end }: Parts, streams: readonly Stream[], notes: Notes): void {
  if (streams.some(({ samples }) => samples.some(({ lost }) => lost !== null))) return;
  const { lost_packets, packets, jitter_ms } = isRecord(end.sum) ? end.sum : {};
  const [lost, sent, jitter] = [lost_packets, packets, jitter_ms].map(numberOf);
  if (lost == null || sent == null || sent === 0) return;
  const jitterText = jitter == null ? '' : `, with a jitter of ${Number(jitter.toPrecision(3))} ms`;
  notes.read(
    `${lost} of ${sent} packets were lost in the whole test${jitterText}; when is not in the file.`,
  );
}

/** Of each stream; where a tool kept their sum only, that. */
function streamsIn({ streams, sum }: Json, place: string, notes: Notes): Json[] {
  const listed = Array.isArray(streams) ? (streams as unknown[]).filter(isRecord) : [];
  if (listed.length > 0 || (Array.isArray(streams) && !isRecord(sum))) return listed;
  if (!isRecord(sum)) throw errorAtField(`${place}.streams`, 'is missing');
  if (optionalNumber(sum.end) === null) return [];
  notes.uncertain('It has no streams, only their sums: these are read as one flow.');
  return [{ socket: 0, ...sum }];
}

/** Before iperf 3.7 a stream does not say whether it was sent or received: the test does. */
function withSide(stream: Json, { isReceived }: Parts): Json {
  return typeof stream.sender === 'boolean' || !isReceived ? stream : { ...stream, sender: false };
}

/** Where a stream stands, which names it where the file gives it no socket. */
interface StreamAt {
  readonly place: string;
  readonly at: number;
}

function addSample(
  streams: Map<string, Stream>,
  stream: Json,
  { place, at }: StreamAt,
  notes: Notes,
): void {
  const socket = String(numberOf(stream.socket) ?? at);
  const isReceived = stream.sender === false;
  const key = `${socket}${isReceived ? ' received' : ''}`;
  const own = streams.get(key) ?? { socket, isReceived, samples: [] };
  streams.set(key, own);
  const end_s = numberOf(stream.end) ?? numberAt(stream, 'end', place);
  const before_s = own.samples.at(-1)?.end_s ?? null;
  const span_s = spanOf(stream, before_s, end_s);
  // An interval of no length, as some versions write it last, has nothing to be kept.
  if (!(span_s > 0)) {
    notes.leftOut('Intervals of no length.');
    return;
  }
  const rttUs = numberOf(stream.rtt);
  const jitter_ms = numberOf(stream.jitter_ms);
  own.samples.push({
    end_s,
    bps: rateOf(stream, span_s, notes),
    rtt_s: rttUs === null || rttUs === 0 ? null : rttUs / US_PER_S,
    cwnd_bytes: numberOf(stream.snd_cwnd),
    retransmits: numberOf(stream.retransmits),
    lost: numberOf(stream.lost_packets),
    jitter_s: jitter_ms === null ? null : jitter_ms / 1000,
  });
}

/**
 * How long an interval lasted. Up to 3.9 the first one after -O counts its bytes from the end of
 * the warm-up and its seconds from an interval before.
 */
function spanOf(stream: Json, before_s: number | null, end_s: number): number {
  const start_s = numberOf(stream.start) ?? before_s ?? 0;
  const from_s = before_s ?? (start_s < end_s ? start_s : 0);
  const seconds = numberOf(stream.seconds);
  const span_s = end_s - from_s;
  return seconds === null ? span_s : Math.min(seconds, span_s);
}

/** As it is written where that fits bytes and time, else computed from them. */
function rateOf(stream: Json, span_s: number, notes: Notes): number | null {
  const written = numberOf(stream.bits_per_second);
  const bytes = numberOf(stream.bytes);
  if (bytes === null) return written;
  const computed = rateBetween(bytes, span_s);
  if (written === null || computed === null) {
    notes.uncertain('Some rates are not in the file: they are computed from bytes and times.');
    return computed;
  }
  if (Math.abs(written - computed) <= SAME_SPAN_RATIO * Math.max(written, computed)) return written;
  notes.uncertain(
    'Some rates do not fit their bytes and times, as with -O before iperf 3.10: they are computed from them.',
  );
  return computed;
}

function flowOf({ socket, isReceived, samples }: Stream, parts: Parts): MeasuredFlow {
  const { start, end } = parts;
  const label = streamLabel(socket, portOf(socket, start));
  const algorithm = isReceived ? end.receiver_tcp_congestion : end.sender_tcp_congestion;
  return {
    label: isReceived ? `${label}, received` : label,
    algorithm: typeof algorithm === 'string' ? algorithm : null,
    min_rtt_s: leastRtt(socket, end) ?? least(samples.map(({ rtt_s }) => rtt_s)),
    direction: isReceived ? 'received' : 'sent',
    ...(parts.transport === null ? {} : { transport: parts.transport }),
    ...(isReceived ? {} : { evidence: evidenceOf(socket, parts) }),
    columns: columnsOf(samples, ({ end_s }) => end_s, {
      throughput_bps: ({ bps }) => bps,
      rtt_s: ({ rtt_s }) => rtt_s,
      cwnd_bytes: ({ cwnd_bytes }) => cwnd_bytes,
      retransmitted_packets: ({ retransmits }) => retransmits,
      lost_packets: ({ lost }) => lost,
      jitter_s: ({ jitter_s }) => jitter_s,
    }),
  };
}

function portOf(socket: string, start: Json): string {
  const connected: unknown[] = Array.isArray(start.connected) ? start.connected : [];
  const own = connected.filter(isRecord).find((each) => String(each.socket) === socket);
  return typeof own?.local_port === 'number' ? String(own.local_port) : '';
}

function leastRtt(socket: string, end: Json): number | null {
  const rttUs = numberOf(endOf(socket, end, ({ sender }) => sender)?.min_rtt);
  return rttUs === null || rttUs === 0 ? null : rttUs / US_PER_S;
}

/** What sender and receiver say when the test is over. */
function evidenceOf(socket: string, { end, transport }: Parts): Evidence {
  const datagrams = endOf(socket, end, ({ udp }) => udp);
  const [lost, packets] = [numberOf(datagrams?.lost_packets), numberOf(datagrams?.packets)];
  if (lost !== null && packets !== null && packets > 0) return { atEnd: { lost, sent: packets } };
  if (!hasWindow({ transport: transport ?? undefined })) return {};
  const sent = numberOf(endOf(socket, end, ({ sender }) => sender)?.bytes);
  const received = numberOf(endOf(socket, end, ({ receiver }) => receiver)?.bytes);
  const isKnown = sent !== null && received !== null && received > 0;
  return { written: { unsent_bytes: isKnown ? Math.max(0, sent - received) : null } };
}

/** A part of the summary of a stream. */
function endOf(socket: string, end: Json, part: (stream: Json) => unknown): Json | undefined {
  const streams: unknown[] = Array.isArray(end.streams) ? end.streams : [];
  return streams
    .filter(isRecord)
    .map(part)
    .filter(isRecord)
    .find((each) => String(each.socket) === socket);
}
