import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState } from 'react';

import { runShared, type SharedWork } from '@/api/runs/sharedRuns';
import { isOver, type Run, type Scenario } from '@/api/types';

/** One scenario that is computed over several seeds. */
export interface SeedWork {
  /** Equal keys are equal work. */
  readonly key: string;
  readonly scenario: Scenario;
  readonly seeds: readonly number[];
}

export interface SeedRuns {
  /** The newest state of every run, by the key of its work and by seed. */
  readonly runs: ReadonlyMap<string, ReadonlyMap<number, Run>>;
  readonly doneCount: number;
  readonly wantedCount: number;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** So many at a time: the machine has others to serve as well. */
const MOST_AT_ONCE = 4;

type Runs = ReadonlyMap<string, ReadonlyMap<number, Run>>;

interface News {
  readonly key: string;
  readonly run: Run;
}

/**
 * Computes scenarios over seeds as runs without an owner, seed after seed, so that all items
 * have one soon. What is stored already is there at once.
 */
export function useSeedRuns(works: readonly SeedWork[]): SeedRuns {
  const queryClient = useQueryClient();
  const [runs, addRun] = useReducer(withRun, new Map());
  const [error, setError] = useState<{ of: string; error: Error } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify(works.map(({ key, seeds }) => [key, seeds]));
  const [current, setCurrent] = useState({ asked, works });
  // The same work, made anew by a render, begins nothing again.
  if (current.asked !== asked) setCurrent({ asked, works });
  useEffect(() => {
    const stop = new AbortController();
    const keys = new Map(current.works.map(({ key, scenario }) => [scenario, key]));
    const onState = ({ scenario }: SharedWork, run: Run) => {
      addRun({ key: keys.get(scenario) ?? '', run });
      if (isOver(run.status) && run.status !== 'done') {
        throw new Error(run.error?.message ?? run.status);
      }
    };
    runShared(queryClient, inTurns(current.works), MOST_AT_ONCE, stop.signal, onState).catch(
      (reason: unknown) => {
        if (stop.signal.aborted) return;
        const failure = reason instanceof Error ? reason : new Error(String(reason));
        setError({ of: current.asked, error: failure });
      },
    );
    return () => stop.abort();
  }, [queryClient, current, attempt]);
  const all = works.flatMap(({ key, seeds }) => seeds.map((seed) => runs.get(key)?.get(seed)));
  return {
    runs,
    doneCount: all.filter((run) => run?.status === 'done').length,
    wantedCount: all.length,
    error: error?.of === asked ? error.error : null,
    retry: useCallback(() => {
      setError(null);
      setAttempt((count) => count + 1);
    }, []),
  };
}

function withRun(runs: Runs, { key, run }: News): Runs {
  return new Map(runs).set(key, new Map(runs.get(key)).set(run.seed, run));
}

/** The first seed of every item, then the second; only the first is worth hurrying for. */
function inTurns(works: readonly SeedWork[]): SharedWork[] {
  const most = Math.max(0, ...works.map(({ seeds }) => seeds.length));
  return Array.from({ length: most }, (_, turn) => turn).flatMap((turn) =>
    works.flatMap(({ scenario, seeds }) => {
      const seed = seeds[turn];
      const queue = turn === 0 ? ('interactive' as const) : ('batch' as const);
      return seed === undefined ? [] : [{ scenario, seed, queue }];
    }),
  );
}
