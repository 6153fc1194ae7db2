/**
 * What the columns of a table are: by their names and units, or as a person says
 * (`time=1:ms,rate=3:Mbit/s`). Pure.
 */
import { ImportError, quoted } from '@/analysis/imports/types';

export const ROLES = [
  'time',
  'rate',
  'bytes',
  'rtt',
  'cwnd',
  'inflight',
  'retransmitted',
  'lost',
  'jitter',
  'flow',
] as const;
export type Role = (typeof ROLES)[number];

export interface Column {
  readonly role: Role;
  readonly at: number;
  /** What its values are multiplied by: to s, bit/s or bytes. */
  readonly factor: number;
  readonly unit: string;
  /** The file does not say the unit. */
  readonly isGuess: boolean;
}

type Units = Readonly<Record<string, number>>;
const TIMES: Units = {
  ...unitsOf(['s', 'sec', 'secs', 'second', 'seconds'], 1),
  ...unitsOf(['ms', 'msec', 'millisecond', 'milliseconds'], 1e-3),
  ...unitsOf(['us', 'µs', 'usec', 'microsecond', 'microseconds'], 1e-6),
  ...unitsOf(['ns', 'nsec', 'nanosecond', 'nanoseconds'], 1e-9),
  ...unitsOf(['min', 'minutes'], 60),
};
/** Capital B is a byte and small b a bit; of other units the case does not matter. */
const RATES: Units = {
  ...ratesOf('', 1),
  ...ratesOf('k', 1e3),
  ...ratesOf('m', 1e6),
  ...ratesOf('g', 1e9),
  ...ratesOf('ki', 1024),
  ...ratesOf('mi', 1024 ** 2),
  ...ratesOf('gi', 1024 ** 3),
};

function unitsOf(names: readonly string[], factor: number): Units {
  return Object.fromEntries(names.map((name) => [name, factor]));
}

function ratesOf(prefix: string, factor: number): Units {
  const of = (ends: readonly string[]) => ends.map((end) => `${prefix}${end}`);
  const bits = ['bit/s', 'bits/s', 'bit/sec', 'bits/sec', 'bps', 'bits', 'b/s'];
  const bytes = ['byte/s', 'bytes/s', 'bytes/sec', 'bytesps', 'B/s', 'Bps', 'B/sec'];
  return { ...unitsOf(of(bits), factor), ...unitsOf(of(bytes), 8 * factor) };
}
/** Of a packet of 1,500 bytes, what ss counts a window in. */
const PAYLOAD_BYTES = 1448;
const BYTES: Units = {
  ...unitsOf(['bytes', 'byte', 'b'], 1),
  ...unitsOf(['kb', 'kbytes'], 1e3),
  ...unitsOf(['mb', 'mbytes'], 1e6),
  ...unitsOf(['gb', 'gbytes'], 1e9),
  ...unitsOf(['kib', 'kibytes'], 1024),
  ...unitsOf(['mib', 'mibytes'], 1024 ** 2),
  ...unitsOf(['gib', 'gibytes'], 1024 ** 3),
  ...unitsOf(['bits', 'bit'], 1 / 8),
  ...unitsOf(['packets', 'pkts', 'segments', 'mss'], PAYLOAD_BYTES),
};
const COUNTS: Units = unitsOf(['packets', 'pkts', 'segments', 'datagrams'], 1);

interface Kind {
  readonly units: Units;
  /** Taken where the file has no unit. */
  readonly usual: string;
  readonly name: RegExp;
  /** Names that only look alike. */
  readonly not?: RegExp;
}

const TIME_NAME = anyOf([
  '^(?:t|time|zeit|temps|tiempo|tempo|tijd|d?timestamp|ts|date.?time|dtime)(?![a-z])',
  '^(?:secs?|seconds|elapsed|uptime|clock)(?![a-z])|^时间|\\.uptime(?![a-z])',
]);
const RATE_NAME = anyOf([
  ...['throughput', 'goodput', 'tput', 'durchsatz', 'bandbreite', 'd[ée]bit', 'rate', 'bandwidth'],
  ...['caudal', 'velocidad', 'velocit[àa]', 'portata', '吞吐量', '带宽', '速率'],
  ...[
    '\\bbw',
    'bps',
    '\\b[kmg]i?b(?:yte|it)?s?\\/s',
    'bits?\\/s',
    'bits?[/_ ](?:per[_ ])?s(?:ec)?\\b',
    'bytes?[/_ ](?:per[_ ])?s(?:ec)?\\b',
  ],
]);

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'), 'i');
}

const KINDS: Readonly<Record<Role, Kind>> = {
  time: {
    units: TIMES,
    usual: 's',
    name: TIME_NAME,
  },
  rtt: {
    units: TIMES,
    usual: 'ms',
    name: /rtt|latency|\blat\b|ping|latenz|umlaufzeit|latence|latencia|latenza|时延|延迟/i,
    not: /var|dev|min|max|jitter|std/i,
  },
  cwnd: { units: BYTES, usual: 'bytes', name: /cwnd|congestion.?window|congwin/i, not: /rwnd/i },
  inflight: { units: BYTES, usual: 'bytes', name: /in.?flight/i },
  retransmitted: {
    units: COUNTS,
    usual: 'packets',
    name: /retrans|retx|retr\b/i,
    not: /bytes|rate|ratio|%|share/i,
  },
  rate: {
    units: RATES,
    usual: 'Mbit/s',
    name: RATE_NAME,
    // A rate at which it may send, or of something else, is not what went through.
    not: /pacing|target|loss|drop|error|retrans|sample/i,
  },
  bytes: {
    units: BYTES,
    usual: 'bytes',
    name: /bytes|octets|\bbits\b/i,
    not: /retrans|lost|drop|queue|wnd/i,
  },
  lost: {
    units: COUNTS,
    usual: 'packets',
    name: /\blost|lost[_ ]?(?:packets|datagrams)|packets?[_ ]lost/i,
    not: /bytes|rate|ratio|%|percent|share/i,
  },
  jitter: { units: TIMES, usual: 'ms', name: /jitter/i, not: /min|max|dev|std/i },
  flow: {
    units: {},
    usual: '',
    name: /^(?:flow|stream|connection|socket|id|flow.?id|run(?:_?(?:num|id))?)$/i,
  },
};

/** What is named most closely first: "bytes in flight" are no bytes that went through. */
const BY_NAME: readonly Role[] = [
  'time',
  'flow',
  'inflight',
  'cwnd',
  'retransmitted',
  'lost',
  'jitter',
  'rtt',
  'rate',
  'bytes',
];

/** Not the length of a mean, as in `rate_10s`. */
const FLOW_NUMBER = /\d+(?!\d|m?s(?:ec)?(?![a-z]))/i;

/**
 * Columns of several flows side by side, distinguished by a number in their names (`flow1_mbps`,
 * `flow2_mbps`), each with the columns that all share; empty: there are none such.
 */
export function numberedFlows(names: readonly string[]): ReadonlyMap<string, Column[]> {
  const byNumber = new Map<string, Column[]>();
  const shared: Column[] = [];
  const shapes = new Set<string>();
  names.forEach((name, at) => {
    const role = BY_NAME.find((each) => isNamed(name, each));
    if (role === undefined) return;
    const column = columnOf(role, at, unitIn(name, role));
    const number = role === 'time' || role === 'flow' ? undefined : FLOW_NUMBER.exec(name)?.[0];
    if (number === undefined) {
      if (role === 'time' && shared.length === 0) shared.push(column);
      return;
    }
    const own = byNumber.get(number) ?? [];
    byNumber.set(number, own);
    if (own.every((each) => each.role !== role)) own.push(column);
    if (role === 'rate' || role === 'bytes') shapes.add(name.replace(number, '#'));
  });
  const isSame = shapes.size === 1 && byNumber.size > 1;
  if (!isSame) return namedFlows(names, shared);
  return new Map([...byNumber].map(([number, own]) => [number, [...shared, ...own]]));
}

/** Endings that distinguish rates of one flow, rather than flows. */
const NO_FLOW = new RegExp(
  `^(?:${[
    String.raw`|\d*|\d+m?s(?:ec)?|p\d+|avg|average|mean|max|min|med(?:ian)?|std(?:dev)?|total|sum|all`,
    'peak|offered|link|capacity|send(?:ing)?|delivery|instant.*|smoothed|raw|cum.*|ewma|app',
    'actual|expected|theoretical|real|measured|good|through',
  ].join('|')})$`,
  'i',
);
const RATE_WORDS = new RegExp(
  [
    String.raw`throughput|goodput|bandwidth|rate|bps|\bin\b|[^\p{L}\d.]+`,
    String.raw`[kmgt]?i?b(?:it|yte)?s?(?:\/s|ps|[_ ]per[_ ]s)(?:ec)?`,
  ].join('|'),
  'giu',
);

/** `cubic Mbit/s, bbr Mbit/s`: rates in one unit and of different names, and nothing besides. */
function namedFlows(
  names: readonly string[],
  shared: readonly Column[],
): ReadonlyMap<string, Column[]> {
  const found = new Map<string, Column>();
  for (const [at, name] of names.entries()) {
    const role = BY_NAME.find((each) => isNamed(name, each));
    if (role === undefined || role === 'time') continue;
    const tag = name.replace(RATE_WORDS, ' ').trim();
    if (role !== 'rate' || NO_FLOW.test(tag) || found.has(tag)) return new Map();
    found.set(tag, columnOf('rate', at, unitIn(name, 'rate')));
  }
  const units = new Set([...found.values()].map(({ unit, isGuess }) => (isGuess ? '' : unit)));
  if (found.size < 2 || units.size > 1 || shared.length === 0) return new Map();
  return new Map([...found].map(([tag, column]) => [tag, [...shared, column]]));
}

/** The units of a role to choose from, the usual one first; other spellings are read, too. */
export const UNITS: Readonly<Record<Role, readonly string[]>> = {
  time: ['s', 'ms', 'us', 'ns', 'min'],
  rate: ['Mbit/s', 'bit/s', 'kbit/s', 'Gbit/s', 'B/s', 'kB/s', 'MB/s', 'KiB/s', 'MiB/s'],
  bytes: ['bytes', 'kB', 'MB', 'KiB', 'MiB', 'packets'],
  rtt: ['ms', 's', 'us', 'ns'],
  cwnd: ['bytes', 'kB', 'KiB', 'packets'],
  inflight: ['bytes', 'kB', 'KiB', 'packets'],
  retransmitted: ['packets'],
  lost: ['packets'],
  jitter: ['ms', 's', 'us', 'ns'],
  flow: [],
};

/** `throughputMbps` and `tput_mbps` are two words each, as people read them. */
const apart = (name: string) => name.replace(/([a-z]{2})(?=[A-Z])/g, '$1 ');

function isNamed(name: string, role: Role): boolean {
  const { name: is, not } = KINDS[role];
  const words = apart(name);
  return [words, words.replaceAll('_', ' ')].some(
    (each) => is.test(each) && not?.test(each) !== true,
  );
}

/** By the names of the columns; of two for one role the first is taken. */
export function rolesOfNames(names: readonly string[]): Column[] {
  const found = new Map<Role, Column>();
  names.forEach((name, at) => {
    const role = BY_NAME.find((each) => isNamed(name, each) && !found.has(each));
    if (role !== undefined) found.set(role, columnOf(role, at, unitIn(name, role)));
  });
  const at = found.has('time') ? -1 : names.findIndex((name) => OTHER_TIMES.test(name.trim()));
  const name = names[at];
  if (name !== undefined) {
    // Such a name may have been taken for something else, as "frame.time" has none.
    for (const [role, column] of found) if (column.at === at) found.delete(role);
    found.set('time', columnOf('time', at, unitIn(name, 'time')));
  }
  return [...found.values()];
}

/** The unit of a rate behind each value says what a column is that no name does. */
export function isRateUnit(unit: string): boolean {
  return factorOf(unit, 'rate') !== null && factorOf(unit, 'bytes') === null;
}

/** Names of times where no column is called one. */
const OTHER_TIMES =
  /^(?:"?datum|date|interval(?:.?start)?|frame[._]time(?:[._](?:relative|epoch))?|seq(?:_?num)?|icmp_seq)"?(?![a-z])/i;

const PER_SECOND = /[\s_]?per[\s_]?(?:s|sec|second)\b/i;

/** The unit that stands in a name: `rtt_ms`, `MB_per_s`, `Throughput (Mbit/s)`, `cwnd [packets]`. */
export function unitIn(name: string, role: Role): string | null {
  if (role === 'rate' && /bytes?[_ ](?:per[_ ])?s(?:ec)?\b/i.test(name)) return 'bytes/s';
  // Wireshark's own fields are in seconds.
  if (/^tcp\.analysis\./.test(name) && KINDS[role].units === TIMES) return 's';
  const words = apart(name)
    .replace(PER_SECOND, '/s')
    .split(/[\s_([\]),"]+/);
  return words.findLast((word) => factorOf(word, role) !== null) ?? null;
}

/** By its case where that distinguishes bits from bytes; null: it is no unit of this role. */
export function factorOf(unit: string, role: Role): number | null {
  const { units: known } = KINDS[role];
  const small = unit.toLowerCase();
  // Mb/s, MB/s and MBps: the B keeps its case, the prefix does not matter.
  const cased = /B(?:ps|\/s(?:ec)?)$/.test(unit) ? small.replace(/b(?=ps$|\/s)/, 'B') : small;
  return Object.hasOwn(known, cased) ? (known[cased] ?? null) : null;
}

export function columnOf(role: Role, at: number, unit: string | null): Column {
  const taken = unit ?? KINDS[role].usual;
  return {
    role,
    at,
    factor: factorOf(taken, role) ?? 1,
    unit: taken,
    isGuess: unit === null && role !== 'flow',
  };
}

/** `time=1:ms,rate=3:Mbit/s`: roles, columns from 1 on, units. Throws `ImportError`. */
export function rolesOfWords(words: string, columnCount: number): Column[] {
  return words.split(',').map((word) => {
    const found = /^\s*([a-z]+)\s*=\s*(\d+)\s*(?::\s*(\S+))?\s*$/.exec(word);
    const role = ROLES.find((each) => each === found?.[1]);
    if (found === null || role === undefined) {
      throw new ImportError(
        `columns: ${quoted(word)} is not ROLE=NUMBER:UNIT with one of the roles ${ROLES.join(', ')}.`,
      );
    }
    const at = Number(found[2]);
    if (at < 1 || at > columnCount) {
      throw new ImportError(
        `columns: ${quoted(word)}: the file has the columns 1 to ${columnCount}.`,
      );
    }
    const unit = found[3] ?? null;
    if (unit !== null && factorOf(unit, role) === null) {
      throw new ImportError(
        `columns: ${quoted(word)}: the unit is one of ${Object.keys(KINDS[role].units).join(', ')}.`,
      );
    }
    return columnOf(role, at - 1, unit);
  });
}
