/** The results of a setting over its seeds: pure, so that every state can be tested. */
import {
  isRatio,
  pairedInterval,
  ratioInterval,
  typicalSeed,
  type RatioInterval,
  type SeedPair,
} from '@/analysis/series/replications';
import type { Run, SeedsTogether } from '@/api/types';

import { SEED_COUNT, type Setting } from './setting';

/** One setting under both algorithms: all numbers and curves are of `together.seeds`. */
export interface Batch {
  readonly setting: Setting;
  /** null: nothing is known of it yet. */
  readonly together: SeedsTogether | null;
  /** A first seed under way: its curves reach this far, and there are no numbers yet. */
  readonly growingSeconds: number | null;
  /** The runs that are under way. */
  readonly underWay: ReadonlyMap<string, Run>;
  /** The furthest state of each run of the seed that is computed first: how far it is. */
  readonly firstSeed: ReadonlyMap<string, Run>;
  readonly error: Error | null;
}

/** The newest batch, and the last one before it that has something to show. */
export interface Batches {
  readonly current: Batch | null;
  readonly before: Batch | null;
}

export const NO_BATCHES: Batches = { current: null, before: null };

export interface BatchNews {
  readonly setting: Setting;
  readonly together?: SeedsTogether;
  readonly run?: Run;
  readonly error?: Error | null;
}

/** News of another setting than the current one begin a new batch. */
export function withNews(batches: Batches, news: BatchNews): Batches {
  const { setting, together, run, error } = news;
  const { current, before } = batches;
  const isSame = current?.setting === setting;
  const batch = isSame ? current : newBatch(setting);
  return {
    current: {
      setting,
      together: together ?? batch.together,
      growingSeconds: null,
      underWay: run === undefined ? batch.underWay : withRun(batch.underWay, run),
      firstSeed: run === undefined ? batch.firstSeed : withFirst(batch.firstSeed, run),
      error: error === undefined ? batch.error : error,
    },
    before: isSame || current === null || seedCount(current) === 0 ? before : current,
  };
}

export function newBatch(setting: Setting): Batch {
  const [underWay, firstSeed] = [new Map<string, Run>(), new Map<string, Run>()];
  return { setting, together: null, growingSeconds: null, underWay, firstSeed, error: null };
}

function withRun(underWay: Batch['underWay'], run: Run): Batch['underWay'] {
  const next = new Map(underWay);
  if (run.status === 'queued' || run.status === 'running') next.set(run.id, run);
  else next.delete(run.id);
  return next;
}

/** Runs of other seeds say nothing of the first one; a late answer never takes it back. */
function withFirst(firstSeed: Batch['firstSeed'], run: Run): Batch['firstSeed'] {
  const [any] = firstSeed.values();
  if (any !== undefined && any.seed !== run.seed) return firstSeed;
  const before = firstSeed.get(run.id);
  const isBehind = before !== undefined && simulatedSeconds(before) > simulatedSeconds(run);
  return isBehind ? firstSeed : new Map(firstSeed).set(run.id, run);
}

function simulatedSeconds({ status, progress }: Run): number {
  if (status === 'queued') return 0;
  return status === 'done' ? progress.duration_s : progress.simulated_s;
}

export interface FirstSeedProgress {
  /** Both algorithms have got so far. It only grows. */
  readonly simulatedSeconds: number;
  readonly durationSeconds: number;
}

/** null: neither run of the first seed has been started by a worker. */
export function firstSeedProgress({
  firstSeed,
}: Pick<Batch, 'firstSeed'>): FirstSeedProgress | null {
  const runs = [...firstSeed.values()];
  const [first] = runs;
  if (first === undefined || runs.every(({ status }) => status === 'queued')) return null;
  return {
    simulatedSeconds: runs.length < 2 ? 0 : Math.min(...runs.map(simulatedSeconds)),
    durationSeconds: first.progress.duration_s,
  };
}

/** How many seeds are known under both algorithms. */
export const seedCount = ({ together }: Batch): number => together?.seeds.length ?? 0;

export const isWhole = (batch: Batch): boolean => seedCount(batch) === SEED_COUNT;

/** The ratios of the seeds that have one under both. */
function seedPairs({ together }: Pick<Batch, 'together'>): SeedPair[] {
  const [first, second] = together?.arms ?? [];
  return (together?.seeds ?? []).flatMap((seed, index) => {
    const baseline = first?.results[index]?.throughput_ratio ?? null;
    const other = second?.results[index]?.throughput_ratio ?? null;
    return isRatio(baseline) && isRatio(other) ? [{ seed, baseline, other }] : [];
  });
}

export interface BatchNumbers {
  readonly pairs: readonly SeedPair[];
  readonly baseline: RatioInterval;
  readonly other: RatioInterval;
  readonly paired: RatioInterval;
}

/** null: no seed is known yet, or none has a ratio. */
export function batchNumbers(batch: Pick<Batch, 'together'>): BatchNumbers | null {
  const pairs = seedPairs(batch);
  const baseline = ratioInterval(pairs.map((pair) => pair.baseline));
  const other = ratioInterval(pairs.map((pair) => pair.other));
  const paired = pairedInterval(pairs);
  if (baseline === null || other === null || paired === null) return null;
  return { pairs, baseline, other, paired };
}

/** The seed that is opened in the workbench: nearest to the medians; null before all are there. */
export function openedSeed(batch: Batch): number | null {
  return isWhole(batch)
    ? (typicalSeed(seedPairs(batch)) ?? batch.together?.seeds[0] ?? null)
    : null;
}

/** A ratio of two flows as their shares: 3 is 75% and 25%. */
export function sharesOfRatio({ mean }: RatioInterval): readonly [number, number] {
  return [mean / (1 + mean), 1 / (1 + mean)];
}
