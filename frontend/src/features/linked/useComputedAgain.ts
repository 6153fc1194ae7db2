import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { LinkedResult } from '@/analysis/links/resultLink';
import { client } from '@/api/client';
import { unwrap } from '@/api/problem';
import { useRuns } from '@/api/runs';
import { useStartRuns } from '@/opening/startRuns';
import { useRunEvents } from '@/api/stream';
import type { Run, Scenario } from '@/api/types';

export type Outcome = { readonly runId: string | null } & (
  | { readonly kind: 'computing' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'other-behaviour'; readonly here: number }
  | { readonly kind: 'equal' | 'different' }
);

/** Asks for the run once the core here is known to behave as the link says. */
export function useComputedAgain(linked: LinkedResult): Outcome {
  const speed = useQuery({
    queryKey: ['speed'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/speed', { signal })),
  });
  const here = speed.data?.behaviour_version ?? null;
  const isSame = here === linked.behaviourVersion;
  const { mutate, data: started, error: startError } = useStartRuns();
  const { content, seed } = linked;
  const key = JSON.stringify([content, seed]);
  useEffect(() => {
    if (!isSame) return;
    const [scenario, ownSeed] = JSON.parse(key) as [Scenario, number];
    mutate([{ scenario, seed: ownSeed, name: null, forkedFrom: 'a link' }]);
  }, [isSame, key, mutate]);
  const { runs, error } = useRuns((started ?? []).map(({ id }) => id));
  useRunEvents(runs);
  const failure = speed.error ?? startError ?? error;
  if (failure !== null) return { kind: 'refused', runId: null, message: failure.message };
  if (here !== null && !isSame) return { kind: 'other-behaviour', runId: null, here };
  return outcomeOf(runs[0], linked);
}

function outcomeOf(run: Run | undefined, linked: LinkedResult): Outcome {
  if (run === undefined) return { kind: 'computing', runId: null };
  const { id: runId, status, result, error } = run;
  if (status === 'failed' || status === 'cancelled') {
    return { kind: 'refused', runId, message: error?.message ?? 'The run was cancelled.' };
  }
  if (result === null) return { kind: 'computing', runId };
  const isEqual =
    result.series_digest === linked.seriesDigest && result.summary_digest === linked.summaryDigest;
  return { kind: isEqual ? 'equal' : 'different', runId };
}
