/** The runs of this browser on a site without a server. */
import type { Run, RunEvent, RunResult } from '@/api/types';
import { isOver } from '@/api/types';
import type { CauseRecord } from '@/core/causes';
import { behaviour_version } from '@/core/ccsim.json';
import { readChunk, readWholeChunk, type CoreChunk } from '@/core/chunk';
import type { CoreResult } from '@/core/result';

import { computingBy, type RunWork } from './computing';
import { coreNumbers } from './coreNumbers';
import { askPythonForText } from './python/askPython';
import { planFor } from './rules';
import * as storage from './storage';
import type { StoredRun } from './storage';

/** Series of so many results stay in memory, read. */
const MOST_READ = 12;

/** What is known of a run: it changes in place, and its followers are notified. */
export interface Entry {
  run: StoredRun;
  /** A user made it, and finds it again; else it is a part of a picture. */
  readonly isMine: boolean;
  result: RunResult | null;
  /** What has been computed of it so far, while it is. */
  growing: { chunks: CoreChunk[]; tails: CoreChunk[] } | null;
  /** Ends its computation; null: there is none. */
  stop: (() => void) | null;
}

type Created = Pick<
  Run,
  'name' | 'forked_from' | 'seed' | 'scenario' | 'scenario_digest' | 'predicted_packets'
>;

const entries = new Map<string, Entry>();
const followers = new Set<(entry: Entry) => void>();
/** By the key of equal work: read series, the last ones asked for. */
const series = new Map<string, readonly CoreChunk[]>();
/** Results that are not kept, of runs that belong to a picture. */
const passing = new Map<string, storage.StoredResult>();

let reading: Promise<void> | null = null;

/** Runs of visits before this one. */
function readStored(): Promise<void> {
  reading ??= storage.readRuns().then((runs) => {
    for (const stored of runs) {
      // The page was left while it was computed.
      const isLeft = !isOver(stored.status);
      const run: StoredRun = isLeft ? { ...stored, status: 'cancelled' } : stored;
      entries.set(run.id, { run, isMine: true, result: null, growing: null, stop: null });
    }
  });
  return reading;
}

export function follow(onChange: (entry: Entry) => void): () => void {
  followers.add(onChange);
  return () => followers.delete(onChange);
}

function change(entry: Entry, change: Partial<StoredRun>) {
  entry.run = { ...entry.run, ...change };
  for (const notify of followers) notify(entry);
}

export async function find(id: string): Promise<Entry | null> {
  await readStored();
  const entry = entries.get(id) ?? null;
  if (entry?.run.status === 'done' && entry.result === null) {
    entry.result = (await resultOf(entry.run))?.result ?? null;
  }
  return entry;
}

/** A finished run of this work, made for a user or a picture; null: there is none. */
export async function doneOf(scenario_digest: string, seed: number): Promise<Entry | null> {
  await readStored();
  for (const { run } of entries.values()) {
    const isOfWork = run.scenario_digest === scenario_digest && run.seed === seed;
    if (isOfWork && run.status === 'done' && run.behaviour_version === behaviour_version)
      return find(run.id);
  }
  return null;
}

export async function mine(): Promise<readonly Entry[]> {
  await readStored();
  return [...entries.values()].filter(({ isMine }) => isMine);
}

export function toRun({ run, result }: Entry): Run {
  if (result === null) return { ...run, result: null };
  const { flows } = run.scenario;
  // Equal work has one result, under each run's own labels.
  const labelled = result.flows.map((flow) => ({
    ...flow,
    label: flows[flow.group_index]?.label ?? flow.label,
  }));
  return { ...run, result: { ...result, flows: labelled } };
}

/** As of server-sent events. */
export function toEvent({ run }: Entry): RunEvent {
  const { id: run_id, status, attempt, progress, error } = run;
  return { run_id, seq: 1, status, attempt, error, ...progress };
}

/** Of the present behaviour, if it says none. */
type Work = Pick<Run, 'scenario_digest' | 'seed'> & Partial<Pick<Run, 'behaviour_version'>>;

export function keyOf({ scenario_digest, seed, behaviour_version: own }: Work): string {
  return `${scenario_digest} ${seed} ${own ?? behaviour_version}`;
}

/** Of equal work that was kept, or belongs to a picture. */
export async function resultOf(work: Work): Promise<storage.StoredResult | null> {
  const key = keyOf(work);
  return passing.get(key) ?? storage.readResult(key);
}

/** Chunks in their order, and what came after them of one that is not full yet. */
export async function chunksOf(entry: Entry): Promise<readonly CoreChunk[]> {
  const { growing, run } = entry;
  if (growing !== null) return [...growing.chunks, ...growing.tails];
  const key = keyOf(run);
  const known = series.get(key) ?? (await resultOf(entry.run))?.chunks.map(readWholeChunk) ?? [];
  series.delete(key);
  series.set(key, known);
  const [oldest] = series.keys();
  if (series.size > MOST_READ && oldest !== undefined) series.delete(oldest);
  return known;
}

/** null: the run was computed by a site that recorded none yet. */
export async function causesOf(entry: Entry): Promise<CauseRecord | null> {
  return (await resultOf(entry.run))?.causes ?? null;
}

/** A run as Python has read it, by the core of a behaviour; equal work is computed once. */
export async function start(
  created: Created,
  isMine: boolean,
  behaviour = behaviour_version,
  id = newId(),
): Promise<Entry> {
  await readStored();
  const now = new Date().toISOString();
  const { duration_s } = created.scenario;
  const run: StoredRun = {
    ...created,
    id,
    status: 'queued',
    is_shared: false,
    behaviour_version: behaviour,
    core_version: null,
    computed_elsewhere: null,
    queue: 'interactive',
    attempt: 0,
    progress: { simulated_s: 0, duration_s, sample_count: 0 },
    error: null,
    created_at: now,
    started_at: null,
    finished_at: null,
  };
  const entry: Entry = { run, isMine, result: null, growing: null, stop: null };
  entries.set(run.id, entry);
  const found = await resultOf(entry.run);
  const stored = found?.causes === undefined ? null : found;
  if (stored === null) await compute(entry);
  else finish(entry, stored);
  if (isMine) await keep(entry, stored);
  return entry;
}

/** A result that was only of a picture is kept with the first run that a user made of it. */
async function keep(entry: Entry, stored: storage.StoredResult | null) {
  if (stored !== null && passing.delete(stored.key)) await storage.writeResult(stored);
  await storage.writeRun(entry.run);
}

async function compute(entry: Entry) {
  const { scenario, seed, behaviour_version: behaviour } = entry.run;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const growing = { chunks: [] as CoreChunk[], tails: [] as CoreChunk[] };
  const grown = (simulatedSeconds: number) => {
    const last = growing.tails.at(-1) ?? growing.chunks.at(-1);
    const sample_count = last === undefined ? 0 : last.firstSample + last.sampleCount;
    const { duration_s } = entry.run.scenario;
    change(entry, { progress: { simulated_s: simulatedSeconds, duration_s, sample_count } });
  };
  const { plan, module } = await planFor(scenario, behaviour ?? behaviour_version);
  const computing = computingBy(module);
  const isNewest = behaviour === behaviour_version;
  const work: RunWork = {
    plan,
    seed,
    wantsCauses: true,
    onStart: () => {
      entry.growing = growing;
      const started_at = new Date().toISOString();
      change(entry, { status: 'running', attempt: 1, started_at });
    },
    onChunk: (bytes) => {
      chunks.push(bytes);
      const chunk = readWholeChunk(bytes);
      growing.chunks.push(chunk);
      growing.tails = [];
      grown((chunk.firstSample + chunk.sampleCount) * scenario.sample_interval_s);
    },
    onTail: (bytes, simulatedSeconds) => {
      growing.tails.push(readChunk(bytes));
      grown(simulatedSeconds);
    },
    onResult: (result) => void finished(entry, result, chunks),
    onProblem: (problem) => void fail(entry, isNewest ? problem : olderProblem(behaviour, problem)),
  };
  entry.stop = () => computing.cancel(work);
  computing.add(work);
}

function olderProblem(behaviour: number | null, problem: string): string {
  return `The module of behaviour version ${behaviour} cannot compute it: ${problem}`;
}

async function finished(
  entry: Entry,
  core: CoreResult,
  chunks: readonly Uint8Array<ArrayBuffer>[],
) {
  const { scenario, seed } = entry.run;
  try {
    const asked = { scenario, seed, core: coreNumbers(core) };
    const answer = await askPythonForText('result', asked);
    const { body: result } = JSON.parse(answer) as { body: RunResult };
    const key = keyOf(entry.run);
    const stored = { key, result, answer, chunks, causes: core.causes };
    if (entry.isMine) await storage.writeResult(stored);
    else passing.set(key, stored);
    series.set(key, entry.growing?.chunks ?? []);
    finish(entry, stored);
    if (entry.isMine) await storage.writeRun(entry.run);
  } catch (error) {
    await fail(entry, error instanceof Error ? error.message : String(error));
  }
}

function finish(entry: Entry, { result }: storage.StoredResult) {
  entry.result = result;
  entry.growing = null;
  entry.stop = null;
  const { duration_s } = entry.run.scenario;
  change(entry, {
    status: 'done',
    behaviour_version: result.behaviour_version,
    core_version: result.core_version,
    progress: { simulated_s: duration_s, duration_s, sample_count: result.sample_count },
    finished_at: new Date().toISOString(),
  });
}

async function fail(entry: Entry, message: string) {
  entry.stop = null;
  const { seed, core_version } = entry.run;
  const error = { code: 'simulation_failed', message, seed, core_version };
  change(entry, { status: 'failed', error, finished_at: new Date().toISOString() });
  if (entry.isMine) await storage.writeRun(entry.run);
}

/** false: it is over already. */
export async function cancel(entry: Entry): Promise<boolean> {
  if (isOver(entry.run.status)) return false;
  entry.stop?.();
  entry.stop = null;
  change(entry, { status: 'cancelled', finished_at: new Date().toISOString() });
  if (entry.isMine) await storage.writeRun(entry.run);
  return true;
}

export async function rename(entry: Entry, name: string): Promise<void> {
  change(entry, { name });
  await storage.writeRun(entry.run);
}

/** Its result goes with the last run that has it. */
export async function remove(entry: Entry): Promise<void> {
  await cancel(entry);
  const key = keyOf(entry.run);
  entries.delete(entry.run.id);
  await storage.deleteRun(entry.run.id);
  const others = [...entries.values()].some(({ run }) => keyOf(run) === key);
  if (!others) await storage.deleteResult(key);
}

/** `crypto.randomUUID` is not there on addresses without TLS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
