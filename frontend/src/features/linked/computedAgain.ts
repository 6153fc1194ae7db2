/** A run that a link holds, computed again here, and what came of it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { readResultFragment, type LinkedResult } from '@/analysis/links/resultLink';
import { UnreadableError } from '@/analysis/links/scenarioLink';
import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import { useRuns } from '@/api/runs/runs';
import { useRunEvents } from '@/api/runs/stream';
import { hasOlderCore } from '@/api/http/transport';
import type { Run, Scenario } from '@/api/types';
import { useStartRuns } from '@/opening/startRuns';

export function readSafely(fragment: string): LinkedResult | UnreadableError {
  try {
    return readResultFragment(fragment);
  } catch (error) {
    return error instanceof UnreadableError ? error : new UnreadableError(String(error));
  }
}

export type Outcome = { readonly runId: string | null } & (
  | { readonly kind: 'computing' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'other-behaviour'; readonly here: number }
  | { readonly kind: 'equal' | 'different'; readonly isOlder: boolean }
);

/** Asks for the run once the core here is known to behave as the link says. */
export function useComputedAgain(linked: LinkedResult): Outcome {
  const speed = useQuery({
    queryKey: ['speed'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/speed', { signal })),
  });
  const here = speed.data?.behaviour_version ?? null;
  const older = useQuery({
    queryKey: ['older core', linked.behaviourVersion],
    queryFn: () => hasOlderCore(linked.behaviourVersion),
    staleTime: Infinity,
    enabled: here !== null && here !== linked.behaviourVersion,
  });
  const isOlder = older.data === true;
  const canCompute = here === linked.behaviourVersion || isOlder;
  const { mutate, data: started, error: startError } = useStartRuns();
  const { content, seed } = linked;
  const key = JSON.stringify([content, seed, isOlder ? linked.behaviourVersion : null]);
  useEffect(() => {
    if (!canCompute) return;
    const [scenario, ownSeed, behaviour] = JSON.parse(key) as [Scenario, number, number | null];
    mutate([{ scenario, seed: ownSeed, name: null, forkedFrom: 'a link', behaviour }]);
  }, [canCompute, key, mutate]);
  const { runs, error } = useRuns((started ?? []).map(({ id }) => id));
  useRunEvents(runs);
  const failure = speed.error ?? older.error ?? startError ?? error;
  if (failure !== null) return { kind: 'refused', runId: null, message: failure.message };
  if (here !== null && older.data === false) return { kind: 'other-behaviour', runId: null, here };
  return outcomeOf(runs[0], linked, isOlder);
}

function outcomeOf(run: Run | undefined, linked: LinkedResult, isOlder: boolean): Outcome {
  if (run === undefined) return { kind: 'computing', runId: null };
  const { id: runId, status, result, error } = run;
  if (status === 'failed' || status === 'cancelled') {
    return { kind: 'refused', runId, message: error?.message ?? 'The run was cancelled.' };
  }
  if (result === null) return { kind: 'computing', runId };
  const isEqual =
    result.series_digest === linked.seriesDigest && result.summary_digest === linked.summaryDigest;
  return { kind: isEqual ? 'equal' : 'different', runId, isOlder };
}
