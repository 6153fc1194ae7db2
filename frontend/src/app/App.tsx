import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';

import { isLabAway, onConnection, watchNetwork } from '@/api/http/connection';
import { shouldRetry, UnreachableError } from '@/api/http/problem';
import { pageUrl } from '@/api/http/transport';
import { followScheme } from '@/ui/colorScheme';

import { embeddedScheme } from './embedded';
import type { AppRouter } from './router';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A lab on this machine answers without a network, so no question waits for one.
      queries: { retry: shouldRetry, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Requests that failed while the lab was unreachable are repeated once it answers. */
function catchUp(queryClient: QueryClient): void {
  if (isLabAway()) return;
  void queryClient.refetchQueries({
    predicate: ({ state }) => state.error instanceof UnreachableError,
  });
}

interface AppProps {
  readonly router: AppRouter;
  readonly queryClient: QueryClient;
}

export function App({ router, queryClient }: AppProps) {
  useEffect(() => followScheme(embeddedScheme(pageUrl())), []);
  useEffect(watchNetwork, []);
  useEffect(() => onConnection(() => catchUp(queryClient)), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
