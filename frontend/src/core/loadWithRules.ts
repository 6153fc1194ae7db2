/** What the page needs to run a scenario by itself, each loaded once. */
import type { QueryClient } from '@tanstack/react-query';

import { anonymousClient } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';

import type { ScenarioRules } from './complete';
import { loadCore } from './load';

interface CoreWithRules {
  readonly module: WebAssembly.Module;
  /** The server's schema and its list of algorithms. */
  readonly rules: ScenarioRules;
}

export async function loadWithRules(queryClient: QueryClient): Promise<CoreWithRules> {
  const [module, schema, algorithms] = await Promise.all([
    loadCore(),
    queryClient.ensureQueryData({
      queryKey: ['schema', 'scenario'],
      queryFn: () => unwrap(anonymousClient.GET('/api/schema/scenario')),
      staleTime: Infinity,
    }),
    queryClient.ensureQueryData({
      queryKey: ['algorithms'],
      queryFn: () => unwrap(anonymousClient.GET('/api/algorithms')),
      staleTime: Infinity,
    }),
  ]);
  return { module, rules: { schema, algorithms } };
}
