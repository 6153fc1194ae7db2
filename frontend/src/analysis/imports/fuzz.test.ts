// Every reader with damaged files: each is read or refused with a sentence, and none hangs. What
// they take, and more of them: `npm run fuzz` (docs/reading-files.md).
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { DAMAGES, randomOf } from '#tests/damage';
import { inputsIn } from '#tests/traces/inputs';
import { bytesOf, KINDS } from '#tests/traces/kinds';

import { readSource } from './read';
import { jsonOf, textOf } from './report';
import { ofBytes } from './source';
import { ImportError } from './types';

const TRACES = fileURLToPath(new URL('../../../tests/traces/', import.meta.url));
/** Of a file: what is damaged is its head, and a quick round reads many files. */
const MOST_BYTES = 20_000;

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

const fixtures = inputsIn(TRACES).map(
  ([name, bytes]) => [name, bytes.subarray(0, MOST_BYTES)] as const,
);

const made = KINDS.map((kind) => [kind.file, bytesOf(kind, MOST_BYTES)] as const);
const files = [...fixtures, ...made];

it('damaged files are read or refused with a sentence', async () => {
  const found = { read: 0, refused: 0 };
  for (const [index, [name, bytes]] of files.entries()) {
    // Each kind of damage in its turn: together they are many files.
    const damage = DAMAGES[index % DAMAGES.length] ?? ((same) => same);
    const damaged = damage(bytes, randomOf(index));
    const result = await outcome(name, damaged).catch((error: unknown) => {
      throw new Error(`${name}, seed ${index}: ${String(error)}`, { cause: error });
    });
    found[result] += 1;
  }
  expect(found.read).toBeGreaterThan(files.length / 4);
  expect(found.refused).toBeGreaterThan(files.length / 10);
}, 60_000);

it.each(KINDS)('$name is what it is made as', async (kind) => {
  const expected = kind.name.startsWith('a text of') ? 'refused' : 'read';
  expect(await outcome(kind.file, bytesOf(kind, MOST_BYTES))).toBe(expected);
});
