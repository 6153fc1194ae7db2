/**
 * Tables in layouts of their own: counters of interfaces (sar, sadf, ifstat, dstat, /proc/net/dev)
 * and vectors of OMNeT++, laid out as rows with a header for `csv.ts`. Also what kinds of text are
 * known and hold no values over time.
 */
import { refuseRecords } from '@/analysis/imports/bounds';
import { rolesOfNames, type Role } from './columnRoles';
import { linesOf } from '@/analysis/imports/lines';
import { Notes } from '@/analysis/imports/notes';
import { splitStamp, type Stamp, StampClock, stampOf } from './ssStamps';
import { splitterOf } from './table';
import { errorAtLine, ImportError, quoted } from '@/analysis/imports/types';

export interface Layout {
  readonly what: string;
  /** Rows of values with a header, and what each column is (`rolesOfWords`). */
  readonly rows: string;
  readonly columns: string;
  readonly notes: Notes;
  /** Rates are of whole packets. */
  readonly hasHeaders: boolean;
}

interface Sample {
  readonly time_s: number;
  readonly flow: string;
  readonly value: number;
}

const NO_TIMES = 'It has no times: its lines are taken to be 1 s apart.';

/** Times of rows by their stamps; where they have none, 1 s apart. */
class RowClock {
  readonly #clock = new StampClock();
  readonly #notes: Notes;
  #count = 0;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /** Of the row at a line, which an error quotes. */
  next(stamp: Stamp | null, line: number, row: string): number {
    if (stamp === null) this.#notes.uncertain(NO_TIMES);
    const time_s = stamp === null ? this.#count : this.#clock.next(stamp);
    if (time_s === null)
      throw errorAtLine(line, `its time is before that of the line above: ${quoted(row)}.`);
    this.#count += 1;
    return time_s;
  }
}

const number = (word: string | undefined) => Number((word ?? '').replace(',', '.'));

/** Null: it is none of these. */
export function layoutOf(lines: readonly string[], text: string): Layout | null {
  if (lines.some((line) => SAR.test(line))) return sar(text);
  if (lines.some((line) => SADF.test(line))) return sadf(text);
  if (lines.some((line) => IFSTAT.test(line))) return ifstat(text);
  if (lines.some((line) => DSTAT.test(line))) return dstat(text);
  if (lines.some((line) => PROC_HEAD.test(line))) return procNetDev(text);
  if (lines.some((line) => /^vector \d+ /.test(line)) && /^version \d/.test(lines[0] ?? ''))
    return omnet(text);
  return null;
}

/** `column` is what a value is: bytes a second, or all bytes so far. */
function ratesOf(
  what: string,
  samples: readonly Sample[],
  notes: Notes,
  column = 'rate=3:B/s',
): Layout {
  notes.uncertain('Rates of interfaces are those of all flows, with headers.');
  const moved = new Set(samples.flatMap(({ flow, value }) => (value > 0 ? [flow] : [])));
  const kept = samples.filter(({ flow }) => moved.has(flow));
  const idle = new Set(samples.map(({ flow }) => flow)).size - moved.size;
  if (idle > 0) notes.leftOut(`${idle} directions of interfaces that move nothing.`);
  if (kept.length === 0) throw new ImportError('None of its interfaces moves anything.');
  const rows = kept.map(({ time_s, flow, value }) => `${time_s};"${flow}";${value}\n`);
  return {
    what,
    rows: `time;flow;value\n${rows.join('')}`,
    columns: `time=1:s,flow=2,${column}`,
    notes,
    hasHeaders: true,
  };
}

const SAR = /\bIFACE\s+rxpck\/s\s+txpck\/s\s+rxkB\/s\s+txkB\/s/;
const SADF = /^# hostname;interval;timestamp;IFACE;.*rxkB\/s;txkB\/s/;
const KIB = 1024;

/** A row of sysstat, which counts in KiB, by the names of its columns. */
function bothWays(
  words: readonly string[],
  columns: readonly string[],
  name: string | undefined,
  time_s: number,
): Sample[] {
  const value = (column: string) => KIB * number(words[columns.indexOf(column)]);
  return [
    { time_s, flow: `${name ?? ''} received`, value: value('rxkB/s') },
    { time_s, flow: `${name ?? ''} sent`, value: value('txkB/s') },
  ];
}

function sar(text: string): Layout {
  const notes = new Notes();
  const clock = new RowClock(notes);
  const samples: Sample[] = [];
  let [line, before] = [0, ''];
  let [time_s, columns] = [0, [] as string[]];
  for (const row of linesOf(text)) {
    line += 1;
    const { stamp, rest } = splitStamp(row);
    if (stamp === null) continue;
    const words = rest
      .trim()
      .replace(/^[AP]M\s+/, '')
      .split(/\s+/);
    if (words[0] === 'IFACE') {
      columns = words;
      continue;
    }
    if (words.length !== columns.length) continue;
    const own = row.slice(0, row.length - rest.length).trim();
    if (own !== before) {
      const half = /^\s*\S+ [AP]M\b/.exec(row)?.[0];
      const exact = half === undefined ? stamp : (stampOf(half) ?? stamp);
      [before, time_s] = [own, clock.next(exact, line, row)];
    }
    refuseRecords(samples.length, 'lines');
    samples.push(...bothWays(words, columns, words[0], time_s));
  }
  return ratesOf('report of sar -n DEV', samples, notes);
}

function sadf(text: string): Layout {
  const notes = new Notes();
  const samples: Sample[] = [];
  let columns: readonly string[] = [];
  let line = 0;
  for (const row of linesOf(text)) {
    line += 1;
    const words = row.trim().replace(/^# /, '').split(';');
    if (row.startsWith('#')) columns = words;
    else if (words.length === columns.length) {
      const stamp = stampOf(words[2] ?? '');
      if (stamp === null) throw errorAtLine(line, `${quoted(words[2] ?? '')} is not a time.`);
      refuseRecords(samples.length, 'lines');
      samples.push(...bothWays(words, columns, words[3], stamp.seconds));
    }
  }
  return ratesOf('report of sadf -d -- -n DEV', samples, notes);
}

const IFSTAT = /^\s*(?:HH:MM:SS\s+)?(?:K[Bb]\/s in\s+K[Bb]\/s out\s*)+$/;

function ifstat(text: string): Layout {
  const notes = new Notes();
  const clock = new RowClock(notes);
  const samples: Sample[] = [];
  let [head, line] = ['', 0];
  let names: string[] = [];
  let isBits = false;
  for (const row of linesOf(text)) {
    line += 1;
    if (IFSTAT.test(row)) {
      names = head
        .trim()
        .split(/\s+/)
        .filter((name) => name !== 'Time');
      isBits = row.includes('Kb/s');
      continue;
    }
    head = row;
    const words = row.trim().split(/\s+/);
    const hasTime = words.length === 2 * names.length + 1;
    if (names.length === 0 || (!hasTime && words.length !== 2 * names.length)) continue;
    const values = words.slice(hasTime ? 1 : 0).map(number);
    if (values.some((value) => !Number.isFinite(value))) continue;
    const stamp = hasTime ? stampOf(words[0] ?? '') : null;
    const time_s = clock.next(stamp, line, row);
    refuseRecords(samples.length, 'lines');
    values.forEach((value, at) => {
      const flow = `${names[at >> 1] ?? ''} ${at % 2 === 0 ? 'received' : 'sent'}`;
      samples.push({ time_s, flow, value: (isBits ? KIB / 8 : KIB) * value });
    });
  }
  return ratesOf('report of ifstat', samples, notes);
}

const DSTAT = /^"(?:system",)?.*"net\/[\w.-]+"/;

/** Bytes a second, a column a direction, below two lines of names. */
function dstat(text: string): Layout {
  const notes = new Notes();
  const split = splitterOf(',');
  const samples: Sample[] = [];
  let groups: string[] = [];
  let names: string[] | null = null;
  const clock = new RowClock(notes);
  let line = 0;
  for (const row of linesOf(text)) {
    line += 1;
    if (row.trim() === '') continue;
    const words = split(row.replace(/,\s*$/, ''));
    if (DSTAT.test(row)) {
      let before = '';
      groups = words.map((word) => (before = word === '' ? before : word));
      names = null;
      continue;
    }
    if (groups.length === 0) continue;
    if (names === null) {
      names = words;
      continue;
    }
    const time = words[names.findIndex((name) => /^(?:time|epoch)$/.test(name))];
    const clockTime = time === undefined ? null : stampOf(time.replace(/^\d\d-\d\d /, ''));
    const time_s = clock.next(clockTime, line, row);
    refuseRecords(samples.length, 'lines');
    names.forEach((name, at) => {
      const net = /^net\/(.*)$/.exec(groups[Math.min(at, groups.length - 1)] ?? '')?.[1];
      if (net === undefined || (name !== 'recv' && name !== 'send')) return;
      const flow = `${net} ${name === 'recv' ? 'received' : 'sent'}`;
      samples.push({ time_s, flow, value: number(words[at]) });
    });
  }
  return ratesOf('table of dstat', samples, notes);
}

const PROC_HEAD = /^\s*face\s+\|bytes\s+packets/;
const PROC = /^\s*([^\s:]+):\s*(\d+)(?:\s+\d+){7}\s+(\d+)(?:\s+\d+){7}\s*$/;

function procNetDev(text: string): Layout {
  const notes = new Notes();
  const clock = new StampClock();
  const samples: Sample[] = [];
  let time_s: number | null = null;
  let line = 0;
  for (const row of linesOf(text)) {
    line += 1;
    const found = PROC.exec(row);
    if (found === null) {
      const stamp = PROC_HEAD.test(row) || row.startsWith('Inter-') ? null : stampOf(row);
      if (stamp !== null) time_s = clock.next(stamp) ?? time_s;
      continue;
    }
    if (time_s === null)
      throw errorAtLine(
        line,
        `${quoted(row)}: there is no time before it. Write one before each copy of /proc/net/dev, for example date +%s.%N.`,
      );
    refuseRecords(samples.length, 'lines');
    const [, name = '', received, sent] = found;
    samples.push({ time_s, flow: `${name} received`, value: Number(received) });
    samples.push({ time_s, flow: `${name} sent`, value: Number(sent) });
  }
  return ratesOf('copies of /proc/net/dev', samples, notes, 'bytes=3:bytes');
}

const VECTOR = /^vector (\d+)\s+(\S+|"[^"]*")\s+("[^"]*"|\S+)(?:\s+([ETV]+))?\s*$/;
const OF_OMNET: readonly Role[] = ['rate', 'rtt', 'cwnd', 'inflight'];
const OMNET_UNITS: Readonly<Record<string, string>> = {
  rate: 'bit/s',
  rtt: 's',
  cwnd: 'bytes',
  inflight: 'bytes',
};

/** OMNeT++'s vectors (.vec): the values of each module over simulated time. */
function omnet(text: string): Layout {
  const notes = new Notes();
  const vectors = new Map<string, { module: string; role: Role; format: string }>();
  const rows = new Map<string, Map<number, Partial<Record<Role, number>>>>();
  const others = new Set<string>();
  let count = 0;
  for (const row of linesOf(text)) {
    const head = VECTOR.exec(row);
    if (head !== null) {
      const [, id = '', module = '', name = '', format = 'TV'] = head;
      const plain = name.replaceAll('"', '').replace(/:vector.*$/, '');
      const role = rolesOfNames([plain])[0]?.role;
      if (role === undefined || !OF_OMNET.includes(role)) others.add(plain);
      else vectors.set(id, { module, role, format });
      continue;
    }
    const words = row.trim().split(/\s+/);
    const vector = vectors.get(words[0] ?? '');
    if (vector === undefined || words.length !== vector.format.length + 1) continue;
    const at = (letter: string) => Number(words[1 + vector.format.indexOf(letter)]);
    count += 1;
    refuseRecords(count, 'values of vectors');
    const own = rows.get(vector.module) ?? new Map<number, Partial<Record<Role, number>>>();
    rows.set(vector.module, own);
    const values = own.get(at('T')) ?? {};
    own.set(at('T'), values);
    values[vector.role] = at('V');
  }
  if (others.size > 0) notes.leftOut(`Vectors: ${[...others].slice(0, 12).join(', ')}.`);
  if (count === 0)
    throw new ImportError(
      'None of its vectors is a throughput, an RTT, a congestion window or bytes in flight.',
    );
  const lines = [...rows].flatMap(([module, own]) =>
    [...own]
      .sort(([one], [other]) => one - other)
      .map(([time, values]) =>
        [time, `"${module}"`, ...OF_OMNET.map((role) => values[role] ?? '')].join(';'),
      ),
  );
  const used = OF_OMNET.flatMap((role, at) =>
    [...vectors.values()].some((each) => each.role === role)
      ? [`${role}=${at + 3}:${OMNET_UNITS[role] ?? ''}`]
      : [],
  );
  notes.uncertain('Units are those that INET has: bit/s, seconds and bytes.');
  return {
    what: 'vectors of OMNeT++',
    rows: `time;module;rate;rtt;cwnd;inflight\n${lines.join('\n')}\n`,
    columns: ['time=1:s', 'flow=2', ...used].join(','),
    notes,
    hasHeaders: false,
  };
}

/** Kinds of text that hold no values over time, each with what to do. */
const WITHOUT_VALUES: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:!DOCTYPE html|html)/i, 'a page of the web (HTML), not the file that it leads to'],
  [
    /^version https:\/\/git-lfs/,
    'a pointer of Git LFS in place of the file: fetch it with "git lfs pull"',
  ],
  [/^HOST: .*Loss%\s+Snt/m, 'a report of mtr, which has means only: ping -D has each round trip'],
  [/"mtr"\s*:\s*\{/, 'a report of mtr, which has means only: ping -D has each round trip'],
  [/^traceroute to /m, 'a traceroute, which has no values over time: ping -D has each round trip'],
  [
    /"logEventTypes"\s*:/,
    "a log of Chrome (net-export), whose events are not read: Chrome's QUIC has no qlog; capture its packets",
  ],
  [
    /^--- owping statistics|^--- twping statistics/m,
    'a summary of owping: its values over time are not in it',
  ],
  [
    /% Total\s+% Received % Xferd/,
    "curl's progress, whose rates are means since the start: capture the packets, or log ss -ti beside it",
  ],
  [/^Running \d+\w+ test @/m, 'a report of wrk, which has means only'],
  [/Ostermann's tcptrace/, 'a summary of tcptrace: open the capture itself'],
  [
    /^Iperf: testing|\*\*\* Results: \['/m,
    "Mininet's own summary of iperf: run iperf with -i for values over time",
  ],
  [/^Traceback \(most recent call last\)/, 'an error of Python, not what the program measured'],
];

/** What a text is that holds nothing to read; null: it is none of those known. */
export function nothingToRead(text: string): string | null {
  const head = text.slice(0, 4096);
  const [, what] = WITHOUT_VALUES.find(([pattern]) => pattern.test(head)) ?? [];
  return what === undefined ? null : `It is ${what}.`;
}
