import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { runShared } from '@/api/sharedRuns';
import type { Run, Scenario } from '@/api/types';

import type { Arm } from './caseNumbers';

/** So many runs at a time: nobody has asked for these, others may have asked for theirs. */
const MOST_AT_ONCE = 2;

export interface CaseRuns {
  readonly baseline: Arm;
  readonly own: Arm;
  readonly error: Error | null;
}

const NOTHING: CaseRuns = { baseline: new Map(), own: new Map(), error: null };

/** Runs every seed of a case under both algorithms; what is stored already comes at once. */
export function useCase(
  baseline: Scenario,
  own: Scenario,
  seedCount: number,
  attempt: number,
): CaseRuns {
  const queryClient = useQueryClient();
  const [runs, setRuns] = useState(NOTHING);
  useEffect(() => {
    const controller = new AbortController();
    const tell = (change: (old: CaseRuns) => CaseRuns) => {
      if (!controller.signal.aborted) setRuns(change);
    };
    const seeds = Array.from({ length: seedCount }, (_, index) => index + 1);
    void runBoth(queryClient, { baseline, own }, seeds, controller.signal, tell);
    return () => controller.abort();
  }, [queryClient, baseline, own, seedCount, attempt]);
  return runs;
}

async function runBoth(
  queryClient: QueryClient,
  { baseline, own }: { readonly baseline: Scenario; readonly own: Scenario },
  seeds: readonly number[],
  signal: AbortSignal,
  tell: (change: (old: CaseRuns) => CaseRuns) => void,
): Promise<void> {
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort());
  const works = seeds.flatMap((seed) => [
    { scenario: baseline, seed },
    { scenario: own, seed },
  ]);
  tell(() => NOTHING);
  try {
    await runShared(queryClient, works, MOST_AT_ONCE, stop.signal, ({ scenario }, run) => {
      const arm = scenario === baseline ? 'baseline' : 'own';
      tell((old) => ({ ...old, [arm]: new Map(old[arm]).set(run.seed, run) }));
      if (run.status === 'failed' || run.status === 'cancelled') throw failureOf(run);
    });
  } catch (error) {
    stop.abort();
    tell((old) => ({ ...old, error: error instanceof Error ? error : new Error(String(error)) }));
  }
}

function failureOf({ seed, error, status }: Run): Error {
  return new Error(`Seed ${seed}: ${error?.message ?? status}`);
}
