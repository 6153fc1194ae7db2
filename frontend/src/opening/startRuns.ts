import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import { LIST_KEY, rememberRun } from '@/api/runs/runs';
import { BEHAVIOUR_HEADER } from '@/api/http/transport';
import type { Run, Scenario } from '@/api/types';

import { noteStarted } from './justStarted';

interface NewRun {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly name: string | null;
  /** What the scenario was made from, in words. */
  readonly forkedFrom?: string | null;
  /** Of the core that computes it, where that is an older one. */
  readonly behaviour?: number | null;
}

/** Asks for runs, all at once; the answers are kept, so that their page opens without waiting. */
export function useStartRuns() {
  return useStarting(startRuns);
}

/** The same of runs whose page opens then: what it will ask for is asked for before. */
export function useOpenRuns() {
  return useStarting(async (queryClient, wanted) => {
    // Fetched while the server answers. Without it the page asks by itself.
    const code = import('./prefetchRun').catch(() => null);
    const runs = await startRuns(queryClient, wanted);
    await (await code)?.prefetchRunEvents(queryClient, runs);
    return runs;
  });
}

function useStarting(start: typeof startRuns) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (wanted: readonly NewRun[]) => start(queryClient, wanted),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

async function startRuns(queryClient: QueryClient, wanted: readonly NewRun[]): Promise<Run[]> {
  const runs = await Promise.all(wanted.map(startRun));
  for (const run of runs) {
    rememberRun(queryClient, run);
    // What is stored already is drawn at once.
    if (run.status !== 'done') noteStarted(run.id);
  }
  return runs;
}

function startRun(wanted: NewRun): Promise<Run> {
  const { scenario, seed, name, forkedFrom = null, behaviour = null } = wanted;
  const origin = forkedFrom === null ? {} : { forked_from: forkedFrom };
  const headers = behaviour === null ? {} : { [BEHAVIOUR_HEADER]: String(behaviour) };
  return unwrap(client.POST('/api/runs', { body: { scenario, seed, name, ...origin }, headers }));
}
