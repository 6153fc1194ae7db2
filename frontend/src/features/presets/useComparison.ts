import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState } from 'react';

import { readSeeds } from '@/api/seeds';
import { runShared, type SharedWork } from '@/api/sharedRuns';
import type { Run, SeedsTogether } from '@/api/types';

import {
  firstSeedProgress,
  NO_BATCHES,
  isPreview,
  seedCount,
  withNews,
  type Batch,
  type BatchNews,
  type Batches,
  type FirstSeedProgress,
} from './batch';
import { runPreview } from './runPreview';
import {
  armScenarios,
  knownCase,
  previewScenarios,
  SEEDS,
  type Comparable,
  type Setting,
} from './setting';

/** So many runs at a time: the machine has others to serve as well. */
const MOST_AT_ONCE = 4;
/** Seeds that come in faster than this are shown together. */
const LOOK_MS = 350;

export interface Comparison {
  /** The current setting, or the one before until the start of a seed of that is known. */
  readonly shown: Batch | null;
  /** Shown is what was before the controls moved. */
  readonly isStale: boolean;
  /** Runs of the current setting that wait or are computed. */
  readonly underWay: readonly Run[];
  /** How far its first seed is; null: no worker has started it. */
  readonly firstSeed: FirstSeedProgress | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** All seeds of a setting under both algorithms, and again whenever the setting changes. */
export function useComparison(comparable: Comparable, setting: Setting): Comparison {
  const queryClient = useQueryClient();
  // What ships is drawn with the page and not after it.
  const [batches, tell] = useReducer(withNews, null, () => shippedBatches(comparable, setting));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const known = knownCase(comparable, setting);
    if (known !== null) tell({ setting, together: known.together, error: null });
    else void compare(queryClient, comparable, setting, controller.signal, tell);
    return () => controller.abort();
  }, [queryClient, comparable, setting, attempt]);

  const { current, before } = batches;
  const isCurrent = current?.setting === setting;
  const last = current !== null && hasSomething(current) ? current : before;
  return {
    shown: last,
    isStale: last !== null && !(isCurrent && last === current),
    underWay: isCurrent ? [...current.underWay.values()] : [],
    firstSeed: isCurrent ? firstSeedProgress(current) : null,
    error: isCurrent ? current.error : null,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  };
}

const hasSomething = (batch: Batch): boolean => seedCount(batch) > 0 || isPreview(batch);

function shippedBatches(comparable: Comparable, setting: Setting): Batches {
  const known = knownCase(comparable, setting);
  return known === null
    ? NO_BATCHES
    : withNews(NO_BATCHES, { setting, together: known.together, error: null });
}

type Tell = (news: BatchNews) => void;

/**
 * One question for what is stored. Where that is nothing, the start of one seed is run first, so
 * that something comes at once; then the missing seeds, the first of both alone, the others in the
 * queue that stands behind what somebody else waits for.
 */
async function compare(
  queryClient: QueryClient,
  comparable: Comparable,
  setting: Setting,
  signal: AbortSignal,
  tell: Tell,
): Promise<void> {
  const scenarios = armScenarios(comparable, setting);
  const queryKey = ['seeds', scenarios];
  const known = queryClient.getQueryData<SeedsTogether>(queryKey);
  // A refusal of one run stops the others too: they would be refused alike.
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort());
  tell({ setting, error: null });
  try {
    const stored = known ?? (await readSeeds(scenarios, SEEDS));
    if (signal.aborted) return;
    tell({ setting, together: stored });
    if (stored.missing.length === 0) queryClient.setQueryData(queryKey, stored);
    const starts = stored.seeds.length > 0 ? null : previewScenarios(comparable, setting);
    if (starts !== null) {
      await runPreview(queryClient, starts, stop.signal, (news) => tell({ setting, ...news }));
    }
    if (signal.aborted) return;
    if (stored.missing.length > 0) await runMissing(stored.missing);
  } catch (error) {
    if (!signal.aborted) tell({ setting, error: asError(error) });
    stop.abort();
  }

  async function runMissing(missing: readonly number[]) {
    const look = sharedLook(async () => {
      const together = await readSeeds(scenarios, SEEDS);
      if (!signal.aborted) tell({ setting, together });
      if (together.missing.length === 0) queryClient.setQueryData(queryKey, together);
    });
    const onState = (_: SharedWork, run: Run) => {
      tell({ setting, run });
      if (run.status === 'failed' || run.status === 'cancelled') throw runFailure(run);
      if (run.status === 'done') look.soon();
    };
    const runAll = (seeds: readonly number[], queue: 'interactive' | 'batch') => {
      const works = seeds.flatMap((seed) =>
        scenarios.map((scenario) => ({ scenario, seed, queue })),
      );
      return runShared(queryClient, works, MOST_AT_ONCE, stop.signal, onState);
    };
    try {
      await runAll(missing.slice(0, 1), 'interactive');
      // The first answer waits for nothing; what cannot be read now is read with the next seed.
      look.now().catch(() => undefined);
      await runAll(missing.slice(1), 'batch');
    } finally {
      look.end();
    }
    if (!signal.aborted) await look.now();
  }
}

/** Looks not more often than every `LOOK_MS`, however often it is asked to. */
function sharedLook(look: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    soon: () => {
      // What cannot be read now is read with the next seed, or at the end, which says why not.
      timer ??= setTimeout(() => {
        timer = null;
        look().catch(() => undefined);
      }, LOOK_MS);
    },
    end: () => {
      if (timer !== null) clearTimeout(timer);
    },
    now: look,
  };
}

function runFailure({ seed, error, status }: Run): Error {
  return new Error(`Seed ${seed}: ${error?.message ?? status}`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
