/**
 * Logs of `ss -tin` (iproute2) in a loop with time stamps, as
 * `while sleep 0.1; do date +%s.%N; ss -tin; done > log`. With or without the column of states,
 * process names, and -O (a socket a line). What a socket does not have yet ss leaves out: it is 0.
 */

import { refuseFlows, refuseRecords } from './bounds';
import {
  columnsOf,
  errorAtLine,
  ImportError,
  least,
  rateBetween,
  type MeasuredFlow,
  type MeasuredTrace,
} from './types';

const numbered = (socket: string, count: number) => `${socket} (${count})`;

interface Sample {
  readonly time_s: number;
  /** Acknowledged, or sent where that is not told. */
  readonly bytes: number;
  readonly rtt_s: number | null;
  readonly min_rtt_s: number | null;
  readonly cwnd_bytes: number | null;
  readonly retransmitted: number;
  readonly algorithm: string | null;
}

const SOCKET =
  /^(?:[A-Z][\w-]+\s+)?\d+\s+\d+\s+(\S+:(?:\d+|[\w-]+))\s+(\S+:(?:\d+|[\w-]+|\*))(?=\s|$)(.*)$/;
const MS_PER_S = 1000;
/** A socket that sends less than this share of the busiest one controls the others. */
const LEAST_SHARE = 0.001;

export function readSs(name: string, text: string): MeasuredTrace {
  const sockets = socketsOf(text);
  const sent = [...sockets].map(([key, samples]) => ({ key, samples, bytes: sentBytes(samples) }));
  const most = sent.reduce((high, { bytes }) => Math.max(high, bytes), 0);
  const busy = sent.filter(({ bytes }) => bytes > 0 && bytes >= most * LEAST_SHARE);
  refuseFlows(busy.length, 'sockets that send');
  if (busy.length === 0) throw new ImportError('None of its sockets sends data.');
  const startSeconds = Math.min(...busy.map(({ samples }) => samples[0]?.time_s ?? Infinity));
  const flows = busy.map(({ key, samples }) => flowOf(key, samples, startSeconds));
  return { name, source: 'ss', flows };
}

interface Sockets {
  readonly samplesOf: Map<string, Sample[]>;
  /** How many connections had the same addresses, one after the other. */
  readonly counts: Map<string, number>;
}

/** The samples of each connection, by its addresses. */
function socketsOf(text: string): Map<string, Sample[]> {
  const sockets: Sockets = { samplesOf: new Map(), counts: new Map() };
  let records = 0;
  let timeSeconds: number | null = null;
  let socket: string | null = null;
  let line = 0;
  for (const row of linesOf(text)) {
    line += 1;
    const stamp = stampOf(row);
    if (stamp !== null) {
      if (timeSeconds !== null && stamp < timeSeconds) {
        throw errorAtLine(line, 'its timestamp is earlier than the previous one');
      }
      timeSeconds = stamp;
      socket = null;
      continue;
    }
    const named = SOCKET.exec(row.trimEnd());
    if (named !== null) socket = `${named[1]} → ${named[2]}`;
    // The facts stand behind the addresses with -O, else in the next line.
    const facts = named === null ? row : (named[3] ?? '');
    if (socket === null || !/\brtt:[\d.]/.test(facts)) continue;
    if (timeSeconds === null)
      throw errorAtLine(
        line,
        'There is no timestamp before the sockets. Write one before each ss, for example while sleep 0.1; do date +%s.%N; ss -tin; done',
      );
    records += 1;
    refuseRecords(records, 'samples of sockets');
    addSample(sockets, socket, sampleOf(facts, timeSeconds));
    socket = null;
  }
  return sockets.samplesOf;
}

/** One by one: a list of all of them would be as large as the file again. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const to = text.indexOf('\n', from);
    const end = to < 0 ? text.length : to;
    yield text.slice(from, end);
    from = end + 1;
  }
}

const CLOCK = /^(?:#|time:?|===*)?\s*(?:\d{4}-\d\d-\d\d[T ])?(\d\d):(\d\d):(\d\d(?:[.,]\d+)?)/;
const DATED = /^(?:#|time:?|===*)?\s*(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:[.,]\d+)?)(\S*)/;

/** Seconds of a line that is a time stamp: of the epoch, of ISO 8601, or of a day. */
function stampOf(row: string): number | null {
  const epoch = /^(?:#|time:?|===*)?\s*(\d{9,10}(?:[.,]\d+)?|\d{13}|\d{19})\s*(?:=*)$/.exec(
    row.trim(),
  );
  if (epoch !== null) return epochSeconds((epoch[1] ?? '').replace(',', '.'));
  const dated = DATED.exec(row);
  if (dated !== null) {
    const zone = /^(?:Z|[+-]\d\d:?\d\d)$/.test(dated[3] ?? '') ? dated[3] : 'Z';
    const at = Date.parse(`${dated[1]}T${(dated[2] ?? '').replace(',', '.').slice(0, 12)}${zone}`);
    return Number.isNaN(at) ? null : at / MS_PER_S;
  }
  const clock = CLOCK.exec(row);
  if (clock === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = clock
    .slice(1)
    .map((part) => Number(part.replace(',', '.')));
  return hours * 3600 + minutes * 60 + seconds;
}

/** `date +%s.%N`, `+%s%3N` or `+%s%N`. */
function epochSeconds(digits: string): number {
  if (digits.includes('.') || digits.length <= 10) return Number(digits);
  return Number(digits) / (digits.length === 13 ? 1e3 : 1e9);
}

function sampleOf(facts: string, time_s: number): Sample {
  const number = (pattern: RegExp) => {
    const found = pattern.exec(facts)?.[1];
    return found === undefined ? null : Number(found);
  };
  const inSeconds = (ms: number | null) => (ms === null ? null : ms / MS_PER_S);
  const cwnd = number(/\bcwnd:(\d+)/);
  const mss = number(/\bmss:(\d+)/);
  const acked = number(/\bbytes_acked:(\d+)/);
  const sent = number(/\bbytes_sent:(\d+)/);
  const again = number(/\bbytes_retrans:(\d+)/) ?? 0;
  return {
    time_s,
    bytes: acked ?? (sent === null ? 0 : sent - again),
    rtt_s: inSeconds(number(/(?:^|\s)rtt:([\d.]+)/)),
    min_rtt_s: inSeconds(number(/\bminrtt:([\d.]+)/)),
    cwnd_bytes: cwnd === null || mss === null ? null : cwnd * mss,
    retransmitted: number(/\bretrans:\d+\/(\d+)/) ?? 0,
    // Flags come first (ts, sack, ecn), then the algorithm, then what has a colon.
    algorithm: /(?:^|\s)([a-z]\w*)\s+(?:wscale:|rto:)/.exec(facts)?.[1] ?? null,
  };
}

/** A connection whose counter goes back is a new one at the same addresses. */
function addSample(sockets: Sockets, socket: string, sample: Sample): void {
  const { samplesOf, counts } = sockets;
  const count = counts.get(socket) ?? 1;
  const key = count === 1 ? socket : numbered(socket, count);
  const samples = samplesOf.get(key);
  const last = samples?.at(-1);
  if (samples === undefined || last === undefined) {
    samplesOf.set(key, [sample]);
  } else if (sample.bytes >= last.bytes) {
    samples.push(sample);
  } else {
    counts.set(socket, count + 1);
    samplesOf.set(numbered(socket, count + 1), [sample]);
  }
}

function sentBytes(samples: readonly Sample[]): number {
  return (samples.at(-1)?.bytes ?? 0) - (samples[0]?.bytes ?? 0);
}

function flowOf(key: string, samples: readonly Sample[], startSeconds: number): MeasuredFlow {
  const leasts = samples.map(({ min_rtt_s }) => min_rtt_s);
  return {
    label: key,
    algorithm: samples.at(-1)?.algorithm ?? null,
    min_rtt_s: least(leasts) ?? least(samples.map(({ rtt_s }) => rtt_s)),
    columns: columnsOf(samples, ({ time_s }) => time_s - startSeconds, {
      throughput_bps: ({ bytes, time_s }, before) =>
        before === undefined ? null : rateBetween(bytes - before.bytes, time_s - before.time_s),
      rtt_s: ({ rtt_s }) => rtt_s,
      cwnd_bytes: ({ cwnd_bytes }) => cwnd_bytes,
      retransmitted_packets: ({ retransmitted }, before) =>
        before === undefined ? null : retransmitted - before.retransmitted,
    }),
  };
}
