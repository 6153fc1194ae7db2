/** What a file that is opened holds: a scenario, an experiment, or a result with its scenario. */
import { isExperiment } from '@/analysis/experiment/definition';
import { isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { parseText } from '@/analysis/scenario/problems/problems';

import { TooLargeError } from './inflate';
import { MOST_UNPACKED_BYTES, UnreadableError } from './scenarioLink';
import { readZipEntries } from './zip';

const SCENARIO_ENTRY = 'scenario.json';
const RESULT_ENTRY = 'result.json';
/** A result of ten thousand flows, and room. */
const MOST_BYTES = 50_000_000;
const INDENT = 2;

export interface OpenedText {
  /** To edit, as it was written where it is a scenario or an experiment itself. */
  readonly text: string;
  /** null: the file says nothing of it. */
  readonly seed: number | null;
}

/** Throws `UnreadableError`. Text with a slip in it is opened: the editor says on which line. */
export async function readOpenedFile(file: Blob): Promise<OpenedText> {
  if (await isZip(file)) return readArchive(file);
  if (file.size > MOST_BYTES)
    throw new UnreadableError(
      'A scenario or an experiment is a JSON file. A result (.json) or ZIP exported by the lab opens, too.',
    );
  return readOpenedText(await file.text());
}

/** The same of a text. */
export function readOpenedText(text: string): OpenedText {
  const { value } = parseText(text);
  if (value === null) {
    if (text.trimStart().startsWith('{')) return { text, seed: null };
    throw new UnreadableError(
      'A scenario or an experiment is a JSON file. A result (.json) or ZIP exported by the lab opens, too.',
    );
  }
  if (isExperiment(value)) return { text, seed: null };
  // An experiment, a run or a result as the lab sends or exports it.
  if (isExperiment(value.experiment)) return ofContent(value.experiment, null);
  if (isObject(value.scenario)) return ofContent(value.scenario, value.seed);
  if (isResult(value))
    throw new UnreadableError(
      'scenario is missing: a result opens through the scenario that it was computed from.',
    );
  return { text, seed: null };
}

/** The start of every ZIP that has an entry. */
async function isZip(file: Blob): Promise<boolean> {
  return (await file.slice(0, 4).text()) === 'PK\u0003\u0004';
}

async function readArchive(file: Blob): Promise<OpenedText> {
  const entries = await entriesOf(file);
  const scenario = entries.get(SCENARIO_ENTRY);
  if (scenario === undefined)
    throw new UnreadableError(
      'Only a ZIP written by the lab opens: this one has no scenario.json.',
    );
  const result = entries.get(RESULT_ENTRY);
  const text = new TextDecoder();
  const seed = result === undefined ? null : parseText(text.decode(result)).value?.seed;
  return { text: text.decode(scenario), seed: seedOf(seed) };
}

/** Reads the parts that are used here only: the series may be large. */
async function entriesOf(file: Blob): Promise<ReadonlyMap<string, Uint8Array>> {
  try {
    return await readZipEntries(
      file,
      new Map([
        [SCENARIO_ENTRY, MOST_UNPACKED_BYTES],
        [RESULT_ENTRY, MOST_BYTES],
      ]),
    );
  } catch (error) {
    throw new UnreadableError(
      error instanceof TooLargeError
        ? 'This ZIP unpacks to more than the lab exports.'
        : 'This ZIP cannot be read. It may be incomplete.',
    );
  }
}

function ofContent(content: unknown, seed: unknown): OpenedText {
  return { text: JSON.stringify(content, null, INDENT), seed: seedOf(seed) };
}

function seedOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

function isResult(value: JsonObject): boolean {
  return 'summary_digest' in value || 'result' in value;
}
