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
