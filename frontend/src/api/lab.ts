import { useQuery } from '@tanstack/react-query';

import { client } from './http/client';
import { unwrap } from './http/problem';

/** Which build of the simulator computes new runs; null while that is not known. */
export function useCoreVersion(): string | null {
  return useReady(Infinity)?.core_version ?? null;
}

/** Builds of workers that get no new runs, because a newer one is here as well. Asked now. */
export function useOlderCoreVersions(): readonly string[] {
  return useReady(0)?.older_core_versions ?? [];
}

function useReady(staleTime: number) {
  const { data } = useQuery({
    queryKey: ['ready'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/ready', { signal })),
    staleTime,
    // Said at the foot of a page: not worth asking again and again.
    retry: false,
  });
  return data;
}

const LOOK_MS = 1000;

/**
 * Whether a worker has ever started here; null while that is not known. Asked again and again until
 * one has, while `isAsked`.
 */
export function useHasHadWorker(isAsked: boolean): boolean | null {
  const { data } = useQuery({
    queryKey: ['ready', 'worker'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/ready', { signal })),
    enabled: isAsked,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.core_version == null ? LOOK_MS : false),
  });
  return data === undefined ? null : data.core_version !== null;
}
