/**
 * Runs as a file: settings, seeds and the digests of results. A reader computes the runs
 * again and compares, so that a file cannot bring numbers that the core does not give. Labs done
 * alone travel with their runs: what was answered and guessed; marks are made again. Experiments
 * travel as runs do.
 */
export const FORMAT = 'FaiRTT Lab runs';
const FORMAT_VERSION = 1;
export const MOST_RUNS = 500;
export const MOST_EXPERIMENTS = 100;
export const MOST_FILE_BYTES = 20_000_000;
const DIGEST = /^[0-9a-f]{64}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface FiledRun {
  readonly name: string;
  readonly seed: number;
  readonly scenario: Readonly<Record<string, unknown>>;
  readonly series_digest: string;
  readonly summary_digest: string;
}

/** A lab done alone, as backend/lab/site/attempts.py takes it but for its runs. */
export interface FiledAttempt {
  readonly id: string;
  readonly lab_id: string;
  readonly started_at: string;
  /** The lab's file as it was at the start. */
  readonly lab: { readonly title: string };
  /** Hexadecimal. */
  readonly secret: string;
  readonly answers: readonly FiledAnswer[];
  /** By step and round. */
  readonly guesses: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly runs: readonly FiledStepRun[];
}

interface FiledAnswer {
  readonly step_id: string;
  readonly answer: unknown;
  readonly answered_at: string;
}

interface FiledStepRun {
  readonly step_id: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Its place among the runs of the file. */
  readonly run: number;
}

export interface FiledExperiment {
  readonly name: string;
  readonly forked_from: string | null;
  /** As docs/experiments.md describes it. */
  readonly definition: Readonly<Record<string, unknown>>;
  /** Of the numbers of each cell's runs, by seed; null: that run failed. */
  readonly digests: readonly (readonly (string | null)[])[];
}

export interface RunsFile {
  readonly behaviour_version: number;
  readonly runs: readonly FiledRun[];
  /** Not in files of older sites. */
  readonly attempts: readonly FiledAttempt[];
  /** As those. */
  readonly experiments: readonly FiledExperiment[];
}

/** Names the problem of a file. */
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
  const { attempts = [], experiments = [] } = file;
  if (!Array.isArray(attempts)) throw new WrongFileError('attempts must be a list.');
  if (!Array.isArray(experiments)) throw new WrongFileError('experiments must be a list.');
  if (experiments.length > MOST_EXPERIMENTS) {
    throw new WrongFileError(
      `The file has ${experiments.length} experiments; at most ${MOST_EXPERIMENTS} are read.`,
    );
  }
  return {
    behaviour_version: behaviour_version as number,
    runs: runs.map((run: unknown, place) => readRun(run, `runs.${place}`)),
    attempts: attempts.map((attempt: unknown, place) =>
      readAttempt(attempt, `attempts.${place}`, runs.length),
    ),
    experiments: experiments.map((each: unknown, place) =>
      readExperiment(each, `experiments.${place}`),
    ),
  };
}

/** The definition itself is checked by the rules of experiments, and so is how many there are. */
function readExperiment(experiment: unknown, path: string): FiledExperiment {
  if (!isRecord(experiment)) throw new WrongFileError(`${path} must be an experiment.`);
  const { name, forked_from, definition, digests } = experiment;
  check(typeof name === 'string', `${path}.name`, name, 'a name');
  const isText = forked_from === null || typeof forked_from === 'string';
  check(isText, `${path}.forked_from`, forked_from, 'a text or null');
  check(isRecord(definition), `${path}.definition`, definition, 'the definition of an experiment');
  if (!Array.isArray(digests)) throw new WrongFileError(`${path}.digests must be a list.`);
  for (const [cell, row] of digests.entries()) {
    const isRow =
      Array.isArray(row) && row.every((digest: unknown) => digest === null || isDigest(digest));
    check(isRow, `${path}.digests.${cell}`, row, 'a list of SHA-256 in hexadecimal, or null');
  }
  return { name, forked_from, definition, digests } as FiledExperiment;
}

/** The lab, answers and guesses themselves are checked by the rules of labs. */
function readAttempt(attempt: unknown, path: string, runCount: number): FiledAttempt {
  if (!isRecord(attempt)) throw new WrongFileError(`${path} must be a lab done alone.`);
  const { id, lab_id, started_at, lab, secret, answers, guesses, runs } = attempt;
  check(typeof id === 'string' && UUID.test(id), `${path}.id`, id, 'a UUID');
  check(typeof lab_id === 'string', `${path}.lab_id`, lab_id, 'the name of a lab');
  check(isMoment(started_at), `${path}.started_at`, started_at, 'a moment');
  check(isRecord(lab) && typeof lab.title === 'string', `${path}.lab`, lab, 'a lab');
  check(isDigest(secret), `${path}.secret`, secret, '64 hexadecimal digits');
  check(isRecord(guesses) && Object.values(guesses).every(isRecord), `${path}.guesses`, guesses, G);
  for (const [place, answer] of listed(answers, `${path}.answers`).entries()) {
    const at = `${path}.answers.${place}`;
    check(typeof answer.step_id === 'string', `${at}.step_id`, answer.step_id, 'a step');
    check(isMoment(answer.answered_at), `${at}.answered_at`, answer.answered_at, 'a moment');
    check('answer' in answer, `${at}.answer`, answer.answer, 'an answer');
  }
  for (const [place, { step_id, settings, run }] of listed(runs, `${path}.runs`).entries()) {
    const at = `${path}.runs.${place}`;
    check(typeof step_id === 'string', `${at}.step_id`, step_id, 'a step');
    check(isRecord(settings), `${at}.settings`, settings, 'settings');
    const isThere = isWhole(run) && (run as number) < runCount;
    check(isThere, `${at}.run`, run, `0 to ${runCount - 1}, a place among the runs`);
  }
  return attempt as unknown as FiledAttempt;
}

const G = 'guesses by step and round';

function listed(value: unknown, path: string): Record<string, unknown>[] {
  check(Array.isArray(value) && value.every(isRecord), path, value, 'a list of objects');
  return value as Record<string, unknown>[];
}

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
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
