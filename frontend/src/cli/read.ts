/**
 * `./lab read FILE [--json OUT] [--columns ROLES] [--refine]`: the readers of the page, run by Node.
 * Exit code 2 and one sentence on stderr for what cannot be read.
 */
import { open, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { readSource } from '@/analysis/imports/read';
import { jsonOf, textOf } from '@/analysis/imports/report';
import { type ByteSource, ofBytes } from '@/analysis/imports/source';
import type { ReadFile } from '@/analysis/imports/trace';
import { ImportError, type MeasuredTrace } from '@/analysis/imports/types';
import { refine, type Refined } from '@/analysis/refine/refine';
import { refinedJson, refinedText } from '@/analysis/refine/text';
import type { ScenarioRules } from '@/core/complete';
import { flowSeries } from '@/core/flowSeries';
import { CoreInstance } from '@/core/module';

// The search of "Refined by simulation" with the page's core, in Node.

/** Paths of the stored module, of the API's description and of the list of algorithms. */
interface CoreFiles {
  readonly module: string;
  readonly api: string;
  readonly algorithms: string;
  /** Empty: as the file says. */
  readonly algorithm: string;
}

const SEED = 1;

async function refinedBy(trace: MeasuredTrace, files: CoreFiles): Promise<Refined | string> {
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
  const { components } = (await read(files.api)) as {
    components: { schemas: { Scenario: ScenarioRules['schema'] } };
  };
  const { algorithms } = (await read(files.algorithms)) as Pick<ScenarioRules, 'algorithms'>;
  const rules = { schema: { ...components.schemas.Scenario, components }, algorithms };
  const isKnown = rules.algorithms.some(({ name }) => name === files.algorithm);
  if (files.algorithm !== '' && !isKnown)
    return `there is no algorithm ${files.algorithm}; known are ${rules.algorithms.map(({ name }) => name).join(', ')}.`;
  const stored = await readFile(files.module);
  const core = new CoreInstance(await WebAssembly.compile(brotliDecompressSync(stored)));
  return refine(trace, {
    rules,
    algorithm: files.algorithm === '' ? null : files.algorithm,
    run: (scenario, isSmoothed) => flowSeries(core, rules, scenario, { seed: SEED, isSmoothed }),
    now_s: () => performance.now() / 1e3,
  });
}

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
