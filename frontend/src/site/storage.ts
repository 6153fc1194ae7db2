/**
 * What the browser keeps of a site's runs (IndexedDB): runs, and results that equal runs share.
 * Where it keeps nothing, as in some private windows, they last as long as the page.
 */
import type { Run, RunResult } from '@/api/types';
import type { CauseRecord } from '@/core/causes';

import { answerOf, opened } from './database';

/** A run of this browser. Its numbers are those of its result. */
export type StoredRun = Omit<Run, 'result'>;

export interface StoredResult {
  /** Of equal work: scenario digest, seed and behaviour version. */
  readonly key: string;
  readonly result: RunResult;
  /** Python's answer that the result was in: JavaScript's numbers do not distinguish 10.0 from 10. */
  readonly answer?: string;
  /** As the core gives them. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  /** Not there: of a site that recorded none yet. */
  readonly causes?: CauseRecord | null;
}

const NAME = 'fairtt-lab-site';
const VERSION = 1;
const RUNS = 'runs';
const RESULTS = 'results';

let opening: Promise<IDBDatabase | null> | null = null;

function open(): Promise<IDBDatabase | null> {
  opening ??= opened(NAME, VERSION, (made) => {
    made.createObjectStore(RUNS, { keyPath: 'id' });
    made.createObjectStore(RESULTS, { keyPath: 'key' });
  });
  return opening;
}

async function store(name: string, mode: IDBTransactionMode): Promise<IDBObjectStore | null> {
  const database = await open();
  return database === null ? null : database.transaction(name, mode).objectStore(name);
}

export async function readRuns(): Promise<StoredRun[]> {
  const runs = await store(RUNS, 'readonly');
  return runs === null ? [] : answerOf(runs.getAll() as IDBRequest<StoredRun[]>);
}

export async function readResult(key: string): Promise<StoredResult | null> {
  const results = await store(RESULTS, 'readonly');
  if (results === null) return null;
  return (await answerOf(results.get(key) as IDBRequest<StoredResult | undefined>)) ?? null;
}

export async function writeRun(run: StoredRun): Promise<void> {
  const runs = await store(RUNS, 'readwrite');
  if (runs !== null) await answerOf(runs.put(run));
}

export async function writeResult(result: StoredResult): Promise<void> {
  const results = await store(RESULTS, 'readwrite');
  if (results !== null) await answerOf(results.put(result));
}

export async function deleteRun(id: string): Promise<void> {
  const runs = await store(RUNS, 'readwrite');
  if (runs !== null) await answerOf(runs.delete(id));
}

export async function deleteResult(key: string): Promise<void> {
  const results = await store(RESULTS, 'readwrite');
  if (results !== null) await answerOf(results.delete(key));
}
