import { Blob as NodeBlob } from 'node:buffer';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { readOpenedFile } from './openedFile';
import { MOST_UNPACKED_BYTES } from './scenarioLink';

interface Part {
  readonly name: string;
  readonly content: Buffer;
  /** What the directory says of its length; else the truth. */
  readonly claimedBytes?: number;
  readonly isStored?: boolean;
}

const SCENARIO: Part = { name: 'scenario.json', content: Buffer.from('{"duration_s": 3}') };
const RESULT: Part = { name: 'result.json', content: Buffer.from('{"seed": 11}') };
const MANY_ZEROS = Buffer.alloc(60_000_000);

/** A ZIP with these entries, each named so often in its directory; checksums are left out. */
function zip(parts: readonly Part[], { repeats = 1, comment = '' } = {}): Blob {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claimedBytes = content.length, isStored = false } of parts) {
    const packed = isStored ? content : deflateRawSync(content);
    const sizes = [isStored ? 0 : 8, packed.length, claimedBytes] as const;
    const local = Buffer.concat([header(0x04034b50, 30, 4, name, sizes), packed]);
    const entry = header(0x02014b50, 46, 6, name, sizes);
    entry.writeUInt32LE(at, 42);
    for (let time = 0; time < repeats; time += 1) directory.push(entry);
    locals.push(local);
    at += local.length;
  }
  const length = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return blob([...locals, ...directory, end, Buffer.from(comment)]);
}

/** Local headers and entries of the directory have the same fields from a place of their own on. */
function header(
  signature: number,
  length: number,
  fields: number,
  name: string,
  [method, packedBytes, bytes]: readonly [number, number, number],
): Buffer {
  const head = Buffer.alloc(length + name.length);
  head.writeUInt32LE(signature, 0);
  head.writeUInt16LE(method, fields + 4);
  head.writeUInt32LE(packedBytes, fields + 14);
  head.writeUInt32LE(bytes, fields + 18);
  head.writeUInt16LE(name.length, fields + 22);
  head.write(name, length, 'latin1');
  return head;
}

const blob = (parts: Buffer[]) => new NodeBlob(parts) as unknown as Blob;

describe('a ZIP that is opened', () => {
  it('gives its scenario and seed, packed or not, with a comment behind them', async () => {
    const opened = { text: '{"duration_s": 3}', seed: 11 };
    await expect(readOpenedFile(zip([SCENARIO, RESULT]))).resolves.toEqual(opened);
    const stored = [SCENARIO, RESULT].map((part) => ({ ...part, isStored: true }));
    const file = zip(stored, { comment: 'From a lab' });
    await expect(readOpenedFile(file)).resolves.toEqual(opened);
  });

  it.each([
    ['less', 5],
    ['more', 500],
  ])('is refused if it says that a file is %s than it is', async (_, claimedBytes) => {
    const deflated = { ...SCENARIO, claimedBytes };
    await expect(readOpenedFile(zip([deflated]))).rejects.toThrow(/cannot be read/);
    const stored = { ...deflated, isStored: true };
    await expect(readOpenedFile(zip([stored]))).rejects.toThrow(/cannot be read/);
  });

  it.each([
    ['scenario.json', MANY_ZEROS.length],
    ['scenario.json', 17],
    ['scenario.json', MOST_UNPACKED_BYTES],
    ['result.json', MANY_ZEROS.length],
    ['result.json', 12],
  ])(
    'is refused if %s expands beyond its bound, with any size in its header: %i',
    async (name, claimed) => {
      const bomb = { name, content: MANY_ZEROS, claimedBytes: claimed };
      const file = zip([bomb, SCENARIO]);
      await expect(readOpenedFile(file)).rejects.toThrow('unpacks to more than the lab exports');
    },
  );

  it('is refused if it names a file twice: one would be unpacked again and again', async () => {
    const file = zip([{ ...RESULT, content: MANY_ZEROS.subarray(0, 40_000_000) }, SCENARIO], {
      repeats: 2,
    });
    await expect(readOpenedFile(file)).rejects.toThrow(/cannot be read/);
    await expect(readOpenedFile(zip([SCENARIO], { repeats: 60_000 }))).rejects.toThrow(
      /cannot be read/,
    );
  });

  it('is not read where nothing is asked of it, however large that is', async () => {
    const series = { name: 'series.csv', content: MANY_ZEROS, isStored: true };
    const file = zip([SCENARIO, series, RESULT]);
    let readBytes = 0;
    const counted = {
      size: file.size,
      slice: (from: number, to: number) => {
        const part = file.slice(from, to);
        readBytes += part.size;
        return part;
      },
    } as Blob;
    await expect(readOpenedFile(counted)).resolves.toMatchObject({ seed: 11 });
    expect(readBytes).toBeLessThan(70_000);
  });

  it('is refused if a part of it is missing', async () => {
    const file = zip([SCENARIO, RESULT]);
    for (let length = 4; length < file.size; length += 1) {
      await expect(readOpenedFile(file.slice(0, length))).rejects.toThrow(/cannot be read/);
    }
  });
});
