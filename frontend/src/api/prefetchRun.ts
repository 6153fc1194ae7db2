/** What is requested before the page of a run is there. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';

import { readRun, runKey } from './runs';
import { isOver, type Run } from './types';

type PrefetchedRun = Pick<Run, 'id' | 'status' | 'scenario'>;
type PrefetchCurves = (queryClient: QueryClient, run: PrefetchedRun) => Promise<void>;

let prefetchCurves: PrefetchCurves = () => Promise.resolve();

/** The page of a run knows what else it asks for, once its code is here. */
export function setPrefetchRunCurves(prefetch: PrefetchCurves): void {
  prefetchCurves = prefetch;
}

type PrefetchEvents = (queryClient: QueryClient, runs: readonly Run[]) => Promise<void>;

let prefetchEvents: PrefetchEvents = () => Promise.resolve();

/** What follows runs comes with the code of their page, as the first page needs none of it. */
export function setPrefetchRunEvents(prefetch: PrefetchEvents): void {
  prefetchEvents = prefetch;
}

/** Runs that were just asked for, of which a page is about to open. */
export function prefetchStartedRuns(queryClient: QueryClient, runs: readonly Run[]): Promise<void> {
  return prefetchEvents(queryClient, runs);
}

/** Asks for the curves of a run before its page does. Resolves when it has them, or has none. */
export function prefetchRunCurves(queryClient: QueryClient, run: PrefetchedRun): Promise<void> {
  return prefetchCurves(queryClient, run);
}

/** Asks for a run that is over before its page does: a press is a tenth of a second long. */
export function usePrefetchRun() {
  const queryClient = useQueryClient();
  return (run: PrefetchedRun) => {
    const { id, status } = run;
    if (!isOver(status)) return;
    const asked = queryClient.query({
      queryKey: runKey(id),
      queryFn: () => readRun(id),
      staleTime: Infinity,
    });
    // The page asks again, and says what is wrong.
    asked.catch(() => undefined);
    void prefetchCurves(queryClient, run);
  };
}
