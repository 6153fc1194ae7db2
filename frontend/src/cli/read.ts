/**
 * `./lab read FILE [--json OUT] [--columns ROLES] [--refine]`: the readers of the page, run by Node.
 * Exit code 2 and one sentence on stderr for what cannot be read.
 */
import { open, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { readSource } from '@/analysis/imports/read';
import { jsonOf, textOf } from '@/analysis/imports/report';
import { type ByteSource, ofBytes } from '@/analysis/imports/source';
import type { ReadFile } from '@/analysis/imports/trace';
import { ImportError } from '@/analysis/imports/types';
import type { Refined } from '@/analysis/refine/refine';
import { refinedJson, refinedText } from '@/analysis/refine/text';

import { type CoreFiles, refinedBy } from './refining';

const WRONG_INPUT = 2;

interface Arguments {
  readonly file: string;
  readonly json: string | null;
  readonly columns: string | null;
  /** null: nothing is simulated. */
  readonly core: CoreFiles | null;
}

async function main({ file, json, columns, core }: Arguments): Promise<number> {
  const { source, close } = await sourceOf(file);
  try {
    const read = await readSource(source, { columns }, () => undefined);
    const name = basename(file);
    const refined = core === null ? null : await refinedOf(read, core);
    const isToStdout = json === '-';
    if (json !== null) {
      const text = `${JSON.stringify({ ...jsonOf(name, read), ...(refined === null ? {} : { refined: refinedJson(refined) }) })}\n`;
      if (isToStdout) process.stdout.write(text);
      else await writeFile(json, text);
    }
    if (!isToStdout)
      process.stdout.write(textOf(name, read) + (refined === null ? '' : refinedText(refined)));
    return 0;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    process.stderr.write(`${file}: ${error.message}\n`);
    return WRONG_INPUT;
  } finally {
    await close();
  }
}

async function refinedOf(read: ReadFile, core: CoreFiles): Promise<Refined> {
  if (read.kind !== 'measurement')
    throw new ImportError('--refine takes a measurement; this is none.');
  const refined = await refinedBy(read.trace, core);
  if (typeof refined === 'string') throw new ImportError(`--refine: ${refined}`);
  return refined;
}

interface Opened {
  readonly source: ByteSource;
  readonly close: () => Promise<void>;
}

async function sourceOf(file: string): Promise<Opened> {
  if (file === '-') {
    const parts: Buffer[] = [];
    for await (const part of process.stdin) parts.push(part as Buffer);
    return { source: ofBytes('stdin', Buffer.concat(parts)), close: () => Promise.resolve() };
  }
  const handle = await open(file, 'r');
  const { size } = await handle.stat();
  const source: ByteSource = {
    name: basename(file),
    size,
    read: async (from, to) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      return bytes.subarray(0, bytesRead);
    },
  };
  return { source, close: () => handle.close() };
}

process.exitCode = await main(JSON.parse(process.argv[2] ?? '{}') as Arguments);
