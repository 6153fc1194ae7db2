import {
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { components } from '@/api/schema';

const ASK_AGAIN_MS = 400;
/** Windows that replay has passed take memory: a minute after that they are forgotten. */
const REPLAYED_KEPT_MS = 60_000;

type Range = readonly [fromSeconds: number, toSeconds: number];
export type PacketsRead = components['schemas']['PacketsRead'];

/** The packet events of a time. The first to ask has them computed, so they may take a while. */
function packetQuery(runId: string, [from_s, to_s]: Range, isWanted: boolean) {
  return queryOptions({
    queryKey: ['packets', runId, from_s, to_s],
    queryFn: ({ signal }) => {
      const params = { path: { run_id: runId }, query: { from_s, to_s } };
      return unwrap(client.GET('/api/runs/{run_id}/packets', { params, signal }));
    },
    staleTime: Infinity,
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      state.data?.status === 'queued' || state.data?.status === 'running' ? ASK_AGAIN_MS : false,
  });
}

export function usePackets(runId: string, range: Range, isWanted: boolean) {
  return useQuery(packetQuery(runId, range, isWanted));
}

export interface LoadedPackets {
  readonly data: PacketsRead | undefined;
  readonly error: Error | null;
}

/** Several windows of a run at once, in their order. */
export function usePacketWindows(
  runId: string,
  ranges: readonly Range[],
): readonly LoadedPackets[] {
  const combine = useCallback(
    (results: readonly UseQueryResult<PacketsRead>[]) => byWindow(ranges, results),
    [ranges],
  );
  const known = useQueries({
    queries: ranges.map((range) => ({
      ...packetQuery(runId, range, true),
      gcTime: REPLAYED_KEPT_MS,
    })),
    combine,
  });
  return useMemo(() => ranges.map((range) => known[keyOf(range)] ?? NOTHING), [ranges, known]);
}

const NOTHING: LoadedPackets = { data: undefined, error: null };

function keyOf([from_s]: Range): string {
  return `from ${from_s}`;
}

/**
 * Plain data, so that it keeps its identity while an answer that was there is only asked about
 * again. By window: what is combined is compared with what was, place by place and number by
 * number, and in a list that moves on by a window every place would hold other packets.
 */
function byWindow(
  ranges: readonly Range[],
  results: readonly UseQueryResult<PacketsRead>[],
): Readonly<Record<string, LoadedPackets>> {
  const windows = results.flatMap(({ data, error }, index) => {
    const range = ranges[index];
    return range === undefined ? [] : [[keyOf(range), { data, error }] as const];
  });
  return Object.fromEntries(windows);
}

export type PacketFormat = 'pcapng' | 'qlog';

/** Where the packets of a window that has been computed are had as a file. */
export function packetExportUrl(runId: string, [from_s, to_s]: Range, format: PacketFormat) {
  const part = new URLSearchParams({ from_s: `${from_s}`, to_s: `${to_s}` });
  return `/api/runs/${runId}/export/${format}?${part}`;
}

/** Asks again for what could not be had. */
export function useRetryPackets(runId: string): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['packets', runId] });
}
