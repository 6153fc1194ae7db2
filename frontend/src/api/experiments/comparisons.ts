/** Comparisons: numbers of several items beside a baseline. The service stores none of them. */
import { useQuery } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { Schemas } from '@/api/types';

export type Comparison = Schemas['ComparisonRead'];
export type ComparedRead = Schemas['ComparedItem'];
export type ComparedMetric = Schemas['ComparedMetric'];
export type ItemEstimate = Schemas['ItemEstimate'];
export type ItemDifference = Schemas['ItemDifference'];
export type ItemRequest = Schemas['ItemRequest'];

const FRESH_MS = 10_000;
const REFRESH_MS = 3_000;

/**
 * `of` names the items; `requests` are what there is of them, null while something is missing. More
 * seeds of the same items come in: the old numbers stay until the new ones are there.
 */
export function useComparison(
  of: string,
  requests: readonly ItemRequest[] | null,
  baselineIndex: number,
) {
  return useQuery({
    queryKey: ['comparison', of, baselineIndex, requests],
    queryFn: ({ signal }) => {
      const body = { items: [...(requests ?? [])], baseline_index: baselineIndex };
      return unwrap(client.POST('/api/comparisons', { body, signal }));
    },
    enabled: requests !== null,
    placeholderData: (old, query) =>
      query?.queryKey[1] === of && query.queryKey[2] === baselineIndex ? old : undefined,
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) === true ? REFRESH_MS : false),
  });
}

/** More of its seeds will get numbers. */
export function isOpen({ cell, seeds, seed_count }: ComparedRead): boolean {
  return cell?.experiment_status === 'running' && seeds.length < seed_count;
}

/** A run's scenario over seeds, as far as their numbers are known: nothing is computed. */
export function knownSeeds(runId: string, seeds: readonly number[]): ItemRequest {
  return { label: '', run_ids: [runId], seeds: [...seeds] };
}

/** Every seed of every item that was asked for has numbers. */
export function isWhole({ items }: Pick<Comparison, 'items'>): boolean {
  return items.every(({ seeds, seed_count }) => seeds.length === seed_count);
}
