/** What is asked for before the page of a run is there. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';

import { readRun, runKey } from './runs';
import { isOver, type Run } from './types';

type RunAhead = Pick<Run, 'id' | 'status' | 'scenario'>;
type AskAhead = (queryClient: QueryClient, run: RunAhead) => Promise<void>;

let askMoreAhead: AskAhead = () => Promise.resolve();

/** The page of a run knows what else it asks for, once its code is here. */
export function onRunAhead(ask: AskAhead): void {
  askMoreAhead = ask;
}

type FollowAhead = (queryClient: QueryClient, runs: readonly Run[]) => Promise<void>;

let followAhead: FollowAhead = () => Promise.resolve();

/** What follows runs comes with the code of their page, as the first page needs none of it. */
export function onRunsStarted(follow: FollowAhead): void {
  followAhead = follow;
}

/** Runs that were just asked for, of which a page is about to open. */
export function openAhead(queryClient: QueryClient, runs: readonly Run[]): Promise<void> {
  return followAhead(queryClient, runs);
}

/** Asks for the curves of a run before its page does. Resolves when it has them, or has none. */
export function askCurvesAhead(queryClient: QueryClient, run: RunAhead): Promise<void> {
  return askMoreAhead(queryClient, run);
}

/** Asks for a run that is over before its page does: a press is a tenth of a second long. */
export function useRunAhead() {
  const queryClient = useQueryClient();
  return (run: RunAhead) => {
    const { id, status } = run;
    if (!isOver(status)) return;
    const asked = queryClient.query({
      queryKey: runKey(id),
      queryFn: () => readRun(id),
      staleTime: Infinity,
    });
    // The page asks again, and says what is wrong.
    asked.catch(() => undefined);
    void askMoreAhead(queryClient, run);
  };
}
