import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState } from 'react';

import { runShared, type SharedWork } from '@/api/sharedRuns';
import type { Run, Scenario } from '@/api/types';

import { drawnSeed, NO_BATCHES, withNews, type Batch, type BatchNews } from './batch';
import { armScenarios, SEEDS, type Setting } from './setting';

/** So many runs at a time: the machine has others to serve as well. */
const MOST_AT_ONCE = 4;

export interface Comparison {
  /** What the page shows: the current setting, or the one before until that has its first seed. */
  readonly shown: Batch | null;
  /** Shown is what was before the controls moved. */
  readonly isStale: boolean;
  /** The runs of seed 1 that are under way, for saying how far they are. */
  readonly underWay: readonly Run[];
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Runs all seeds of a setting under both algorithms, and again whenever the setting changes. */
export function useComparison(base: Scenario, setting: Setting): Comparison {
  const queryClient = useQueryClient();
  const [batches, tell] = useReducer(withNews, NO_BATCHES);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    void compare(queryClient, base, setting, controller.signal, tell);
    return () => controller.abort();
  }, [queryClient, base, setting, attempt]);

  const { current, before } = batches;
  const isCurrent = current?.setting === setting;
  const hasPair = isCurrent && drawnSeed(current) !== null;
  const last = current !== null && drawnSeed(current) !== null ? current : before;
  return {
    shown: hasPair ? current : last,
    isStale: !hasPair && last !== null,
    underWay: isCurrent && !hasPair ? current.runs.flatMap((arm) => [...arm.values()]) : [],
    error: isCurrent ? current.error : null,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  };
}

/**
 * The first seed of both alone, so that its curves come soon; then all others in the queue that
 * stands behind whatever somebody else is waiting for.
 */
async function compare(
  queryClient: QueryClient,
  base: Scenario,
  setting: Setting,
  signal: AbortSignal,
  tell: (news: BatchNews) => void,
): Promise<void> {
  const [baseline, other] = armScenarios(base, setting);
  // A refusal of one run stops the others too: they would be refused alike.
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort());
  const onState = ({ scenario }: SharedWork, run: Run) => {
    tell({ setting, arrived: { arm: scenario === baseline ? 0 : 1, run } });
    if (run.status === 'failed' || run.status === 'cancelled') throw runFailure(run);
  };
  const runAll = (seeds: readonly number[], queue: 'interactive' | 'batch') => {
    const works = seeds.flatMap((seed) => [
      { scenario: baseline, seed, queue },
      { scenario: other, seed, queue },
    ]);
    return runShared(queryClient, works, MOST_AT_ONCE, stop.signal, onState);
  };
  tell({ setting, error: null });
  try {
    await runAll(SEEDS.slice(0, 1), 'interactive');
    await runAll(SEEDS.slice(1), 'batch');
  } catch (error) {
    if (!signal.aborted) tell({ setting, error: asError(error) });
    stop.abort();
  }
}

function runFailure({ seed, error, status }: Run): Error {
  return new Error(`Seed ${seed}: ${error?.message ?? status}`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
