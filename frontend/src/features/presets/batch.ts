/** What has come in of a comparison: pure, so that every state of the page can be tested. */
import {
  isRatio,
  pairedInterval,
  ratioInterval,
  typicalSeed,
  type RatioInterval,
  type SeedPair,
} from '@/analysis/series/replications';
import type { Run } from '@/api/types';

import { SEED_COUNT, type Setting } from './setting';

export type Arm = 0 | 1;

/** The runs of one setting by seed, under both algorithms. */
export interface Batch {
  readonly setting: Setting;
  readonly runs: readonly [ReadonlyMap<number, Run>, ReadonlyMap<number, Run>];
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
  readonly arrived?: { readonly arm: Arm; readonly run: Run };
  readonly error?: Error | null;
}

/** News of another setting than the current one begin a new batch. */
export function withNews(batches: Batches, { setting, arrived, error }: BatchNews): Batches {
  const { current, before } = batches;
  const isSame = current?.setting === setting;
  const batch = isSame ? current : { setting, runs: [new Map(), new Map()] as const, error: null };
  const runs = arrived === undefined ? batch.runs : withRun(batch.runs, arrived.arm, arrived.run);
  return {
    current: { setting, runs, error: error === undefined ? batch.error : error },
    before: isSame ? before : current !== null && drawnSeed(current) !== null ? current : before,
  };
}

function withRun(runs: Batch['runs'], arm: Arm, run: Run): Batch['runs'] {
  const [baseline, other] = runs;
  return arm === 0
    ? [new Map(baseline).set(run.seed, run), other]
    : [baseline, new Map(other).set(run.seed, run)];
}

/** Both runs of a seed, when both are done. */
export function pairOf({ runs }: Batch, seed: number): readonly [Run, Run] | null {
  const [baseline, other] = runs.map((arm) => arm.get(seed));
  if (baseline?.status !== 'done' || other?.status !== 'done') return null;
  return [baseline, other];
}

/** Seeds that are done under both algorithms. */
export function doneSeeds(batch: Batch): number[] {
  return [...batch.runs[0].keys()]
    .filter((seed) => pairOf(batch, seed) !== null)
    .sort((a, b) => a - b);
}

/** The ratios of the seeds that are done under both and have one. */
export function seedPairs(batch: Batch): SeedPair[] {
  return doneSeeds(batch).flatMap((seed) => {
    const [baseline, other] = (pairOf(batch, seed) ?? []).map(
      ({ result }) => result?.summary.throughput_ratio ?? null,
    );
    if (baseline === undefined || other === undefined) return [];
    return isRatio(baseline) && isRatio(other) ? [{ seed, baseline, other }] : [];
  });
}

export interface BatchNumbers {
  readonly pairs: readonly SeedPair[];
  readonly baseline: RatioInterval;
  readonly other: RatioInterval;
  readonly paired: RatioInterval;
}

/** null: no seed is done yet, or none has a ratio. */
export function batchNumbers(batch: Batch): BatchNumbers | null {
  const pairs = seedPairs(batch);
  const baseline = ratioInterval(pairs.map((pair) => pair.baseline));
  const other = ratioInterval(pairs.map((pair) => pair.other));
  const paired = pairedInterval(pairs);
  if (baseline === null || other === null || paired === null) return null;
  return { pairs, baseline, other, paired };
}

export const isWhole = (batch: Batch): boolean => doneSeeds(batch).length === SEED_COUNT;

/** The seed whose curves are shown: the first one at once, the typical one when all are there. */
export function drawnSeed(batch: Batch): number | null {
  const first = doneSeeds(batch)[0] ?? null;
  return isWhole(batch) ? (typicalSeed(seedPairs(batch)) ?? first) : first;
}
