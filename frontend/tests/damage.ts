/** Files with wrong bytes, to see that readers neither hang nor fill memory. */

/** The same numbers from the same seed (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** What readers stumble over: other numbers, marks of other formats, ends of lines. */
const TOKENS = [
  ...[
    '1e308',
    '-1',
    '0',
    'NaN',
    '99999999999999999999',
    '1970-01-01T00:00:00Z',
    '\u001e',
    '{',
    '}',
  ],
  ...['[', ']', '"', ',', '\n', '\r', ' rtt:', '\u0000', ' sec ', '\u00ff', '{"event":"interval"}'],
].map((token) => new TextEncoder().encode(token));

const NUMBERS = ['1e308', '-1', '0', '4294967295', '1795305422000', '99999999999999999999'].map(
  (token) => new TextEncoder().encode(token),
);
const isDigit = (byte = 0) => byte >= 0x30 && byte <= 0x39;

export type Damage = (bytes: Uint8Array, random: (below: number) => number) => Uint8Array;

const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
export const DAMAGES: readonly Damage[] = [
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => bytes.subarray(random(bytes.length)),
  (bytes, random) => bytes.map((byte) => (random(50) === 0 ? random(256) : byte)),
  (bytes, random) => {
    const [from, at] = [random(bytes.length), random(bytes.length)];
    const part = bytes.subarray(from, from + random(500));
    return joined(bytes.subarray(0, at), part, bytes.subarray(at));
  },
  (bytes, random) => {
    const at = random(bytes.length);
    const token = TOKENS[random(TOKENS.length)] ?? new Uint8Array();
    return joined(bytes.subarray(0, at), token, bytes.subarray(at + random(20)));
  },
  // A number of a text becomes another; of a capture, four bytes do.
  (bytes, random) => {
    let at = random(bytes.length);
    while (at < bytes.length && !isDigit(bytes[at])) at += 1;
    if (at >= bytes.length) at = random(bytes.length);
    let end = at;
    while (isDigit(bytes[end])) end += 1;
    const number = NUMBERS[random(NUMBERS.length)] ?? new Uint8Array();
    return joined(bytes.subarray(0, at), number, bytes.subarray(end === at ? at + 4 : end));
  },
];
