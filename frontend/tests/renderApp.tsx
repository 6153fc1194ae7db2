import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { App } from '@/app/App';
import { createAppRouter } from '@/app/router';

/** The whole app at an address, without a network: give it answers with `fakeApi` first. */
export function renderApp(address: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(<App router={router} queryClient={queryClient} />);
  // Without style sheets nothing keeps a pointer off, and to look for it at every press takes long.
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  return { ...view, router, queryClient, user };
}
