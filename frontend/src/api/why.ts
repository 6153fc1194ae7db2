import { useQuery } from '@tanstack/react-query';

import { LIMIT_METRICS } from '@/analysis/series/limits';
import type { Columns } from '@/analysis/series/series';

import { client } from './client';
import { unwrap } from './problem';
import { seriesKey } from './series';

/** Enough to find a stretch and to zoom to it. */
const POINTS = 400;

export interface LimitSeries {
  /** End of each bucket. */
  readonly timeSeconds: readonly number[];
  readonly bucketSeconds: number;
  /** By group index: the mean over the flows of the group. */
  readonly groups: ReadonlyMap<number, Columns>;
}

/** What limited each group over the whole run, at a resolution for links. */
export function useLimitSeries(runId: string, isWanted: boolean) {
  return useQuery({
    queryKey: [...seriesKey(runId), 'limits'],
    queryFn: ({ signal }) => readLimits(runId, signal),
    staleTime: Infinity,
    enabled: isWanted,
  });
}

async function readLimits(runId: string, signal: AbortSignal): Promise<LimitSeries> {
  const query = { metrics: [...LIMIT_METRICS], subjects: ['group'], points: POINTS };
  const params = { path: { run_id: runId }, query };
  const read = await unwrap(client.GET('/api/runs/{run_id}/series', { params, signal }));
  return {
    timeSeconds: read.time_s,
    bucketSeconds: read.bucket_samples * read.sample_interval_s,
    groups: new Map(read.subjects.map(({ index, columns }) => [index, columns])),
  };
}

/** Named phenomena of a finished run, with their times. */
export function usePhenomena(runId: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['phenomena', runId],
    queryFn: ({ signal }) => {
      const params = { path: { run_id: runId } };
      return unwrap(client.GET('/api/runs/{run_id}/phenomena', { params, signal }));
    },
    staleTime: Infinity,
    enabled: isWanted,
  });
}
