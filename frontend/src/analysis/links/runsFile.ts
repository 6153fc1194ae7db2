/**
 * Runs as a file: settings, seeds and the digests of results. Whoever reads it computes the runs
 * again and compares, so that a file cannot bring numbers that the core does not give.
 */
export const FORMAT = 'FaiRTT Lab runs';
const FORMAT_VERSION = 1;
export const MOST_RUNS = 500;
export const MOST_FILE_BYTES = 20_000_000;
const DIGEST = /^[0-9a-f]{64}$/;

export interface FiledRun {
  readonly name: string;
  readonly seed: number;
  readonly scenario: Readonly<Record<string, unknown>>;
  readonly series_digest: string;
  readonly summary_digest: string;
}

export interface RunsFile {
  readonly behaviour_version: number;
  readonly runs: readonly FiledRun[];
}

/** Names what is wrong with a file. */
export class WrongFileError extends Error {}

export function writeRunsFile(file: RunsFile): string {
  return `${JSON.stringify({ format: FORMAT, format_version: FORMAT_VERSION, ...file }, null, 1)}\n`;
}

export function readRunsFile(text: string): RunsFile {
  const file = parsed(text);
  if (!isRecord(file) || file.format !== FORMAT) {
    throw new WrongFileError(`This is no file of runs: its format is not "${FORMAT}".`);
  }
  check(file.format_version === FORMAT_VERSION, 'format_version', file.format_version, '1');
  const { behaviour_version, runs } = file;
  check(isWhole(behaviour_version), 'behaviour_version', behaviour_version, 'a whole number');
  if (!Array.isArray(runs)) throw new WrongFileError('runs is missing; it must be a list.');
  if (runs.length > MOST_RUNS) {
    throw new WrongFileError(`The file has ${runs.length} runs; at most ${MOST_RUNS} are read.`);
  }
  return {
    behaviour_version: behaviour_version as number,
    runs: runs.map((run: unknown, place) => readRun(run, `runs.${place}`)),
  };
}

function readRun(run: unknown, path: string): FiledRun {
  if (!isRecord(run)) throw new WrongFileError(`${path} must be a run.`);
  const { name, seed, scenario, series_digest, summary_digest } = run;
  check(typeof name === 'string' && name !== '', `${path}.name`, name, 'a name');
  check(isWhole(seed), `${path}.seed`, seed, 'a whole number');
  check(isRecord(scenario), `${path}.scenario`, scenario, 'a scenario');
  const digest = 'a SHA-256 in hexadecimal';
  check(isDigest(series_digest), `${path}.series_digest`, series_digest, digest);
  check(isDigest(summary_digest), `${path}.summary_digest`, summary_digest, digest);
  return { name, seed, scenario, series_digest, summary_digest } as FiledRun;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new WrongFileError('This is no file of runs: it is not JSON.');
  }
}

function check(isRight: boolean, path: string, value: unknown, wanted: string) {
  if (isRight) return;
  const shown = value === undefined ? 'missing' : JSON.stringify(value).slice(0, 60);
  throw new WrongFileError(`${path} is ${shown}; it must be ${wanted}.`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && DIGEST.test(value);
}
