import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { components } from '@/api/schema';
import type { Run } from '@/api/types';

const ASK_AGAIN_MS = 1000;
/** A worker that is free takes a run sooner: there is nothing to say about that. */
const SHORT_WAIT_MS = 600;

export type Waiting = components['schemas']['WaitingRead'];

/** What a run waits for that has been queued for a while; null if there is nothing to say. */
export function useWaiting(run: Run | undefined): Waiting | null {
  const id = run?.status === 'queued' ? run.id : null;
  const isLong = useIsLong(id);
  const { data } = useQuery({
    queryKey: ['run', id, 'waiting'],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET('/api/runs/{run_id}/waiting', {
          params: { path: { run_id: id ?? '' } },
          signal,
        }),
      ),
    enabled: isLong,
    // The page itself says when the lab does not answer.
    retry: false,
    refetchInterval: ASK_AGAIN_MS,
  });
  return isLong && data !== undefined ? data : null;
}

/** Whether this has been the run that waits for longer than a moment. */
function useIsLong(id: string | null): boolean {
  const [longId, setLongId] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(() => setLongId(id), SHORT_WAIT_MS);
    return () => {
      clearTimeout(timer);
      setLongId(null);
    };
  }, [id]);
  return id !== null && longId === id;
}
