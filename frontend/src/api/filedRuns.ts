/** The finished runs of this browser as a file, and those of a file computed again. */
import type { FiledRun, RunsFile } from '@/analysis/links/runsFile';

import { client } from './client';
import { unwrap } from './problem';
import { isOver, type Run, type Scenario } from './types';

const PAGE_RUNS = 100;
const ASK_AGAIN_MS = 200;

/** What became of the runs of a file. */
export interface ReadBack {
  readonly equalCount: number;
  /** They are here already, under the same name. */
  readonly knownCount: number;
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
  for (const run of await finishedRuns()) {
    const { name, seed, scenario, result } = run;
    // Another behaviour's digests are not those of this core.
    if (result?.series_digest == null || run.behaviour_version !== behaviour_version) continue;
    const { series_digest, summary_digest } = result;
    runs.push({ name, seed, scenario, series_digest, summary_digest });
  }
  return { behaviour_version, runs };
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
  const known = new Set((await finishedRuns()).map(keyOfRun));
  const problems: string[] = [];
  let equalCount = 0;
  let knownCount = 0;
  for (const [place, filed] of file.runs.entries()) {
    onProgress(place);
    if (known.has(keyOf(filed))) knownCount += 1;
    else {
      const problem = await computeOne(filed);
      if (problem === null) equalCount += 1;
      else problems.push(`${filed.name}, seed ${filed.seed}: ${problem}`);
    }
  }
  return { equalCount, knownCount, problems };
}

/** What is wrong with it; null: it gave the digests of the file. */
async function computeOne({ name, seed, scenario, ...digests }: FiledRun): Promise<string | null> {
  try {
    const body = { name, seed, scenario: scenario as unknown as Scenario, forked_from: 'a file' };
    let run = await unwrap(client.POST('/api/runs', { body }));
    while (!isOver(run.status)) {
      await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
      run = await readRun(run.id);
    }
    const { result, error } = await readRun(run.id);
    if (result === null) return error?.message ?? 'it was cancelled.';
    const isEqual =
      result.series_digest === digests.series_digest &&
      result.summary_digest === digests.summary_digest;
    return isEqual ? null : 'computed again here, its digests differ from those in the file.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
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
