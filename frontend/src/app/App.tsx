import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';

import { shouldRetry } from '@/api/problem';
import { followScheme } from '@/ui/colorScheme';

import { embeddedScheme } from './embedded';
import type { AppRouter } from './router';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: shouldRetry, refetchOnWindowFocus: false } },
  });
}

interface AppProps {
  readonly router: AppRouter;
  readonly queryClient: QueryClient;
}

export function App({ router, queryClient }: AppProps) {
  useEffect(() => followScheme(embeddedScheme(window.location)), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
