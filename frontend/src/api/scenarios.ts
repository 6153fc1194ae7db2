import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';

import { client } from './client';
import { unwrap } from './problem';
import type { Checked, Derived, Run, Scenario } from './types';

/**
 * Asks the server whether a scenario is valid and what follows from it. The error is a
 * `ProblemError` that names every field. null: nothing to check yet.
 */
export function useScenarioCheck(scenario: Scenario | null) {
  return useQuery({
    ...checkOptions(scenario),
    enabled: scenario !== null,
    placeholderData: keepPreviousData,
  });
}

/** What follows from the scenarios of runs that have no result to say it yet; null for the others. */
export function useDerived(runs: readonly Run[]): readonly (Derived | null)[] {
  return useQueries({
    queries: runs.map(({ scenario, result }) => ({
      ...checkOptions(scenario),
      enabled: result === null,
    })),
    combine: derivedOf,
  });
}

function derivedOf(results: readonly UseQueryResult<Checked>[]): (Derived | null)[] {
  return results.map(({ data }) => data?.derived ?? null);
}

function checkOptions(scenario: Scenario | null) {
  return {
    queryKey: ['check', scenario],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Checked> => {
      if (scenario === null) throw new Error('There is no scenario to check.');
      return unwrap(client.POST('/api/scenarios/check', { body: { scenario }, signal }));
    },
    staleTime: Infinity,
  };
}
