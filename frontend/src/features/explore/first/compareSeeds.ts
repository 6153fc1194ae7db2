/** Runs the seeds of a setting that are not stored, and reports each result. */
import type { QueryClient } from '@tanstack/react-query';

import { readSeeds } from '@/api/runs/seeds';
import { runShared, type SharedWork } from '@/api/runs/sharedRuns';
import type { Run, SeedsTogether } from '@/api/types';

import type { BatchNews } from './batch';
import { armScenarios, SEEDS, type Comparable, type Setting } from './setting';

/** So many runs at a time: the machine has others to serve as well. */
const MOST_AT_ONCE = 4;
/** Seeds that come in faster than this are shown together. */
const LOOK_MS = 350;

type Report = (news: BatchNews) => void;

/**
 * One question for what is stored, then the missing seeds: the first of both alone, the others in
 * the queue behind the runs that users wait for.
 */
export async function compareSeeds(
  queryClient: QueryClient,
  comparable: Comparable,
  setting: Setting,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const scenarios = armScenarios(comparable, setting);
  const queryKey = ['seeds', scenarios];
  const known = queryClient.getQueryData<SeedsTogether>(queryKey);
  // A refusal of one run stops the others too: they would be refused alike.
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort());
  report({ setting, error: null });
  try {
    const stored = known ?? (await readSeeds(scenarios, SEEDS));
    if (signal.aborted) return;
    report({ setting, together: stored });
    if (stored.missing.length === 0) queryClient.setQueryData(queryKey, stored);
    if (stored.missing.length > 0) await runMissing(stored.missing);
  } catch (error) {
    if (!signal.aborted) report({ setting, error: asError(error) });
    stop.abort();
  }

  async function runMissing(missing: readonly number[]) {
    const look = sharedLook(async () => {
      const together = await readSeeds(scenarios, SEEDS);
      if (!signal.aborted) report({ setting, together });
      if (together.missing.length === 0) queryClient.setQueryData(queryKey, together);
    });
    const onState = (_: SharedWork, run: Run) => {
      report({ setting, run });
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
      // A failed read is repeated with the next seed; the last one reports the reason.
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
