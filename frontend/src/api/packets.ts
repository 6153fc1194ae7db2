import { useQuery } from '@tanstack/react-query';

import { client } from './client';
import { unwrap } from './problem';

const ASK_AGAIN_MS = 400;

/** The packet events of a time. The first to ask has them computed, so they may take a while. */
export function usePackets(runId: string, range: readonly [number, number], isWanted: boolean) {
  const [from_s, to_s] = range;
  return useQuery({
    queryKey: ['packets', runId, from_s, to_s],
    queryFn: ({ signal }) => {
      const params = { path: { run_id: runId }, query: { from_s, to_s } };
      return unwrap(client.GET('/api/runs/{run_id}/packets', { params, signal }));
    },
    staleTime: Infinity,
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      state.data?.status === 'queued' || state.data?.status === 'running' ? ASK_AGAIN_MS : false,
  });
}
