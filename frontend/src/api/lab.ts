import { useQuery } from '@tanstack/react-query';

import { client } from './client';
import { unwrap } from './problem';

/** Which build of the simulator computes new runs; null while that is not known. */
export function useCoreVersion(): string | null {
  const { data } = useQuery({
    queryKey: ['ready'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/ready', { signal })),
    staleTime: Infinity,
    // Said at the foot of a page: not worth asking again and again.
    retry: false,
  });
  return data?.core_version ?? null;
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
