/** Experiments of this browser and their runs, which the page's cores compute side by side. */
import { behaviour_version } from '@/core/ccsim.json';

import { keyOf } from '../runs';
import { numbersOf, type KnownUnit } from '../units';
import {
  keptExperiments,
  keptUnits,
  namedAsNow,
  placeOf,
  type KeptExperiment,
  type KeptUnit,
} from './kept';

/** So many wait for a core at a time: a run that a user starts meanwhile is behind these only. */
export const AT_ONCE = 4;
const CLOSED = 'The page was closed while it was computed. Resume it to continue.';

export type UnitOfCell = KnownUnit | string | null;

/** It changes in place. */
export interface Live {
  kept: KeptExperiment;
  /** By cell and seed; a text: why there is none; null: not known yet. */
  units: UnitOfCell[][];
  /** Of each run that is being computed its cell. */
  readonly running: Set<string>;
  /** Rises with every change of the numbers. */
  revision: number;
  /** Since it was started or resumed in this page. */
  began: { readonly atMs: number; count: number } | null;
}

const lives = new Map<string, Live>();
let reading: Promise<void> | null = null;

function readStored(): Promise<void> {
  reading ??= keptExperiments.all().then(async (all) => {
    for (const found of all) {
      const isLeft = found.status === 'running';
      const kept: KeptExperiment = isLeft
        ? { ...found, status: 'paused', pause_reason: CLOSED }
        : found;
      lives.set(kept.id, await liveOf(kept));
    }
  });
  return reading;
}

async function liveOf(kept: KeptExperiment): Promise<Live> {
  const units = await unitsOf(kept);
  return { kept, units, running: new Set(), revision: 1, began: null };
}

/** What the browser knows of its runs. A run that failed stays failed until it is tried again. */
function unitsOf({ plan, failures, behaviour_version: behaviour }: KeptExperiment) {
  return Promise.all(
    plan.cells.map(({ scenario_digest }, cell) =>
      Promise.all(
        plan.seeds.map(async (seed): Promise<UnitOfCell> => {
          const failure = failures[placeOf(cell, seed)];
          if (failure !== undefined) return failure;
          return keptUnits.get(keyOf({ scenario_digest, seed, behaviour_version: behaviour }));
        }),
      ),
    ),
  );
}

export async function allExperiments(): Promise<readonly Live[]> {
  await readStored();
  return [...lives.values()].sort((a, b) => (a.kept.created_at < b.kept.created_at ? 1 : -1));
}

export async function findExperiment(id: string): Promise<Live | null> {
  await readStored();
  return lives.get(id) ?? null;
}

/** Of the present core: `digest seed`. */
export async function knownWork(): Promise<readonly string[]> {
  const ofNow = ` ${behaviour_version}`;
  const units = await keptUnits.all();
  return units.flatMap(({ key }) => (key.endsWith(ofNow) ? key.slice(0, -ofNow.length) : []));
}

/** Computes its missing units. */
export async function begin(kept: KeptExperiment): Promise<Live> {
  await readStored();
  const live = await liveOf(kept);
  lives.set(kept.id, live);
  await goOn(live, kept);
  return live;
}

/** One whose numbers are there. */
export async function addDone(kept: KeptExperiment): Promise<void> {
  await keptExperiments.put(kept);
  lives.set(kept.id, await liveOf(kept));
}

/** With the newest core; its numbers are none of an older one. */
export async function goOn(live: Live, kept: KeptExperiment): Promise<void> {
  const renamed = namedAsNow(kept);
  live.kept = { ...renamed, behaviour_version, status: 'running', pause_reason: null };
  live.units = await unitsOf(live.kept);
  live.revision += 1;
  live.began = { atMs: performance.now(), count: 0 };
  await settle(live);
  void work(live, live.began);
}

export async function stop(live: Live, status: 'paused' | 'cancelled'): Promise<void> {
  live.began = null;
  const finished_at = status === 'cancelled' ? new Date().toISOString() : null;
  live.kept = { ...live.kept, status, pause_reason: null, finished_at };
  await keptExperiments.put(live.kept);
}

export async function renameExperiment(live: Live, name: string): Promise<void> {
  live.kept = { ...live.kept, name };
  await keptExperiments.put(live.kept);
}

/** With it the numbers that no other experiment has. */
export async function removeExperiment(live: Live): Promise<void> {
  live.began = null;
  lives.delete(live.kept.id);
  await keptExperiments.remove(live.kept.id);
  const others = new Set([...lives.values()].flatMap(({ kept }) => keysOf(kept)));
  await Promise.all(
    keysOf(live.kept).flatMap((key) => (others.has(key) ? [] : [keptUnits.remove(key)])),
  );
}

function keysOf({ plan, behaviour_version: behaviour }: KeptExperiment): string[] {
  return plan.cells.flatMap(({ scenario_digest }) =>
    plan.seeds.map((seed) => keyOf({ scenario_digest, seed, behaviour_version: behaviour })),
  );
}

/** Seed by seed, so that every cell has as many. Stopping it begins another `began`. */
async function work(live: Live, began: Live['began']): Promise<void> {
  const { seeds, cells } = live.kept.plan;
  const missing = seeds.flatMap((seed, place) =>
    cells.flatMap((_, cell) => (live.units[cell]?.[place] === null ? { seed, place, cell } : [])),
  );
  const isWanted = () => live.began === began;
  await inLanes(missing, AT_ONCE, (next) => compute(live, began, next), isWanted);
  if (isWanted()) await settle(live);
}

/** So many at a time, in their order, until one fails. */
export async function inLanes<T>(
  all: readonly T[],
  laneCount: number,
  handle: (next: T) => Promise<void>,
  isWanted: () => boolean = () => true,
): Promise<void> {
  const waiting = all.values();
  let hasFailed = false;
  const lane = async () => {
    for (const next of waiting) {
      if (hasFailed || !isWanted()) return;
      await handle(next).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: laneCount }, lane));
}

interface Place {
  readonly seed: number;
  readonly place: number;
  readonly cell: number;
}

async function compute(live: Live, began: Live['began'], { seed, place, cell }: Place) {
  const unit = live.kept.plan.cells[cell];
  if (unit === undefined) return;
  const at = placeOf(cell, seed);
  live.running.add(at);
  let found: UnitOfCell;
  try {
    found = await keptNumbersOf({ ...unit, seed });
  } catch (error) {
    found = error instanceof Error ? error.message : String(error);
  }
  live.running.delete(at);
  // It was resumed or changed meanwhile, and reads again what is there.
  if (began === null || (live.began !== null && live.began !== began)) return;
  const row = live.units[cell];
  if (row !== undefined) row[place] = found;
  began.count += 1;
  live.revision += 1;
  if (typeof found !== 'string') return;
  live.kept = { ...live.kept, failures: { ...live.kept.failures, [at]: found } };
}

async function keptNumbersOf(unit: Parameters<typeof numbersOf>[0]): Promise<KnownUnit> {
  const key = keyOf(unit);
  const stored = await keptUnits.get(key);
  if (stored !== null) return stored;
  const known = await numbersOf(unit);
  const fresh: KeptUnit = { key, ...known };
  await keptUnits.put(fresh);
  return fresh;
}

/** It is done if nothing is missing. */
async function settle(live: Live): Promise<void> {
  const isDone = live.units.every((row) => !row.includes(null));
  if (isDone) {
    live.began = null;
    live.kept = { ...live.kept, status: 'done', finished_at: new Date().toISOString() };
  }
  await keptExperiments.put(live.kept);
}
