import { useQuery } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';

const ASK_AGAIN_MS = 800;

/** The chain of causes of one flow. Of an older run a worker may have to find it first. */
export function useCauses(runId: string, flowIndex: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['causes', runId, flowIndex],
    queryFn: ({ signal }) => {
      const params = { path: { run_id: runId }, query: { flows: [flowIndex] } };
      return unwrap(client.GET('/api/runs/{run_id}/causes', { params, signal }));
    },
    staleTime: Infinity,
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      state.data?.status === 'queued' || state.data?.status === 'running' ? ASK_AGAIN_MS : false,
  });
}

/** Named phenomena of a finished run, with their times. */
export function usePhenomena(runId: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['phenomena', runId],
    queryFn: ({ signal }) => {
      const params = { path: { run_id: runId } };
      return unwrap(client.GET('/api/runs/{run_id}/phenomena', { params, signal }));
    },
    staleTime: Infinity,
    enabled: isWanted,
  });
}
