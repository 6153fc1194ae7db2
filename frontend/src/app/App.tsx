import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';

import { shouldRetry } from '@/api/problem';

import { embeddedColorScheme } from './embedded';
import type { AppRouter } from './router';
import { theme } from './theme';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: shouldRetry, refetchOnWindowFocus: false } },
  });
}

// The key is read by public/color-scheme.js too, before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'lab-color-scheme' });
const embeddedScheme = embeddedColorScheme(window.location);

interface AppProps {
  readonly router: AppRouter;
  readonly queryClient: QueryClient;
}

export function App({ router, queryClient }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      {...(embeddedScheme === null ? {} : { forceColorScheme: embeddedScheme })}
      // These two would insert <style> elements, which a strict content security policy refuses.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
