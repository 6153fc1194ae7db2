/** The finished runs of this browser as a file, and those of a file computed again. */
import type { FiledAttempt, FiledExperiment, FiledRun, RunsFile } from '@/analysis/links/runsFile';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import { ownExperiments, ownLabs, type OwnAttempt } from '@/api/http/transport';
import { isOver, type Run, type Scenario } from '@/api/types';

const PAGE_RUNS = 100;
const ASK_AGAIN_MS = 200;

/** What became of the runs of a file. */
export interface ReadBack {
  readonly equalCount: number;
  /** They are here already, under the same name. */
  readonly knownCount: number;
  /** Labs done alone that are new here. */
  readonly labCount: number;
  /** Experiments that are new here. */
  readonly experimentCount: number;
  /** Computed again with other digests, or not at all: a sentence for each. */
  readonly problems: readonly string[];
}

async function behaviourHere(): Promise<number> {
  const { behaviour_version } = await unwrap(client.GET('/api/speed'));
  if (behaviour_version === null) throw new Error('The version of the simulator is not known.');
  return behaviour_version;
}

export async function runsForFile(): Promise<RunsFile> {
  const behaviour_version = await behaviourHere();
  const runs: FiledRun[] = [];
  const places = new Map<string, number>();
  for (const run of await finishedRuns()) {
    const { name, seed, scenario, result } = run;
    // Another behaviour's digests are not those of this core.
    if (result?.series_digest == null || run.behaviour_version !== behaviour_version) continue;
    const { series_digest, summary_digest } = result;
    places.set(run.id, runs.length);
    runs.push({ name, seed, scenario, series_digest, summary_digest });
  }
  const attempts = (await ownLabs()?.all()) ?? [];
  const experiments = (await ownExperiments()?.all()) ?? [];
  const labs = attempts.map((each) => filed(each, places));
  return { behaviour_version, runs, attempts: labs, experiments };
}

/** With those of its runs that are in the file. */
function filed(attempt: OwnAttempt, places: ReadonlyMap<string, number>): FiledAttempt {
  const runs = attempt.runs.flatMap(({ run_id, step_id, settings }) => {
    const run = places.get(run_id);
    return run === undefined ? [] : { step_id, settings, run };
  });
  return { ...attempt, runs };
}

/** Oldest first, each with its result. */
async function finishedRuns(): Promise<Run[]> {
  const found: Run[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; sort: 'oldest'; status: ['done']; cursor?: string } = {
      limit: PAGE_RUNS,
      sort: 'oldest',
      status: ['done'],
    };
    if (cursor !== null) query.cursor = cursor;
    const page: { items: Run[]; next_cursor: string | null } = await unwrap(
      client.GET('/api/runs', { params: { query } }),
    );
    for (const { id } of page.items) found.push(await readRun(id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

export async function computeFiledRuns(
  file: RunsFile,
  onProgress: (doneCount: number) => void,
): Promise<ReadBack> {
  const behaviour_version = await behaviourHere();
  if (file.behaviour_version !== behaviour_version) {
    throw new Error(
      `The runs were computed with behaviour version ${file.behaviour_version} of the simulator; ` +
        `the core here has version ${behaviour_version} and may give other numbers.`,
    );
  }
  const known = new Map((await finishedRuns()).map((run) => [keyOfRun(run), run.id]));
  const problems: string[] = [];
  // By their places in the file.
  const ids = new Map<number, string>();
  let knownCount = 0;
  for (const [place, run] of file.runs.entries()) {
    onProgress(place);
    const there = known.get(keyOf(run));
    if (there !== undefined) knownCount += 1;
    const found = there ?? (await computeOne(run));
    if (typeof found === 'string') ids.set(place, found);
    else problems.push(`${run.name}, seed ${run.seed}: ${found.problem}`);
  }
  let doneCount = file.runs.length;
  const equalCount = ids.size - knownCount;
  const labCount = await takeAttempts(file.attempts, ids, problems);
  const computed = () => onProgress((doneCount += 1));
  const experimentCount = await takeExperiments(file.experiments, computed, problems);
  return { equalCount, knownCount, labCount, experimentCount, problems };
}

/** How many are new here: each whole, or not at all. */
async function takeExperiments(
  experiments: readonly FiledExperiment[],
  onRun: () => void,
  problems: string[],
): Promise<number> {
  const own = ownExperiments();
  if (own === null && experiments.length > 0) problems.push(onSites('experiments', experiments));
  let count = 0;
  for (const experiment of own === null ? [] : experiments) {
    try {
      if (await own?.add(experiment, onRun)) count += 1;
    } catch (error) {
      problems.push(`${experiment.name || 'An experiment'}: ${messageOf(error)}`);
    }
  }
  return count;
}

/** How many are new here. A run that was not computed as in the file is none of a step. */
async function takeAttempts(
  attempts: readonly FiledAttempt[],
  ids: ReadonlyMap<number, string>,
  problems: string[],
): Promise<number> {
  const own = ownLabs();
  if (own === null && attempts.length > 0) problems.push(onSites('labs done alone', attempts));
  let count = 0;
  for (const attempt of own === null ? [] : attempts) {
    const runs = attempt.runs.flatMap(({ run, ...step }) => {
      const run_id = ids.get(run);
      return run_id === undefined ? [] : { ...step, run_id };
    });
    try {
      if (await own?.add({ ...attempt, runs })) count += 1;
    } catch (error) {
      problems.push(`${attempt.lab.title}: ${messageOf(error)}`);
    }
  }
  return count;
}

/** Contents of a file of a site, of which a lab with a server takes the runs only. */
function onSites(what: string, found: readonly unknown[]): string {
  return `Only a site without a server reads ${what}; the file has ${found.length}.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Failed {
  readonly problem: string;
}

/** The id of the run that has given the digests of the file, or why there is none. */
async function computeOne(filedRun: FiledRun): Promise<string | Failed> {
  const { name, seed, scenario, ...digests } = filedRun;
  try {
    const body = { name, seed, scenario: scenario as unknown as Scenario, forked_from: 'a file' };
    let run = await unwrap(client.POST('/api/runs', { body }));
    while (!isOver(run.status)) {
      await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
      run = await readRun(run.id);
    }
    const { result, error } = await readRun(run.id);
    if (result === null) return { problem: error?.message ?? 'it was cancelled.' };
    const isEqual =
      result.series_digest === digests.series_digest &&
      result.summary_digest === digests.summary_digest;
    if (isEqual) return run.id;
    return { problem: 'computed again here, its digests differ from those in the file.' };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

function readRun(id: string): Promise<Run> {
  return unwrap(client.GET('/api/runs/{run_id}', { params: { path: { run_id: id } } }));
}

function keyOfRun({ name, seed, result }: Run): string {
  return JSON.stringify([name, seed, result?.series_digest, result?.summary_digest]);
}

function keyOf({ name, seed, series_digest, summary_digest }: FiledRun): string {
  return JSON.stringify([name, seed, series_digest, summary_digest]);
}
