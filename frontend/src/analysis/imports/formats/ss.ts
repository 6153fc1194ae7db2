/**
 * Logs of `ss -ti` (iproute2) with time stamps, as
 * `while sleep 0.1; do date +%s.%N; ss -tin; done > log`: stamps on lines of their own or before
 * each line; with or without the columns of Netid, state and process, and -O (a socket a line).
 * What a socket does not have yet ss leaves out: it is 0. Kernels before 4.1 count no bytes.
 */

import { refuseFlows, refuseRecords } from '@/analysis/imports/bounds';
import type { Evidence } from '@/analysis/imports/evidence';
import { linesOf } from '@/analysis/imports/lines';
import { Notes } from '@/analysis/imports/notes';
import { PAYLOAD_BYTES, type Sample, sampleOf } from './ssFacts';
import { spread, splitStamp, type Stamp, StampClock, stampOf } from './ssStamps';
import {
  columnsOf,
  type Direction,
  errorAtLine,
  ImportError,
  least,
  type MeasuredFlow,
  type MeasuredTrace,
  quoted,
  rateBetween,
} from '@/analysis/imports/types';

/** Facts that a line of their own may hold, where a terminal or a tool has broken the line. */
const MORE_FACTS = new RegExp(
  String.raw`^\s+(?:.*\s)?(?:(?:cwnd|mss|bytes_(?:sent|acked|received|retrans)|minrtt|busy|unacked|` +
    String.raw`retrans|snd_wnd|rwnd_limited):\d|pacing_rate \d)`,
);
/** An address with its port, which may have a name or be a star. */
const END = String.raw`(\S+:(?:\d+|[\w-]+|\*))`;
const SOCKET = new RegExp(
  String.raw`^\s*(?:[a-z][a-z\d_]*\s+)?(?:[A-Z][\w-]+\s+)?\d+\s+\d+\s+${END}\s+${END}(?=\s|$)(.*)$`,
);
/** What `docker compose` writes before each line. */
const CONTAINER = /^[A-Za-z][\w.-]*\s+\|\s/;
const FACTS = /(?:^|\s)rtt:[\d.]/;
/** A socket that moves less than this share of the busiest one controls the others. */
const LEAST_SHARE = 0.001;
/** What is received besides is shown from this share of the busiest on: requests are less. */
const LEAST_RECEIVED_SHARE = 0.1;
const NO_STAMPS =
  'there is no timestamp before the sockets. Write one before each ss, for example while sleep 0.1; do date +%s.%N; ss -tin; done';

export function readSs(name: string, text: string): MeasuredTrace {
  const notes = new Notes('log of ss -ti');
  const sockets = socketsOf(text, notes);
  const found = busyOf(sockets, notes);
  refuseFlows(found.length, 'sockets that send');
  const startSeconds = found.reduce(
    (low, { samples }) => Math.min(low, samples[0]?.time_s ?? Infinity),
    Infinity,
  );
  const flows = found.map((busy) => flowOf(busy, startSeconds));
  describe(found, notes);
  return { name, source: 'ss', flows, about: notes.about() };
}

interface Busy {
  readonly key: string;
  readonly samples: readonly Sample[];
  readonly direction: Direction | null;
}

/** The sockets that move data, by direction; all of them where the kernel counts no bytes. */
function busyOf(sockets: ReadonlyMap<string, Sample[]>, notes: Notes): Busy[] {
  const all = [...sockets].map(([key, samples]) => ({ key, samples }));
  if (all.every(({ samples }) => samples.every(hasNoCounter))) {
    notes.leftOut(
      'Rates: its sockets have no byte counters (bytes_acked, bytes_received), as with Linux before 4.1.',
    );
    return all.map((each) => ({ ...each, direction: null }));
  }
  const moved = all.map((each) => ({
    ...each,
    sent: growth(each.samples, ({ sent_bytes }) => sent_bytes ?? 0),
    received: growth(each.samples, ({ received_bytes }) => received_bytes),
  }));
  const most = moved.reduce((high, { sent, received }) => Math.max(high, sent, received), 0);
  const found = moved.flatMap(({ key, samples, sent, received }): Busy[] => [
    ...(sent > 0 && sent >= most * LEAST_SHARE
      ? [{ key, samples, direction: 'sent' as const }]
      : []),
    ...(received > 0 && received >= most * LEAST_RECEIVED_SHARE
      ? [{ key, samples, direction: 'received' as const }]
      : []),
  ]);
  const busy = withoutOtherEnds(found, notes);
  const times = new Set(all.flatMap(({ samples }) => samples.map(({ time_s }) => time_s)));
  if (found.length === 0 && times.size === 1)
    throw new ImportError(
      `It has one sample of ${all.length === 1 ? 'one socket' : `each of ${all.length} sockets`}: rates take at least two, one after the other.`,
    );
  const idle = moved.length - new Set(found.map(({ key }) => key)).size;
  if (idle > 0) notes.leftOut(`${idle} of ${moved.length} sockets: they move next to no data.`);
  if (found.length === 0)
    throw new ImportError(
      `None of its sockets (${moved.length}) sends or receives data: bytes_acked, bytes_sent and bytes_received stay as they are from each socket's first sample to its last.`,
    );
  return busy;
}

/** On one machine both ends of a connection are listed: what one sends the other receives. */
function withoutOtherEnds(found: readonly Busy[], notes: Notes): Busy[] {
  const senders = new Set(
    found.flatMap(({ key, direction }) => (direction === 'sent' ? [endsOf(key).join(' ')] : [])),
  );
  const kept = found.filter(
    ({ key, direction }) =>
      direction !== 'received' || !senders.has(endsOf(key).reverse().join(' ')),
  );
  if (kept.length < found.length)
    notes.leftOut('The receiving ends of connections whose sending ends are in the log, too.');
  return kept;
}

function endsOf(key: string): string[] {
  return key
    .replace(/ \(\d+\)$/, '')
    .split(' → ')
    .map((end) => end.replace(/^\[::ffff:([\d.]+)\]/, '$1'));
}

function hasNoCounter({ sent_bytes, received_bytes }: Sample): boolean {
  return sent_bytes === null && received_bytes === 0;
}

function describe(found: readonly Busy[], notes: Notes): void {
  const samples = found.reduce((sum, each) => sum + each.samples.length, 0);
  const sockets = new Set(found.map(({ key }) => key)).size;
  notes.read(`${samples} samples of ${sockets} ${sockets === 1 ? 'socket' : 'sockets'}.`);
  if (found.some(({ direction }) => direction === 'sent'))
    notes.read(
      'Rates from bytes_acked, else bytes_sent less bytes_retrans; windows as cwnd x mss.',
    );
  if (found.some(({ samples: own }) => own.some(({ hasMss }) => !hasMss)))
    notes.uncertain(`Some samples have no mss: their windows are cwnd x ${PAYLOAD_BYTES} bytes.`);
  if (found.some(({ direction }) => direction === 'received')) {
    notes.read('Receive rates are those of bytes_received.');
    notes.leftOut(
      'RTT and window of sockets that receive: they are of what the socket itself sends.',
    );
  }
}

/** The samples of each connection, by its addresses. */
function socketsOf(text: string, notes: Notes): Map<string, Sample[]> {
  const log = new Log(notes);
  let line = 0;
  const isEnded = text.endsWith('\n');
  const lastRow = isEnded ? null : text.slice(text.lastIndexOf('\n') + 1);
  for (const row of linesOf(isEnded ? text : text.slice(0, -(lastRow?.length ?? 0)))) {
    line += 1;
    log.add(row, line);
  }
  // A log that was cut off may end within a stamp: that says nothing of any sample.
  if (lastRow !== null && stampOf(lastRow) === null) log.add(lastRow, line + 1);
  return log.end(isEnded);
}

interface Record {
  readonly socket: string;
  facts: string;
  readonly time_s: number;
}

class Log {
  private readonly clock = new StampClock();
  private readonly records: Record[] = [];
  /** Facts whose stamp comes after them. */
  private waiting: Omit<Record, 'time_s'>[] = [];
  private firstWaitingLine = 0;
  private firstWaiting = '';
  private isStampAfter = false;
  private timeSeconds: number | null = null;
  private stamp: Stamp | null = null;
  private step_s = 0;
  private socket: string | null = null;
  private hasSockets = false;
  /** The socket whose facts may continue in the next line. */
  private last: Omit<Record, 'time_s'> | null = null;

  constructor(private readonly notes: Notes) {}

  add(whole: string, line: number): void {
    const row = whole.replace(CONTAINER, '');
    if (row.trim() === '') return;
    const isPlain = SOCKET.test(row) || (FACTS.test(row) && /^\s/.test(row));
    const { stamp, rest } = isPlain ? { stamp: null, rest: row } : splitStamp(row);
    const named = SOCKET.exec(rest);
    if (named === null && !FACTS.test(rest)) {
      if (this.last !== null && MORE_FACTS.test(row)) {
        this.last.facts += ` ${row.trim()}`;
        return;
      }
      const alone = stampOf(row);
      if (alone !== null) this.stamped(alone, row, line, true);
      return;
    }
    if (stamp !== null) this.stamped(stamp, row, line, false);
    this.last = null;
    if (named !== null) {
      this.socket = `${named[1]} → ${named[2]}`;
      this.hasSockets = true;
    }
    // The facts stand behind the addresses with -O, else in the next line.
    const facts = named === null ? rest : (named[3] ?? '');
    if (FACTS.test(facts)) this.sample(facts, line);
  }

  private stamped(stamp: Stamp, row: string, line: number, isAlone: boolean): void {
    const before = this.stamp;
    const time_s = this.clock.next(stamp);
    if (this.clock.change !== null)
      this.notes.uncertain(
        `Line ${line}: ${this.clock.change}: the time is continued from the stamp before it.`,
      );
    if (time_s === null) {
      throw errorAtLine(
        line,
        `its timestamp is earlier than the previous one, or of another kind: ${quoted(row)}. Stamps must not go back, except at midnight where they are times of day, and where the time zone or summer time changes.`,
      );
    }
    if (before === null && this.waiting.length > 0) this.isStampAfter = true;
    this.stamp = stamp;
    this.step_s = Math.max(this.step_s, stamp.step_s);
    this.timeSeconds = time_s;
    if (isAlone) this.socket = null;
    if (!this.isStampAfter) return;
    for (const each of this.waiting) this.keep({ ...each, time_s });
    this.waiting = [];
  }

  /** Whether the last sample lost its end; then it is none. */
  private dropCut(): boolean {
    const last = this.records.at(-1);
    const before = this.records.findLast((each) => each !== last && each.socket === last?.socket);
    if (last === undefined || before === undefined) return false;
    const names = new Set(namesIn(last.facts));
    const end = namesIn(before.facts).at(-1);
    if (end === undefined || names.has(end)) return false;
    this.records.pop();
    return true;
  }

  private sample(facts: string, line: number): void {
    const socket = this.socket ?? '';
    this.socket = null;
    if (this.timeSeconds !== null && !this.isStampAfter) {
      this.last = this.keep({ socket, facts, time_s: this.timeSeconds });
      return;
    }
    if (this.waiting.length === 0) {
      [this.firstWaitingLine, this.firstWaiting] = [line, facts];
    }
    this.last = { socket, facts };
    this.waiting.push(this.last);
    refuseRecords(this.records.length + this.waiting.length, 'samples of sockets');
  }

  private keep(record: Record): Record {
    this.records.push(record);
    refuseRecords(this.records.length, 'samples of sockets');
    return record;
  }

  /** `isEnded`: the last line has its end; a log that was cut off may also end within a number. */
  end(isEnded: boolean): Map<string, Sample[]> {
    const { notes, waiting } = this;
    if (!isEnded && waiting.length === 0 && this.dropCut())
      notes.leftOut('The last sample: it lacks values that the one before it has.');
    if (this.stamp === null)
      throw errorAtLine(this.firstWaitingLine, `${quoted(this.firstWaiting)}: ${NO_STAMPS}`);
    if (this.isStampAfter)
      notes.uncertain('Stamps are taken to follow the samples they belong to.');
    if (waiting.length > 0) notes.leftOut(`${waiting.length} samples without a timestamp.`);
    const named = this.records.filter(({ socket }) => socket !== '' || !this.hasSockets);
    const nameless = this.records.length - named.length;
    if (nameless > 0) notes.leftOut(`${nameless} samples without the line of their socket.`);
    if (!this.hasSockets)
      notes.uncertain('It names no sockets: all samples are taken for those of one.');
    if (this.stamp.isBare === true)
      notes.uncertain('Its timestamps are numbers without a unit: they are taken for seconds.');
    return samplesOf(named, this.step_s, notes);
  }
}

/** Names of the values that ss writes, with their colon. */
function namesIn(facts: string): string[] {
  return [...facts.matchAll(/(?:^|\s)([a-z_]+):/g)].map(([, name = '']) => name);
}

function samplesOf(
  records: readonly Record[],
  step_s: number,
  notes: Notes,
): Map<string, Sample[]> {
  const bySocket = new Map<string, Record[]>();
  for (const record of records) {
    const key = record.socket === '' ? 'socket' : record.socket;
    const own = bySocket.get(key);
    if (own === undefined) bySocket.set(key, [record]);
    else own.push(record);
  }
  const sockets: Sockets = { samplesOf: new Map(), counts: new Map() };
  for (const [socket, own] of bySocket) {
    const times = spread(
      own.map(({ time_s }) => time_s),
      step_s,
    );
    if (times !== null)
      notes.uncertain(
        `Timestamps have steps of ${step_s} s, and several samples share one: they are spread evenly, so single rates are less certain than their mean.`,
      );
    own.forEach(({ facts, time_s }, index) =>
      addSample(sockets, socket, sampleOf(facts, times?.[index] ?? time_s)),
    );
  }
  return sockets.samplesOf;
}

interface Sockets {
  readonly samplesOf: Map<string, Sample[]>;
  /** How many connections had the same addresses, one after the other. */
  readonly counts: Map<string, number>;
}

const numbered = (socket: string, count: number) => `${socket} (${count})`;

/** A connection whose counters go back is a new one at the same addresses. */
function addSample(sockets: Sockets, socket: string, sample: Sample): void {
  const { samplesOf: all, counts } = sockets;
  const count = counts.get(socket) ?? 1;
  const key = count === 1 ? socket : numbered(socket, count);
  const samples = all.get(key);
  const last = samples?.at(-1);
  if (samples === undefined || last === undefined) {
    all.set(key, [sample]);
  } else if (isLater(sample, last)) {
    samples.push(sample);
  } else {
    counts.set(socket, count + 1);
    all.set(numbered(socket, count + 1), [sample]);
  }
}

/** Whether no counter of a connection went back: all of them begin anew with the next one. */
function isLater(sample: Sample, before: Sample): boolean {
  const grew = (now: number | null | undefined, then: number | null | undefined) =>
    (now ?? 0) >= (then ?? 0);
  // A line that a terminal broke off lacks these, which says nothing.
  const known = (now: number | null | undefined, then: number | null | undefined) =>
    now == null || grew(now, then);
  return (
    grew(sample.sent_bytes, before.sent_bytes) &&
    grew(sample.received_bytes, before.received_bytes) &&
    grew(sample.retransmitted, before.retransmitted) &&
    known(sample.segments, before.segments) &&
    known(sample.counters?.busy_s, before.counters?.busy_s)
  );
}

function growth(samples: readonly Sample[], bytes: (sample: Sample) => number): number {
  const [first] = samples;
  const last = samples.at(-1);
  return first === undefined || last === undefined ? 0 : bytes(last) - bytes(first);
}

/** What the kernel's counters grew by from the first sample to the last. */
function evidenceOf(samples: readonly Sample[]): Evidence {
  const base_s = least(samples.map(({ min_rtt_s }) => min_rtt_s));
  return { ...(base_s === null ? {} : { base_s }), ...countersOf(samples) };
}

function countersOf(samples: readonly Sample[]): Pick<Evidence, 'counters'> {
  const [first] = samples;
  const last = samples.at(-1);
  if (first?.counters == null || last?.counters == null || last === first) return {};
  const [from, to] = [first.counters, last.counters];
  const counters = {
    all_s: last.time_s - first.time_s,
    busy_s: to.busy_s - from.busy_s,
    receiver_s: to.receiver_s - from.receiver_s,
    sendBuffer_s: to.sendBuffer_s - from.sendBuffer_s,
  };
  const isWhole = Object.values(counters).every((seconds) => seconds >= 0);
  return isWhole && counters.all_s > 0 ? { counters } : {};
}

function flowOf({ key, samples, direction }: Busy, startSeconds: number): MeasuredFlow {
  const leasts = samples.map(({ min_rtt_s }) => min_rtt_s);
  const isReceived = direction === 'received';
  const bytesOf = ({ sent_bytes, received_bytes }: Sample) =>
    isReceived ? received_bytes : (sent_bytes ?? 0);
  return {
    label: isReceived ? `${key}, received` : key,
    algorithm: isReceived ? null : (samples.at(-1)?.algorithm ?? null),
    min_rtt_s: least(leasts) ?? least(samples.map(({ rtt_s }) => rtt_s)),
    ...(direction === null ? {} : { direction }),
    transport: 'tcp',
    ...(isReceived ? {} : { evidence: evidenceOf(samples) }),
    columns: columnsOf(samples, ({ time_s }) => time_s - startSeconds, {
      throughput_bps: (sample, before) =>
        before === undefined || direction === null
          ? null
          : rateBetween(bytesOf(sample) - bytesOf(before), sample.time_s - before.time_s),
      rtt_s: ({ rtt_s }) => (isReceived ? null : rtt_s),
      cwnd_bytes: ({ cwnd_bytes }) => (isReceived ? null : cwnd_bytes),
      inflight_bytes: ({ inflight_bytes }) => (isReceived ? null : inflight_bytes),
      pacing_rate_bps: ({ pacing_rate_bps }) => (isReceived ? null : pacing_rate_bps),
      bandwidth_bps: ({ bandwidth_bps }) => (isReceived ? null : bandwidth_bps),
      receive_window_bytes: (sample) => (isReceived ? null : sample.receive_window_bytes),
      retransmitted_packets: ({ retransmitted }, before) =>
        before === undefined || isReceived ? null : retransmitted - before.retransmitted,
    }),
  };
}
