import { useMutation, useQueryClient } from '@tanstack/react-query';

import { noteStarted } from '@/state/justStarted';

import { client } from './client';
import { unwrap } from './problem';
import { LIST_KEY, rememberRun } from './runs';
import { prefetchStartedRuns } from './prefetchRun';
import type { Run, Scenario } from './types';

export interface NewRun {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly name: string | null;
  /** What the scenario was made from, in words. */
  readonly forkedFrom?: string | null;
}

/** Asks for runs, all at once; the answers are kept, so that their page opens without waiting. */
export function useStartRuns() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: readonly NewRun[]) => {
      const runs = await Promise.all(wanted.map(startRun));
      for (const run of runs) {
        rememberRun(queryClient, run);
        // What is stored already is drawn at once.
        if (run.status !== 'done') noteStarted(run.id);
      }
      await prefetchStartedRuns(queryClient, runs);
      return runs;
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

function startRun({ scenario, seed, name, forkedFrom = null }: NewRun): Promise<Run> {
  const origin = forkedFrom === null ? {} : { forked_from: forkedFrom };
  return unwrap(client.POST('/api/runs', { body: { scenario, seed, name, ...origin } }));
}
