/**
 * What tools print for people, a value a line: round trips of ping, fping, hping3 and irtt, rates
 * of nuttcp (-i) and netperf (-D, "Interim result"). Lines that are none of these are left out.
 */
import { refuseFlows, refuseRecords } from '@/analysis/imports/bounds';
import { linesOf } from '@/analysis/imports/lines';
import { Notes } from '@/analysis/imports/notes';
import { splitStamp, StampClock } from './ssStamps';
import {
  columnsOf,
  type Direction,
  errorAtField,
  errorAtLine,
  ImportError,
  isRecord,
  type Json,
  least,
  type MeasuredFlow,
  type MeasuredTrace,
  optionalNumber,
  quoted,
  type Source,
} from '@/analysis/imports/types';

const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
/** Of Linux, BSD, macOS, busybox and Windows in its languages; hping3 and irtt. */
const TIMES = [
  new RegExp(String.raw`[=<]\s?${NUMBER}\s?(?:ms|мс|мсек)(?![a-z]).*\bTTL=`, 'i'),
  new RegExp(String.raw`\b(?:time|rtt)\s?[=<]\s?${NUMBER}\s?(ms|us|µs|s)\b`, 'i'),
  new RegExp(String.raw`\bicmp_seq=.*\bttl=.*=${NUMBER}\s?(ms|us|µs|s)\b`, 'i'),
];
/** Of Windows, whose replies have no numbers. */
const WINDOWS = /[=<]\s?\d+\s?(?:ms|мс|мсек)(?![a-z]).*\bTTL=\d+\s*$/i;
const FPING = new RegExp(
  String.raw`^\s*(\S+)\s*:\s*\[(\d+)\],\s*(?:\d+ bytes,\s*${NUMBER} ms|timed out)`,
);
/** `-C`: all times of a host in one line. */
const FPING_ALL = /^(\S+)\s+:((?: (?:\d+(?:\.\d+)?|-)){2,})\s*$/;
const FROM = /(?:\b(?:from|von|desde|de|da)\s+|\bip=)(\S+?)[:,]?(?:\s|$)/i;
const ADDRESS = /\d+\.\d+\.\d+\.\d+|[\da-f]*:[\da-f]*:[\da-f:]*[\da-f]/i;
const SEQ = /\b(?:icmp_)?seq(?:no)?[= ](\d+)/i;
const LOST = new RegExp(
  [
    'no answer yet|request timed? ?out|timeout for|Zeitüberschreitung|unreachable',
    'temps.*dépassé|attente.*dépassé|tiempo de espera agotado|richiesta scaduta|tempo limite',
    'превышен интервал|请求超时|要求がタイムアウト|time-?out bij|upłynął limit',
  ].join('|'),
  'i',
);
const SUMMARY_MS = /packets transmitted,.*\btime (\d+)\s?ms/;
/** `60 packets transmitted, 57 received, 5% packet loss`, in any language. */
const SUMMARY_COUNTS = /^\s*(\d+) [^,\d]+, (\d+) [^,\d]+,.*?(\d+(?:[.,]\d+)?)\s?%/;
const USUAL_INTERVAL_S = 1;
/** Between two lines of a ping whose numbers fall, another one began. */
const LONGEST_GAP = 10_000;

const NUTTCP = new RegExp(
  String.raw`^\s*(?:nuttcp-[rt]: )?${NUMBER} ([KMG]?)B \/ +${NUMBER} sec = +${NUMBER} ([KMG])bps(.*)$`,
);
const NETPERF = new RegExp(
  String.raw`^Interim result: +${NUMBER} (10\^[369]bits|[KMG]?Bytes)\/s over ${NUMBER} seconds(?: ending at ${NUMBER})?`,
);
const PREFIXES = ['', 'K', 'M', 'G'];

interface Trip {
  readonly seq: number | null;
  readonly stamp_s: number | null;
  readonly rtt_s: number | null;
}

/** What a ping counts at its end. */
interface Counted {
  readonly sent: number;
  readonly received: number;
}

interface Rate {
  readonly end_s: number;
  readonly bps: number;
  readonly retransmitted: number | null;
  readonly cwnd_bytes: number | null;
  readonly lost: number | null;
}

const valueOf = (text: string | undefined) => Number((text ?? '').replace(',', '.'));

/** Which of these tools printed a text; null: none of them. */
export function printedBy(lines: readonly string[]): 'ping' | 'nuttcp' | 'netperf' | null {
  if (lines.some((line) => NETPERF.test(bare(line, NETPERF)))) return 'netperf';
  if (lines.some((line) => NUTTCP.test(bare(line, NUTTCP)))) return 'nuttcp';
  if (lines.every((line) => FPING_ALL.test(line))) return 'ping';
  return lines.some((line) => (tripOf(line) ?? tripOf(splitStamp(line).rest)) !== null)
    ? 'ping'
    : null;
}

/** Without a stamp before it. */
function bare(row: string, pattern: RegExp): string {
  return pattern.test(row) ? row : splitStamp(row).rest;
}

export function readPrinted(
  name: string,
  text: string,
  tool: NonNullable<ReturnType<typeof printedBy>>,
): MeasuredTrace {
  const notes = new Notes(`report of ${tool}`);
  const flows = tool === 'ping' ? pings(text, notes) : [rates(text, tool, notes)];
  refuseFlows(flows.length, 'hosts');
  return { name, source: tool satisfies Source, flows, about: notes.about() };
}

export function isIrtt(document: Json): boolean {
  return Array.isArray(document.round_trips) && isRecord(document.config);
}

/** irtt's JSON: durations and times in nanoseconds, each trip with the time it was sent at. */
export function readIrtt(name: string, { round_trips, config }: Json): MeasuredTrace {
  const notes = new Notes('irtt, JSON');
  const listed: unknown[] = Array.isArray(round_trips) ? round_trips : [];
  refuseRecords(listed.length, 'round trips');
  const inside = (value: unknown, ...keys: readonly string[]) =>
    keys.reduce<unknown>((found, key) => (isRecord(found) ? found[key] : undefined), value);
  const interval_ns = optionalNumber(inside(config, 'params', 'interval')) ?? 1e9;
  const trips = listed.map((trip, index): Trip => {
    const rtt_ns = optionalNumber(inside(trip, 'delay', 'rtt'));
    const seq = optionalNumber(inside(trip, 'seqno'));
    if (seq === null) throw errorAtField(`round_trips[${index}].seqno`, 'should be a number');
    return {
      seq,
      rtt_s: rtt_ns === null ? null : rtt_ns / 1e9,
      stamp_s: (seq * interval_ns) / 1e9,
    };
  });
  if (trips.length === 0) throw errorAtField('round_trips', 'there are none');
  notes.read(`${trips.length} round trips, each ${interval_ns / 1e6} ms; there are no rates.`);
  return {
    name,
    source: 'ping',
    flows: [pingFlow('irtt', trips, { all_s: null }, notes)],
    about: notes.about(),
  };
}

/** A round trip, or one that is said to be lost; null: another line. */
function tripOf(row: string): { host: string; seq: number | null; rtt_s: number | null } | null {
  if (row.length > 300) return null;
  const fping = FPING.exec(row);
  if (fping !== null) {
    const [, host = '', seq, ms] = fping;
    return { host, seq: Number(seq), rtt_s: ms === undefined ? null : valueOf(ms) / 1000 };
  }
  const seq = SEQ.exec(row)?.[1];
  const number = seq === undefined ? null : Number(seq);
  const found = TIMES.map((pattern) => pattern.exec(row)).find((each) => each != null);
  const host = FROM.exec(row)?.[1] ?? ADDRESS.exec(row)?.[0] ?? '';
  if (found != null && (number !== null || host !== '')) {
    const [, value, unit = 'ms'] = found;
    const factor = { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6 }[unit.toLowerCase()] ?? 1e-3;
    return { host, seq: number, rtt_s: valueOf(value) * factor };
  }
  return LOST.test(row) && !/packets/.test(row) ? { host: '', seq: number, rtt_s: null } : null;
}

function pings(text: string, notes: Notes): MeasuredFlow[] {
  const hosts = new Map<string, Trip[]>();
  const clock = new StampClock();
  let [line, count, others, host] = [0, 0, 0, ''];
  let all_s: number | null = null;
  const counted = new Map<string, Counted>();
  let isAmongReplies = false;
  for (const row of linesOf(text)) {
    line += 1;
    if (row.trim() === '') {
      isAmongReplies = false;
      continue;
    }
    const [, name = '', times] = FPING_ALL.exec(row) ?? [];
    if (times !== undefined) {
      const trips = times.trim().split(' ');
      count += trips.length;
      refuseRecords(count, 'round trips');
      hosts.set(
        name,
        trips.map((word, seq) => fpingTrip(word, seq)),
      );
      continue;
    }
    const summary = SUMMARY_MS.exec(row)?.[1];
    if (summary !== undefined) all_s ??= Number(summary) / 1000;
    const counts = countedIn(row);
    if (counts !== null) counted.set(host, sumOf(counted.get(host), counts));
    // `64 bytes from` begins with no stamp.
    const { stamp, rest } = /^\s*\d+ bytes/.test(row)
      ? { stamp: null, rest: row }
      : splitStamp(row);
    const trip = tripOf(stamp === null ? row : rest);
    if (WINDOWS.test(row)) isAmongReplies = true;
    // A line of Windows between replies, in any language, says that there was none.
    const isLost = trip === null && isAmongReplies && !row.includes('=');
    const found = isLost ? { host: '', seq: null, rtt_s: null } : trip;
    if (found === null || /\(DUP!\)/.test(row)) {
      others += 1;
      continue;
    }
    count += 1;
    refuseRecords(count, 'round trips');
    const stamp_s = stamp === null ? null : clock.next(stamp);
    if (stamp !== null && stamp_s === null)
      throw errorAtLine(line, `its timestamp is earlier than the one before it: ${quoted(row)}.`);
    host = found.host === '' ? host : found.host;
    const own = hosts.get(host) ?? [];
    hosts.set(host, own);
    own.push({ seq: found.seq, rtt_s: found.rtt_s, stamp_s });
  }
  if (others > 0) notes.leftOut(`Lines that are no round trip, such as its summary: ${others}.`);
  const answered = [...hosts.values()].flat().filter(({ rtt_s }) => rtt_s !== null).length;
  notes.read(`Round trips: ${answered}. It sends next to nothing, so there are no rates.`);
  const [[, early = []] = [], [only = '', own = []] = []] = [...hosts];
  // The first ones were lost, before a reply named the host.
  const isOne = hosts.size === 2 && hosts.has('');
  const all: [string, Trip[]][] = isOne ? [[only, [...early, ...own]]] : [...hosts];
  return all.map(([name, trips]) => pingFlow(name, trips, { all_s, ...counted.get(name) }, notes));
}

function countedIn(row: string): Counted | null {
  const [, sent, received, percent] = SUMMARY_COUNTS.exec(row) ?? [];
  if (sent === undefined || received === undefined) return null;
  const counts = { sent: Number(sent), received: Number(received) };
  const share = 100 * (1 - counts.received / counts.sent);
  return Math.abs(share - valueOf(percent)) <= 1 ? counts : null;
}

const sumOf = (one: Counted | undefined, other: Counted): Counted => ({
  sent: (one?.sent ?? 0) + other.sent,
  received: (one?.received ?? 0) + other.received,
});

/**
 * With those that its summary counts beside them: the first before the first reply's number, others
 * after the last reply. Where the summary has more replies than the file, lines are missing.
 */
function withUnanswered(
  numbered: ReturnType<typeof numberedTrips>,
  { sent = 0, received = 0 }: Partial<Counted>,
  notes: Notes,
) {
  const answered = numbered.filter(({ rtt_s }) => rtt_s !== null).length;
  const missing = sent - numbered.length;
  if (received > answered)
    notes.uncertain(
      `Its summary has ${received} round trips, the lines above it ${answered}: some of them are missing.`,
    );
  if (missing <= 0 || received > answered || missing > LONGEST_GAP) return numbered;
  const first = numbered[0]?.at ?? 1;
  const before = Math.min(missing, Math.max(0, first - 1));
  const lost = (at: number) => ({ at, rtt_s: null, stamp_s: null });
  const last = numbered.at(-1)?.at ?? 0;
  return [
    ...Array.from({ length: before }, (_, index) => lost(first - before + index)),
    ...numbered,
    ...Array.from({ length: missing - before }, (_, index) => lost(last + 1 + index)),
  ];
}

function pingFlow(
  host: string,
  trips: readonly Trip[],
  { all_s, ...counted }: { readonly all_s: number | null } & Partial<Counted>,
  notes: Notes,
): MeasuredFlow {
  const numbered = withUnanswered(numberedTrips(trips, notes), counted, notes);
  const [first] = numbered;
  const last = numbered.at(-1);
  const span = (last?.at ?? 0) - (first?.at ?? 0);
  const hasStamps = numbered.some(({ stamp_s }) => stamp_s !== null);
  const step_s = hasStamps
    ? span === 0
      ? USUAL_INTERVAL_S
      : ((last?.stamp_s ?? 0) - (first?.stamp_s ?? 0)) / span
    : all_s !== null && span > 0
      ? all_s / span
      : USUAL_INTERVAL_S;
  if (!hasStamps)
    notes.uncertain(
      all_s === null
        ? 'It has no times of its own (ping -D): round trips are taken to begin 1 s apart, as ping sends them.'
        : 'It has no times of its own (ping -D): round trips are spread evenly over the time of its summary.',
    );
  const start_s = first?.stamp_s ?? 0;
  const samples = numbered.map(({ at, stamp_s, rtt_s }) => ({
    rtt_s,
    lost: rtt_s === null ? 1 : 0,
    time_s: stamp_s === null ? (at - (first?.at ?? 0)) * step_s : stamp_s - start_s,
  }));
  const lost = samples.reduce((sum, each) => sum + each.lost, 0);
  notes.read(
    `${host === '' ? 'Of one host' : host}: ${lost} of ${samples.length} ${lost === 1 ? 'was' : 'were'} not answered.`,
  );
  return {
    label: host === '' ? 'ping' : host,
    algorithm: null,
    min_rtt_s: least(samples.map(({ rtt_s }) => rtt_s)),
    evidence: { probes: { lost, sent: samples.length } },
    columns: columnsOf(samples, ({ time_s }) => time_s, {
      rtt_s: ({ rtt_s }) => rtt_s,
      lost_packets: (sample) => sample.lost,
    }),
  };
}

const fpingTrip = (word: string, seq: number): Trip => ({
  seq,
  stamp_s: null,
  rtt_s: word === '-' ? null : valueOf(word) / 1000,
});

/** By their numbers, where they have them: a missing one was lost. */
function numberedTrips(trips: readonly Trip[], notes: Notes) {
  const kept: { at: number; rtt_s: number | null; stamp_s: number | null }[] = [];
  let turns = 0;
  let before: number | null = null;
  for (const { seq, rtt_s, stamp_s } of trips) {
    if (seq === null) {
      kept.push({ at: kept.length === 0 ? 0 : (kept.at(-1)?.at ?? 0) + 1, rtt_s, stamp_s });
      continue;
    }
    // 16 bits begin again.
    if (before !== null && before - seq > 32_768) turns += 1;
    before = seq;
    const at = seq + turns * 65_536;
    const last = kept.at(-1)?.at ?? at - 1;
    if (at <= last) {
      // "No answer yet" is followed by an answer that came late.
      const own = kept.find((each) => each.at === at);
      if (own?.rtt_s === null) own.rtt_s = rtt_s;
      else notes.leftOut('Round trips whose number falls: out of order, or of another ping.');
      continue;
    }
    if (at - last > LONGEST_GAP)
      throw new ImportError(
        `The number of a round trip goes from ${last} to ${at}; at most ${LONGEST_GAP} are read as lost.`,
      );
    for (let gap = last + 1; gap < at; gap += 1) kept.push({ at: gap, rtt_s: null, stamp_s: null });
    kept.push({ at, rtt_s, stamp_s });
  }
  return withStamps(kept);
}

/** What was lost has no stamp: it lies between its neighbours. */
function withStamps(kept: { at: number; rtt_s: number | null; stamp_s: number | null }[]) {
  let known: (typeof kept)[number] | undefined;
  const next: ((typeof kept)[number] | undefined)[] = [];
  for (let index = kept.length - 1; index >= 0; index -= 1) {
    if (kept[index]?.stamp_s !== null) known = kept[index];
    next[index] = known;
  }
  known = undefined;
  return kept.map((each, index) => {
    if (each.stamp_s !== null) {
      known = each;
      return each;
    }
    const after = next[index];
    if (known?.stamp_s == null || after?.stamp_s == null) return each;
    const share = (each.at - known.at) / (after.at - known.at);
    return { ...each, stamp_s: known.stamp_s + share * (after.stamp_s - known.stamp_s) };
  });
}

function rates(text: string, tool: 'nuttcp' | 'netperf', notes: Notes): MeasuredFlow {
  const found: Rate[] = [];
  let [others, at_s, sums] = [0, 0, 0];
  let isReceived = false;
  for (const row of linesOf(text)) {
    if (row.trim() === '') continue;
    if (/\bMAERTS\b|^nuttcp-r: v/.test(row)) isReceived = true;
    const each =
      tool === 'nuttcp'
        ? nuttcpRate(bare(row, NUTTCP), at_s)
        : netperfRate(bare(row, NETPERF), at_s);
    if (each === null) {
      others += 1;
      continue;
    }
    // The last line of nuttcp is of the whole time.
    if (tool === 'nuttcp' && found.length > 0 && / [%]TX/.test(row)) {
      sums += 1;
      continue;
    }
    refuseRecords(found.length + 1, 'intervals');
    at_s = each.end_s;
    found.push(each);
  }
  if (others > 0) notes.leftOut(`${others} other lines.`);
  if (sums > 0) notes.leftOut('The line over the whole time.');
  notes.read(
    `${found.length} intervals; rates as ${tool === 'nuttcp' ? 'nuttcp -i' : 'netperf -D'} prints them.`,
  );
  const direction: Direction = isReceived ? 'received' : 'sent';
  const isUdp = found.some(({ lost }) => lost !== null);
  return {
    label: tool,
    algorithm: null,
    min_rtt_s: null,
    direction: isUdp ? 'received' : direction,
    transport: isUdp ? 'udp' : 'tcp',
    columns: columnsOf(found, ({ end_s }) => end_s, {
      throughput_bps: ({ bps }) => bps,
      retransmitted_packets: ({ retransmitted }) => retransmitted,
      cwnd_bytes: ({ cwnd_bytes }) => cwnd_bytes,
      lost_packets: ({ lost }) => lost,
    }),
  };
}

function nuttcpRate(row: string, at_s: number): Rate | null {
  const found = NUTTCP.exec(row);
  if (found === null) return null;
  const [, , , seconds, rate, prefix = '', rest = ''] = found;
  const again = /\b(\d+) retrans\b/.exec(rest)?.[1];
  const window = /\b(\d+) KB-cwnd/.exec(rest)?.[1];
  const lost = /(\d+) \/ +\d+ ~?drop\/pkt/.exec(rest)?.[1];
  const known = (text: string | undefined) => (text === undefined ? null : Number(text));
  return {
    end_s: at_s + valueOf(seconds),
    bps: valueOf(rate) * 1000 ** PREFIXES.indexOf(prefix),
    retransmitted: known(again),
    cwnd_bytes: window === undefined ? null : Number(window) * 1024,
    lost: known(lost),
  };
}

function netperfRate(row: string, at_s: number): Rate | null {
  const found = NETPERF.exec(row);
  if (found === null) return null;
  const [, rate, unit = '', seconds] = found;
  const bits = /^10\^(\d)bits/.exec(unit)?.[1];
  // Its bytes count in 1,024.
  const factor =
    bits === undefined
      ? 8 * 1024 ** PREFIXES.indexOf(unit.replace('Bytes', ''))
      : 10 ** Number(bits);
  const bps = valueOf(rate) * factor;
  const end_s = at_s + valueOf(seconds);
  return { end_s, bps, retransmitted: null, cwnd_bytes: null, lost: null };
}
