/** The units that people type after a number, and their sizes as exact decimals. Pure. */

/** What a unit measures. `plain` is a number of its own: a factor, a count, a guess. */
export type Kind = 'rate' | 'time' | 'data' | 'ratio' | 'packets' | 'bdp' | 'plain';

export interface Unit {
  /** As the lab writes it: `Mbit/s`. */
  readonly name: string;
  readonly kind: Kind;
  /**
   * One unit is `times` times ten to the power of `places` base units, exactly: bits per second,
   * seconds, bytes, one, packets, bandwidth-delay products.
   */
  readonly times: number;
  readonly places: number;
  /** All ways to write it; a capital may matter (Mb and MB). */
  readonly forms: readonly string[];
}

const PREFIXES: readonly (readonly [string, number])[] = [
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
];

const BINARY_PREFIXES: readonly (readonly [string, number])[] = [
  ['Ki', 2 ** 10],
  ['Mi', 2 ** 20],
  ['Gi', 2 ** 30],
];

const BIT_RATES = ['bit/s', 'bits/s', 'bit/sec', 'bits/sec', 'bps', 'b/s', 'bit', 'bits', 'b'];
const BYTE_RATES = ['B/s', 'Bps', 'B/sec', 'byte/s', 'bytes/s', 'Byte/s', 'Bytes/s', 'Bytes/sec'];
const BYTES = ['B', 'byte', 'bytes', 'Byte', 'Bytes'];

const withPrefix = (prefix: string, forms: readonly string[]) =>
  forms.map((form) => `${prefix}${form}`);

const bothCases = (letter: string) => [letter.toLowerCase(), letter.toUpperCase()];

/** `10G` and `500k` are rates, as they are for tc and iperf3. */
const ratesOf = ([prefix, places]: readonly [string, number]): Unit[] => [
  {
    name: `${prefix}bit/s`,
    kind: 'rate',
    times: 1,
    places,
    forms: [...withPrefix(prefix, BIT_RATES), ...(prefix === '' ? [] : bothCases(prefix))],
  },
  {
    name: `${prefix}B/s`,
    kind: 'rate',
    times: 8,
    places,
    forms: withPrefix(prefix, BYTE_RATES),
  },
];

const binaryRatesOf = ([prefix, times]: readonly [string, number]): Unit[] => [
  {
    name: `${prefix}bit/s`,
    kind: 'rate',
    times,
    places: 0,
    forms: withPrefix(prefix, ['bit/s', 'bps', 'bit']),
  },
  {
    name: `${prefix}B/s`,
    kind: 'rate',
    times: times * 8,
    places: 0,
    forms: withPrefix(prefix, ['B/s', 'Bps']),
  },
];

/** Of `k` both cases, of the others the capital: an `m` is none of them. */
const barePrefix = (letter: string) => (/^k$/i.test(letter) ? ['k', 'K'] : [letter]);

/** A bare `64k` of data may be 64,000 bytes or 65,536: it is a form of both. */
const dataOf = ([prefix, places]: readonly [string, number]): Unit => ({
  name: prefix === '' ? 'bytes' : `${prefix}B`,
  kind: 'data',
  times: 1,
  places,
  forms: [...withPrefix(prefix, BYTES), ...(prefix === '' ? [] : barePrefix(prefix))],
});

const binaryDataOf = ([prefix, times]: readonly [string, number]): Unit => ({
  name: `${prefix}B`,
  kind: 'data',
  times,
  places: 0,
  forms: [...withPrefix(prefix, BYTES), prefix, ...barePrefix(prefix.charAt(0))],
});

const TIMES: readonly Unit[] = [
  {
    name: 'ns',
    kind: 'time',
    times: 1,
    places: -9,
    forms: ['ns', 'nsec', 'nanosecond', 'nanoseconds'],
  },
  {
    name: 'µs',
    kind: 'time',
    times: 1,
    places: -6,
    // The micro sign and the Greek letter look the same.
    forms: ['µs', 'μs', 'us', 'usec', 'microsecond', 'microseconds'],
  },
  {
    name: 'ms',
    kind: 'time',
    times: 1,
    places: -3,
    forms: ['ms', 'msec', 'msecs', 'millisecond', 'milliseconds', 'm'],
  },
  {
    name: 's',
    kind: 'time',
    times: 1,
    places: 0,
    forms: ['s', 'sec', 'secs', 'second', 'seconds'],
  },
  {
    name: 'min',
    kind: 'time',
    times: 60,
    places: 0,
    forms: ['min', 'mins', 'minute', 'minutes', 'm'],
  },
  {
    name: 'h',
    kind: 'time',
    times: 3600,
    places: 0,
    forms: ['h', 'hr', 'hrs', 'hour', 'hours'],
  },
];

const RATIOS: readonly Unit[] = [
  {
    name: '%',
    kind: 'ratio',
    times: 1,
    places: -2,
    forms: ['%', 'percent', 'per cent', 'pct'],
  },
  { name: '‰', kind: 'ratio', times: 1, places: -3, forms: ['‰', 'permille', 'per mille'] },
  { name: 'ppm', kind: 'ratio', times: 1, places: -6, forms: ['ppm'] },
];

const COUNTS = PREFIXES.flatMap(([prefix, places]): Unit[] => [
  {
    name: prefix === '' ? 'packets' : `${prefix} packets`,
    kind: 'packets',
    times: 1,
    places,
    forms: [
      ...['packets', 'packet', 'pkts', 'pkt'].map((form) => `${prefix}${form}`),
      ...(prefix === '' ? ['p'] : [...barePrefix(prefix), `${prefix} packets`]),
    ],
  },
  {
    name: prefix,
    kind: 'plain',
    times: 1,
    places,
    forms: prefix === '' ? ['x', '×', 'times'] : barePrefix(prefix),
  },
]);

export const UNITS: readonly Unit[] = [
  ...PREFIXES.flatMap(ratesOf),
  ...BINARY_PREFIXES.flatMap(binaryRatesOf),
  ...PREFIXES.map(dataOf),
  ...BINARY_PREFIXES.map(binaryDataOf),
  ...TIMES,
  ...RATIOS,
  ...COUNTS,
  { name: 'BDP', kind: 'bdp', times: 1, places: 0, forms: ['BDP', 'BDPs', 'bdp', 'bdps'] },
];

/** The unit that the lab itself writes so; null for none and for one that it does not know. */
export function unitNamed(name: string): Unit | null {
  return UNITS.find((unit) => unit.name === name && name !== '') ?? null;
}

type FoundUnit =
  /** More than one: the text may mean any of them. */
  | { readonly kind: 'known'; readonly units: readonly Unit[] }
  /** A unit of something that the field does not take. */
  | { readonly kind: 'other'; readonly unit: Unit }
  | { readonly kind: 'unknown' };

/** The unit that a text writes, among `kinds`. Capitals distinguish bits from bytes. */
export function findUnit(text: string, kinds: readonly Kind[]): FoundUnit {
  const word = plainWord(text);
  const isOwn = ({ kind }: Unit) => kinds.includes(kind);
  const exact = UNITS.filter(({ forms }) => forms.includes(word));
  const own = exact.filter(isOwn);
  if (own.length > 0) return { kind: 'known', units: own };
  const named = exact.filter(({ forms }) => word.length > 1 || forms[0] === word);
  if (named[0] !== undefined) return { kind: 'other', unit: named[0] };
  const loose = likeUnits(word);
  const looseOwn = loose.filter(isOwn);
  if (looseOwn.length > 0) return { kind: 'known', units: looseOwn };
  const [other] = loose;
  return other === undefined ? { kind: 'unknown' } : { kind: 'other', unit: other };
}

/** Whether a text is a beginning of a unit, so that more of it may still be typed. */
export function beginsUnit(text: string): boolean {
  const word = plainWord(text).toLowerCase();
  return UNITS.some(({ forms }) => forms.some((form) => form.toLowerCase().startsWith(word)));
}

function plainWord(text: string): string {
  return text
    .trim()
    .replace(/\s*\/\s*/g, '/')
    .replace(/\s+/g, ' ');
}

/** Units in letters of another case: by bits and bytes first (mbps), else any of like letters. */
function likeUnits(word: string): Unit[] {
  // For a single letter the case decides: m, M and k are their own.
  if (word.length < 2) return [];
  const isLike = (form: string) => form.toLowerCase() === word.toLowerCase();
  const like = UNITS.filter(({ forms }) => forms.some(isLike));
  // All in capitals, a B says nothing.
  if (word === word.toUpperCase()) return like;
  const isSameB = (form: string) => isLike(form) && bs(form) === bs(word);
  const same = like.filter(({ forms }) => forms.some(isSameB));
  return same.length > 0 || /B/.test(word) ? same : like;
}

const bs = (word: string) => word.replace(/[^bB]/g, '');
