// Every reader with damaged files: each is read or refused with a sentence, and none hangs. The
// rounds of the long form come from LAB_FUZZ_ROUNDS (docs/reading-files.md).
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { readSource } from './read';
import { jsonOf, textOf } from './report';
import { ofBytes } from './source';
import { ImportError } from './types';

const TRACES = fileURLToPath(new URL('../../../tests/traces/', import.meta.url));
const ROUNDS = Number(process.env.LAB_FUZZ_ROUNDS ?? 1);
/** A file has one kind of damage in the quick form, each in turn, and all of them in the long one. */
const IS_LONG = ROUNDS > 1;
/** Of a file: what is damaged is its head, and a quick round reads many files. */
const MOST_BYTES = 20_000;

/** The same numbers from the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
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

type Damage = (bytes: Uint8Array, random: (below: number) => number) => Uint8Array;

const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const DAMAGES: readonly Damage[] = [
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
];

async function outcome(name: string, bytes: Uint8Array): Promise<'read' | 'refused'> {
  try {
    const read = await readSource(ofBytes(name, bytes), { columns: null }, () => undefined);
    JSON.stringify(jsonOf(name, read));
    textOf(name, read);
    return 'read';
  } catch (error) {
    if (error instanceof ImportError && error.message.length > 0) return 'refused';
    throw error;
  }
}

const files = ['', 'cases/'].flatMap((folder) =>
  readdirSync(TRACES + folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:ts|md|py)$/.test(entry.name))
    .map((entry) => {
      const bytes = readFileSync(TRACES + folder + entry.name);
      const plain = entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      return [entry.name, new Uint8Array(plain).subarray(0, MOST_BYTES)] as const;
    }),
);

it('damaged files are read or refused with a sentence', async () => {
  const found = { read: 0, refused: 0 };
  for (const [index, [name, bytes]] of files.entries()) {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, damage] of DAMAGES.entries()) {
        if (!IS_LONG && kind !== index % DAMAGES.length) continue;
        const seed = (index * 1000 + round) * DAMAGES.length + kind;
        const damaged = damage(bytes, randomOf(seed));
        const result = await outcome(name, damaged).catch((error: unknown) => {
          throw new Error(`${name}, seed ${seed}: ${String(error)}`, { cause: error });
        });
        found[result] += 1;
      }
    }
  }
  expect(found.read).toBeGreaterThan(files.length / 4);
  expect(found.refused).toBeGreaterThan(files.length / 10);
  if (IS_LONG) process.stdout.write(`${JSON.stringify(found)}\n`);
}, 600_000);
