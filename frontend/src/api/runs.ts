import {
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';

import { noteStarted } from '@/state/justStarted';

import { client } from './client';
import { askAgainMs, isPassing, unwrap } from './problem';
import { isOver, type Run, type Scenario } from './types';

export const runKey = (id: string) => ['run', id] as const;
const LIST_KEY = ['runs'] as const;
const PAGE_RUNS = 50;

/** Several runs at once, in the order asked; `runs` is shorter until all of them are there. */
export function useRuns(ids: readonly string[]) {
  const queryClient = useQueryClient();
  const { runs, error } = useQueries({
    queries: ids.map((id) => ({
      queryKey: runKey(id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        unwrap(client.GET('/api/runs/{run_id}', { params: { path: { run_id: id } }, signal })),
      staleTime: Infinity,
      refetchInterval: askAgainMs,
    })),
    combine: present,
  });
  const retry = () =>
    void Promise.all(ids.map((id) => queryClient.resetQueries({ queryKey: runKey(id) })));
  return { runs, error, retry };
}

type RunAhead = Pick<Run, 'id' | 'status' | 'scenario'>;
type AskAhead = (queryClient: QueryClient, run: RunAhead) => void;

let askMoreAhead: AskAhead = () => undefined;

/** The page of a run knows what else it asks for, once its code is here. */
export function onRunAhead(ask: AskAhead): void {
  askMoreAhead = ask;
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
    askMoreAhead(queryClient, run);
  };
}

export function readRun(id: string): Promise<Run> {
  return unwrap(client.GET('/api/runs/{run_id}', { params: { path: { run_id: id } } }));
}

// Outside of the hook, so that its result keeps its identity while nothing has changed.
function present(results: readonly UseQueryResult<Run>[]) {
  const runs = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  // What is known of a run stays while its newest state is refused for the moment.
  const failed = results.find(
    ({ data, error }) => error !== null && (data === undefined || !isPassing(error)),
  );
  return { runs, error: failed?.error ?? null };
}

/** My runs, newest first, page by page. */
export function useMyRuns() {
  return useInfiniteQuery({
    queryKey: LIST_KEY,
    queryFn: ({ pageParam, signal }) => {
      const query =
        pageParam === null ? { limit: PAGE_RUNS } : { limit: PAGE_RUNS, cursor: pageParam };
      return unwrap(client.GET('/api/runs', { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // What waits or runs goes on while the list is open.
    refetchInterval: ({ state }) => {
      const runs = state.data?.pages.flatMap(({ items }) => items) ?? [];
      return runs.some(({ status }) => status === 'queued' || status === 'running') ? 2000 : false;
    },
  });
}

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
    mutationFn: (wanted: readonly NewRun[]) => Promise.all(wanted.map(startRun)),
    onSuccess: (runs) => {
      for (const run of runs) {
        rememberRun(queryClient, run);
        // What is stored already is drawn at once.
        if (run.status !== 'done') noteStarted(run.id);
      }
      void queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}

function startRun({ scenario, seed, name, forkedFrom = null }: NewRun): Promise<Run> {
  const origin = forkedFrom === null ? {} : { forked_from: forkedFrom };
  return unwrap(client.POST('/api/runs', { body: { scenario, seed, name, ...origin } }));
}

export function rememberRun(queryClient: QueryClient, run: Run): void {
  queryClient.setQueryData(runKey(run.id), run);
}

export function useCancelRun() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(client.POST('/api/runs/{run_id}/cancel', { params: { path: { run_id: id } } })),
    onSuccess: (run) => rememberRun(queryClient, run),
  });
}

/** Gives a run another name; the page and the list show it at once. */
export function useRenameRun() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      unwrap(
        client.PATCH('/api/runs/{run_id}', { params: { path: { run_id: id } }, body: { name } }),
      ),
    onSuccess: (run) => {
      rememberRun(queryClient, run);
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}
