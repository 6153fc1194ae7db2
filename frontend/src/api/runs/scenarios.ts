import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { Checked, Derived, Run, Scenario } from '@/api/types';

const SPEED_STALE_MS = 60_000;

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

/** How fast this server computes runs of each size; asked now and then, for it changes slowly. */
export function useSpeed() {
  return useQuery({
    queryKey: ['speed'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/speed', { signal })),
    staleTime: SPEED_STALE_MS,
  });
}

/**
 * What follows from the scenarios of runs; null while it is not known. Those without a result ask
 * at once, for it cannot say what their plots need; the others when they may.
 */
export function useDerived(runs: readonly Run[], mayAsk: boolean): readonly (Derived | null)[] {
  const open = runs.filter(({ result }) => mayAsk || result === null);
  // Two runs of one scenario ask once.
  const digests = [...new Set(open.map(({ scenario_digest }) => scenario_digest))];
  const answers = useQueries({
    queries: digests.map((digest) =>
      checkOptions(
        open.find(({ scenario_digest }) => scenario_digest === digest)?.scenario ?? null,
      ),
    ),
    combine: derivedOf,
  });
  const asked = digests.join();
  return useMemo(
    () => runs.map((run) => answers[asked.split(',').indexOf(run.scenario_digest)] ?? null),
    [runs, answers, asked],
  );
}

function derivedOf(results: readonly UseQueryResult<Checked>[]): (Derived | null)[] {
  return results.map(({ data }) => data?.derived ?? null);
}

/** What follows from a scenario that may be anything; refused with every field that is wrong. */
export function checkScenario(scenario: object): Promise<Checked> {
  return unwrap(client.POST('/api/scenarios/check', { body: { scenario: scenario as Scenario } }));
}

/** Every rendering asks for it, and a scenario may have 4 MB. */
const hashes = new WeakMap<object, string>();

function hashOf(scenario: Scenario | null): string {
  if (scenario === null) return '["check",null]';
  const hash = hashes.get(scenario) ?? JSON.stringify(['check', scenario]);
  hashes.set(scenario, hash);
  return hash;
}

function checkOptions(scenario: Scenario | null) {
  return {
    queryKey: ['check', scenario],
    // The library's own sorts keys, with a call for each number of a trace that has half a million.
    queryKeyHashFn: () => hashOf(scenario),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Checked> => {
      if (scenario === null) throw new Error('There is no scenario to check.');
      return unwrap(client.POST('/api/scenarios/check', { body: { scenario }, signal }));
    },
    staleTime: Infinity,
  };
}
