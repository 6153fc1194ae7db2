/**
 * The owner key as people copy it: 32 bytes in 13 groups of five signs, the fifth of which checks
 * the four before it. A slip of the pen is found, and the group that it is in is named.
 *
 * Signs are Crockford's base 32 (https://www.crockford.com/base32.html): no I, L, O and U, and
 * what looks like them is read as what is meant. The check is c = sum of d_k * x^(5-k) over the
 * field of 32 elements, beginning with the number of the group: it finds every wrong sign, every
 * pair of neighbours that changed places, and groups in the wrong order.
 */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const KEY_BYTES = 32;
const DATA_SIGNS = 4;
const GROUP_COUNT = 13;
const GROUP_SIGNS = DATA_SIGNS + 1;
const SIGN_BITS = 5;

export type ReadKey =
  | { readonly key: string }
  /** What is wrong; groups are counted from 1. */
  | { readonly problem: 'empty' }
  | { readonly problem: 'length'; readonly found: number; readonly expected: number }
  | { readonly problem: 'sign'; readonly group: number; readonly sign: string }
  | { readonly problem: 'check'; readonly groups: readonly number[] };

/** `0A1B2-…`, 13 groups. The key is 64 hexadecimal digits; null if it is not. */
export function keyToText(key: string): string | null {
  if (!/^[0-9a-f]{64}$/.test(key)) return null;
  const bits = Array.from(key, (digit) => parseInt(digit, 16).toString(2).padStart(4, '0')).join(
    '',
  );
  const padded = bits.padEnd(GROUP_COUNT * DATA_SIGNS * SIGN_BITS, '0');
  const values = Array.from({ length: GROUP_COUNT * DATA_SIGNS }, (_, index) =>
    parseInt(padded.slice(index * SIGN_BITS, (index + 1) * SIGN_BITS), 2),
  );
  const groups = Array.from({ length: GROUP_COUNT }, (_, group) => {
    const data = values.slice(group * DATA_SIGNS, (group + 1) * DATA_SIGNS);
    return [...data, checkOf(group, data)].map((value) => SIGNS.charAt(value)).join('');
  });
  return groups.join('-');
}

/** Reads a typed, pasted or opened key; spaces, line ends and hyphens do not matter. */
export function textToKey(text: string): ReadKey {
  const signs = Array.from(inFile(text).toUpperCase().replace(/[\s-]/g, ''), meant);
  if (signs.length === 0) return { problem: 'empty' };
  const wrong = signs.findIndex((sign) => !SIGNS.includes(sign));
  if (wrong !== -1) {
    return { problem: 'sign', group: groupOf(wrong), sign: signs[wrong] ?? '' };
  }
  const expected = GROUP_COUNT * GROUP_SIGNS;
  if (signs.length !== expected) return { problem: 'length', found: signs.length, expected };
  const values = signs.map((sign) => SIGNS.indexOf(sign));
  const groups = Array.from({ length: GROUP_COUNT }, (_, group) =>
    values.slice(group * GROUP_SIGNS, (group + 1) * GROUP_SIGNS),
  );
  const bad = groups.flatMap((group, index) =>
    checkOf(index, group.slice(0, DATA_SIGNS)) === group[DATA_SIGNS] ? [] : [index + 1],
  );
  return bad.length > 0 ? { problem: 'check', groups: bad } : { key: hexOf(groups) };
}

/** The line of a saved file that is the key; anything else is taken as it is. */
function inFile(text: string): string {
  const [line] = /^\s*[0-9a-z]{5}(-[0-9a-z]{5}){12}\s*$/im.exec(text) ?? [];
  return line ?? text;
}

function meant(sign: string): string {
  if (sign === 'O') return '0';
  return sign === 'I' || sign === 'L' ? '1' : sign;
}

function groupOf(index: number): number {
  return Math.floor(index / GROUP_SIGNS) + 1;
}

function checkOf(group: number, data: readonly number[]): number {
  return data.reduce((check, value) => timesX(check ^ value), timesX(group + 1));
}

/** Multiplies by x in GF(32) with the modulus x^5 + x^2 + 1. */
function timesX(value: number): number {
  const shifted = value << 1;
  return shifted >= 32 ? shifted ^ 0b100101 : shifted;
}

function hexOf(groups: readonly (readonly number[])[]): string {
  const bits = groups
    .flatMap((group) => group.slice(0, DATA_SIGNS))
    .map((value) => value.toString(2).padStart(SIGN_BITS, '0'))
    .join('');
  return Array.from({ length: KEY_BYTES * 2 }, (_, index) =>
    parseInt(bits.slice(index * 4, index * 4 + 4), 2).toString(16),
  ).join('');
}
