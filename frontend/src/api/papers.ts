/** The papers that the lab computes again. They change with its version only. */
import { useQuery } from '@tanstack/react-query';

import type { Paper, PaperListed } from '@/analysis/papers/types';

import { client } from './http/client';
import { unwrap } from './http/problem';

export function usePapers() {
  return useQuery({
    queryKey: ['papers'],
    queryFn: async ({ signal }): Promise<readonly PaperListed[]> =>
      (await unwrap(client.GET('/api/papers', { signal }))).items,
    staleTime: Infinity,
  });
}

export function usePaper(name: string) {
  return useQuery({
    queryKey: ['papers', name],
    queryFn: ({ signal }): Promise<Paper> =>
      unwrap(client.GET('/api/papers/{name}', { params: { path: { name } }, signal })),
    staleTime: Infinity,
  });
}

/** The page with all runs behind it as a data set: a ZIP. */
export function paperDataUrl(name: string): string {
  return `/api/papers/${encodeURIComponent(name)}/data`;
}
