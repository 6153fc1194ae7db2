/** Runs that a page starts to show something, followed while they compute. They are nobody's. */
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { nobodysClient } from './client';
import { unwrap } from './problem';
import { rememberRun, useRuns } from './runs';
import { useRunEvents } from './stream';
import type { Run, Scenario } from './types';

export interface LiveWork {
  readonly scenario: Scenario;
  readonly seed: number;
}

export interface LiveRuns {
  /** In the order in which they were asked for; none before that. */
  readonly runs: readonly Run[];
  readonly start: (works: readonly LiveWork[]) => void;
  readonly isStarting: boolean;
  readonly error: Error | null;
}

/** What is stored already is there at once; the series of the others grow while they compute. */
export function useLiveRuns(): LiveRuns {
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: (works: readonly LiveWork[]) => Promise.all(works.map(startNobodys)),
    onSuccess: (runs) => runs.forEach((run) => rememberRun(queryClient, run)),
  });
  const { runs, error } = useRuns((starting.data ?? []).map(({ id }) => id));
  useRunEvents(runs);
  return {
    runs,
    start: (works) => starting.mutate(works),
    isStarting: starting.isPending,
    error: starting.error ?? error,
  };
}

function startNobodys({ scenario, seed }: LiveWork): Promise<Run> {
  return unwrap(nobodysClient.POST('/api/runs', { body: { scenario, seed } }));
}
