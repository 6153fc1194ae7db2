/** Modules that take part in the league: who is in, how far each is, entering and withdrawing. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import { hasServer } from '@/api/http/transport';
import type { Schemas } from '@/api/types';

export type LeagueModule = Schemas['EntryRead'];

const REFRESH_MS = 1500;
const ENTRIES = '/api/league/entries' as const;
const KEY = ['leagueEntries'] as const;

function isBeingComputed({ state }: Pick<LeagueModule, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** All that take part. While one is computed it is asked for again. */
export function useLeagueEntries() {
  const queries = useQueryClient();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<readonly LeagueModule[]>(KEY) ?? [];
      const entries = await unwrap(client.GET(ENTRIES, { signal }));
      const done = ofState(entries, 'done');
      // Who is done has places now.
      if (before.length > 0 && done !== ofState(before, 'done'))
        void queries.invalidateQueries({ queryKey: ['league'] });
      return entries;
    },
    enabled: hasServer(),
    refetchInterval: ({ state }) =>
      state.data?.some(isBeingComputed) === true ? REFRESH_MS : false,
  });
}

function ofState(entries: readonly LeagueModule[], wanted: LeagueModule['state']): string {
  return entries
    .filter(({ state }) => state === wanted)
    .map(({ sha256 }) => sha256)
    .join();
}

/** Lets a stored module of one's own take part. */
export function useEnterLeague() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly sha256: string; readonly author: string }) =>
      unwrap(client.POST(ENTRIES, { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useWithdraw() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sha256: string) =>
      unwrap(client.DELETE('/api/league/entries/{sha256}', { params: { path: { sha256 } } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: KEY });
      await queries.invalidateQueries({ queryKey: ['league'] });
    },
  });
}
