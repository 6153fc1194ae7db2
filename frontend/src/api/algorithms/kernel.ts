/** The comparison with Linux. It changes with the lab's version only. */
import { useQuery } from '@tanstack/react-query';

import type { KernelComparison } from '@/analysis/papers/kernel';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';

export function useKernelComparison() {
  return useQuery({
    queryKey: ['kernel'],
    queryFn: ({ signal }): Promise<KernelComparison> =>
      unwrap(client.GET('/api/kernel', { signal })),
    staleTime: Infinity,
  });
}

/** Every case, every number and every run behind them: a ZIP. */
export const KERNEL_DATA_URL = '/api/kernel/data';
