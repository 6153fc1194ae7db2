/** Searches for the simplest situation in which something goes badly. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { Schemas } from '@/api/types';

export type CounterexampleSearch = Schemas['SearchRead'];
export type FoundSituation = Schemas['FoundSituation'];
export type SearchGoal = Schemas['SearchCreate']['goal'];

const REFRESH_MS = 1500;
const SEARCHES = '/api/counterexamples' as const;
const KEY = ['counterexamples'] as const;

export function isOpen({ status }: Pick<CounterexampleSearch, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** The last ones of this browser, the newest first. */
export function useMySearches() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => unwrap(client.GET(SEARCHES, { signal })),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) === true ? REFRESH_MS : false),
  });
}

/** One search, asked for again while it is running. */
export function useSearch(id: string) {
  return useQuery({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET(`${SEARCHES}/{search_id}`, { signal, params: { path: { search_id: id } } }),
      ),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isOpen(state.data) ? REFRESH_MS : false,
  });
}

export function useStartSearch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['SearchCreate']) => unwrap(client.POST(SEARCHES, { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useCancelSearch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(
        client.POST(`${SEARCHES}/{search_id}/cancel`, { params: { path: { search_id: id } } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
