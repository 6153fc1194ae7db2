import {
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { askAgainMs, isPassing, unwrap } from '@/api/http/problem';
import type { Run } from '@/api/types';

export const runKey = (id: string) => ['run', id] as const;
export const LIST_KEY = ['runs'] as const;
const PAGE_RUNS = 50;
const CHECK_MS = 5000;

/** Several runs at once, in the order asked; `runs` is shorter until all of them are there. */
export function useRuns(ids: readonly string[]) {
  const queryClient = useQueryClient();
  const { runs, error } = useQueries({
    queries: ids.map((id) => ({
      queryKey: runKey(id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        unwrap(client.GET('/api/runs/{run_id}', { params: { path: { run_id: id } }, signal })),
      staleTime: Infinity,
      refetchInterval: (query: { state: { data?: Run | undefined; error: Error | null } }) =>
        askAgainMs(query) || untilCheckedMs(query.state.data),
    })),
    combine: present,
  });
  const retry = () =>
    void Promise.all(ids.map((id) => queryClient.resetQueries({ queryKey: runKey(id) })));
  return { runs, error, retry };
}

/** A worker of the lab is about to compute again what one elsewhere has sent. */
function untilCheckedMs(run: Run | undefined): number | false {
  const sent = run?.computed_elsewhere;
  return sent?.is_drawn === true && !sent.is_confirmed ? CHECK_MS : false;
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
    // Runs that wait or are computed change while the list is open.
    refetchInterval: ({ state }) => {
      const runs = state.data?.pages.flatMap(({ items }) => items) ?? [];
      return runs.some(({ status }) => status === 'queued' || status === 'running') ? 2000 : false;
    },
  });
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
