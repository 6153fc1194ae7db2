import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState } from 'react';

import type { Run } from '@/api/types';

import {
  firstSeedProgress,
  NO_BATCHES,
  seedCount,
  withNews,
  type Batch,
  type Batches,
  type FirstSeedProgress,
} from './batch';
import { knownCase, type Comparable, type Setting } from './setting';

/** Shipped results do not need this: it loads after the first picture. */
const loadCompareSeeds = () => import('./compareSeeds');

export interface Comparison {
  /** The current setting, or the one before until a seed of that is known. */
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
  // Shipped results are drawn with the page and not after it.
  const [batches, report] = useReducer(withNews, null, () => shippedBatches(comparable, setting));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    loadCompareSeeds().catch(() => undefined);
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const known = knownCase(comparable, setting);
    if (known !== null) report({ setting, together: known.together, error: null });
    else {
      loadCompareSeeds().then(
        ({ compareSeeds }) =>
          signal.aborted ? null : compareSeeds(queryClient, comparable, setting, signal, report),
        (error: unknown) => {
          if (!signal.aborted) report({ setting, error: asError(error) });
        },
      );
    }
    return () => controller.abort();
  }, [queryClient, comparable, setting, attempt]);

  const { current, before } = batches;
  const isCurrent = current?.setting === setting;
  const last = current !== null && seedCount(current) > 0 ? current : before;
  return {
    shown: last,
    isStale: last !== null && !(isCurrent && last === current),
    underWay: isCurrent ? [...current.underWay.values()] : [],
    firstSeed: isCurrent ? firstSeedProgress(current) : null,
    error: isCurrent ? current.error : null,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  };
}

function shippedBatches(comparable: Comparable, setting: Setting): Batches {
  const known = knownCase(comparable, setting);
  return known === null
    ? NO_BATCHES
    : withNews(NO_BATCHES, { setting, together: known.together, error: null });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
