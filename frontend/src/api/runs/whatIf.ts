/** What would change: single alterations of a run's scenario, each over seeds. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { Schemas } from '@/api/types';

export type WhatIf = Schemas['WhatIfRead'];
export type WhatIfRequest = Schemas['WhatIfRequest'];
export type Alteration = WhatIfRequest['alterations'][number];
export type WhatIfOffers = Schemas['WhatIfOffers'];

const REFRESH_MS = 1000;

const tableKey = (id: string) => ['what-if', id] as const;

/** The usual questions about a run. */
export function useWhatIfOffers(runId: string) {
  return useQuery({
    queryKey: ['what-if-offers', runId],
    queryFn: ({ signal }) => {
      const params = { path: { run_id: runId } };
      return unwrap(client.GET('/api/runs/{run_id}/what-if', { params, signal }));
    },
    staleTime: Infinity,
  });
}

/** Asks; stored answers are there at once. */
export function useAskWhatIf(runId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: WhatIfRequest) =>
      unwrap(
        client.POST('/api/runs/{run_id}/what-if', { params: { path: { run_id: runId } }, body }),
      ),
    onSuccess: (table) => queries.setQueryData(tableKey(table.experiment_id), table),
  });
}

/** The table as far as it is known; while something is computed it is asked for again. */
export function useWhatIf(experimentId: string | null) {
  return useQuery({
    queryKey: tableKey(experimentId ?? ''),
    queryFn: ({ signal }) => {
      const params = { path: { experiment_id: experimentId ?? '' } };
      return unwrap(client.GET('/api/what-if/{experiment_id}', { params, signal }));
    },
    enabled: experimentId !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? REFRESH_MS : false),
  });
}
