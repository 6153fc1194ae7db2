/** The papers that the lab computes again. They change with its version only. */
import { useQuery } from '@tanstack/react-query';

import type { Paper, PaperListed } from '@/analysis/paperTypes';

import { client } from './client';
import { unwrap } from './problem';

export function usePapers() {
  return useQuery({
    queryKey: ['papers'],
    queryFn: async ({ signal }) => (await ask<{ items: PaperListed[] }>('', signal)).items,
    staleTime: Infinity,
  });
}

export function usePaper(name: string) {
  return useQuery({
    queryKey: ['papers', name],
    queryFn: ({ signal }) => ask<Paper>(`/${encodeURIComponent(name)}`, signal),
    staleTime: Infinity,
  });
}

type Answer<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

function ask<T>(path: string, signal: AbortSignal): Promise<T> {
  const get = client.GET as (path: string, init: object) => Answer<T>;
  return unwrap(get(`/api/papers${path}`, { signal }));
}
