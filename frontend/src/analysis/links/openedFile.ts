/** What a file that is opened holds: a scenario, an experiment, or a result with its scenario. */
import { isExperiment } from '@/analysis/experiment/definition';
import { isObject, type JsonObject } from '@/analysis/scenario/fieldPath';
import { parseText } from '@/analysis/scenario/problems';

import { MOST_UNPACKED_BYTES, UnreadableError } from './scenarioLink';
import { isZip, zipEntry } from './zipEntry';

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
  if (file.size > MOST_BYTES && !(await isZip(file)))
    throw new UnreadableError(
      'A scenario or an experiment is a JSON file. What the lab exports opens as well: a result (.json) or the ZIP.',
    );
  return (await isZip(file)) ? readArchive(file) : readOpenedText(await file.text());
}

/** The same of a text. */
export function readOpenedText(text: string): OpenedText {
  const { value } = parseText(text);
  if (value === null) {
    if (text.trimStart().startsWith('{')) return { text, seed: null };
    throw new UnreadableError(
      'A scenario or an experiment is a JSON file. What the lab exports opens as well: a result (.json) or the ZIP.',
    );
  }
  if (isExperiment(value)) return { text, seed: null };
  // An experiment, a run or a result as the lab tells or exports it.
  if (isExperiment(value.experiment)) return ofContent(value.experiment, null);
  if (isObject(value.scenario)) return ofContent(value.scenario, value.seed);
  if (isResult(value))
    throw new UnreadableError(
      'scenario is missing: a result opens by the scenario that it was computed from.',
    );
  return { text, seed: null };
}

async function readArchive(file: Blob): Promise<OpenedText> {
  const scenario = await entryOf(file, SCENARIO_ENTRY);
  if (scenario === null)
    throw new UnreadableError(
      'A ZIP opens if the lab has written it: scenario.json is not in this one.',
    );
  const result = await entryOf(file, RESULT_ENTRY);
  const seed = result === null ? null : parseText(result).value?.seed;
  return { text: scenario, seed: seedOf(seed) };
}

async function entryOf(file: Blob, name: string): Promise<string | null> {
  try {
    const most = name === SCENARIO_ENTRY ? MOST_UNPACKED_BYTES : MOST_BYTES;
    const bytes = await zipEntry(file, name, most);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  } catch {
    throw new UnreadableError('This ZIP cannot be read. It may not have arrived whole.');
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
