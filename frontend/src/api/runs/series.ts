import {
  useQueries,
  type Query,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';

import { EMPTY_SERIES, type Columns, type SeriesGrid } from '@/analysis/series/series';

import { client } from '@/api/http/client';
import { askAgainMs, unwrap } from '@/api/http/problem';
import type { components } from '@/api/schema';
import { isOver, type Run, type Timeline, type Unsampled } from '@/api/types';

type SeriesRead = components['schemas']['SeriesRead'];

export const seriesKey = (runId: string) => ['series', runId] as const;
export const timelineKey = (runId: string) => ['timeline', runId] as const;

export interface SeriesRequest {
  readonly metrics: readonly string[];
  readonly flowIndices: readonly number[];
  /** The groups of flows too: mean, lowest and highest. */
  readonly hasGroups?: boolean;
  /** All flows, however many. */
  readonly hasAllFlows?: boolean;
  /** Which link; 0 is the bottleneck. */
  readonly linkIndex?: number;
  /** null: the whole run. */
  readonly range: readonly [fromSeconds: number, toSeconds: number] | null;
  /** About one for each pixel. */
  readonly points: number;
}

interface LoadedSeries {
  readonly runId: string;
  readonly grid: SeriesGrid;
  readonly isComplete: boolean;
}

const NONE: Unsampled = new Map();

/**
 * The series of several runs in one range, thinned by the server to what can be drawn. Of those in
 * `unsampled` there are no samples yet: the stream of their events reports the first.
 */
export function useSeries(
  runIds: readonly string[],
  request: SeriesRequest,
  isWanted: boolean,
  unsampled = NONE,
) {
  return useQueries({
    queries: runIds.map((id) => ({
      ...seriesQuery(id, request),
      enabled: isWanted,
      initialData: () => nothingYet(id, unsampled.get(id)),
      refetchInterval: askAgainMs,
      // Another range of the same run may stand in for a moment, another run may not.
      placeholderData: (old: LoadedSeries | undefined) => (old?.runId === id ? old : undefined),
    })),
    combine: dataAndError<LoadedSeries>,
  });
}

function seriesQuery(id: string, request: SeriesRequest) {
  return {
    queryKey: [...seriesKey(id), request],
    queryFn: ({ signal }: { signal: AbortSignal }) => readSeries(id, request, signal),
    staleTime: Infinity,
  };
}

function timelineQuery(id: string) {
  const params = { path: { run_id: id } };
  return {
    queryKey: timelineKey(id),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      unwrap(client.GET('/api/runs/{run_id}/timeline', { params, signal })),
    staleTime: Infinity,
  };
}

function nothingYet(runId: string, sampleIntervalSeconds: number | undefined) {
  if (sampleIntervalSeconds === undefined) return undefined;
  return { runId, grid: { ...EMPTY_SERIES, sampleIntervalSeconds }, isComplete: false };
}

/**
 * Asks for what the page of a run draws first, before that page is there: the curves, and then its
 * phases. Resolves when there are curves, or none will come.
 */
export async function prefetchRunSamples(
  queryClient: QueryClient,
  id: string,
  request: SeriesRequest,
): Promise<void> {
  // What does not come is asked for by the page, which says so.
  await queryClient.query(seriesQuery(id, request)).catch(() => undefined);
  queryClient.query(timelineQuery(id)).catch(() => undefined);
}

/** Whether a query is for curves of a run of which there are none yet. */
export function isFirstSeries({ queryKey, state }: Query, runId: string): boolean {
  const [kind, id] = seriesKey(runId);
  return queryKey[0] === kind && queryKey[1] === id && state.data === undefined;
}

/** Whether of curves or phases not all are there: they were read before the run ended. */
export function isPart({ state }: Query): boolean {
  const data = state.data as Partial<LoadedSeries & Timeline> | undefined;
  return data?.isComplete !== true && data?.complete !== true;
}

// Outside of the hooks, so that their result keeps its identity while nothing has changed.
function dataAndError<T>(results: readonly UseQueryResult<T>[]) {
  return {
    data: results.map(({ data }) => data),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    /** Asks again for what failed, without waiting. */
    retry: () => {
      for (const { error, refetch } of results) if (error !== null) void refetch();
    },
  };
}

/** The run is over, and only a part of its curves has come. */
export function isPartOfRun({ status }: Run, series: LoadedSeries | undefined): boolean {
  return isOver(status) && series?.isComplete === false;
}

async function readSeries(runId: string, request: SeriesRequest, signal: AbortSignal) {
  const query = {
    metrics: [...request.metrics],
    subjects: subjectsOf(request),
    points: request.points,
    ...(request.range === null ? {} : { from_s: request.range[0], to_s: request.range[1] }),
  };
  const params = { path: { run_id: runId }, query };
  const series = await unwrap(client.GET('/api/runs/{run_id}/series', { params, signal }));
  return { runId, grid: toGrid(series), isComplete: series.complete };
}

function subjectsOf(request: SeriesRequest): string[] {
  const { flowIndices, hasGroups, hasAllFlows, linkIndex = 0 } = request;
  const flows = hasAllFlows === true ? ['flow'] : flowIndices.map((index) => `flow:${index}`);
  return [`link:${linkIndex}`, ...flows, ...(hasGroups === true ? ['group'] : [])];
}

export function toGrid(series: Omit<SeriesRead, 'run_id'>): SeriesGrid {
  const flows = new Map<number, Columns>();
  const groups = new Map<number, Columns>();
  let link: Columns = {};
  for (const { subject, index, columns } of series.subjects) {
    if (subject === 'flow') flows.set(index, columns);
    else if (subject === 'group') groups.set(index, columns);
    else link = columns;
  }
  if (series.time_s.length === 0) {
    return { ...EMPTY_SERIES, sampleIntervalSeconds: series.sample_interval_s };
  }
  return {
    timeSeconds: series.time_s,
    sampleIntervalSeconds: series.sample_interval_s,
    bucketSamples: series.bucket_samples,
    flows,
    groups,
    link,
  };
}

/** Phases and events of several runs, over their whole length. */
export function useTimelines(runIds: readonly string[], isWanted: boolean, unsampled = NONE) {
  return useQueries({
    queries: runIds.map((id) => ({
      ...timelineQuery(id),
      enabled: isWanted,
      initialData: () =>
        unsampled.has(id) ? { run_id: id, phases: [], events: [], complete: false } : undefined,
      refetchInterval: askAgainMs,
    })),
    combine: dataAndError<Timeline>,
  });
}

interface Found {
  readonly data: readonly unknown[];
  readonly error: Error | null;
  readonly retry: () => void;
}

/** What of the curves and phases of runs is not there, and how to ask for it without waiting. */
export function missingOf(series: Found, timelines?: Found) {
  return {
    error: series.error ?? timelines?.error ?? null,
    hasPart: series.data.some((each) => each !== undefined),
    onRetry: () => {
      series.retry();
      timelines?.retry();
    },
  };
}
