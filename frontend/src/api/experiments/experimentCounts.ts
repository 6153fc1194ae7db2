import { useQuery } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import type { CellCounts } from './experimentTypes';
import { unwrap } from '@/api/http/problem';

type Get = (path: string, init: object) => Promise<{ data?: CellCounts; response: Response }>;

/** How many runs of each cell are done; asked for as long as there is an address for it. */
export function useCellCounts(url: string | null, id: string, revision: number) {
  return useQuery({
    queryKey: ['experiment', id, 'counts', revision],
    // The address is the server's own word and no part of the client's table.
    queryFn: ({ signal }) => unwrap((client.GET as unknown as Get)(url ?? '', { signal })),
    enabled: url !== null,
    placeholderData: (old, query) => (query?.queryKey[1] === id ? old : undefined),
    staleTime: Infinity,
    gcTime: 30_000,
  });
}
