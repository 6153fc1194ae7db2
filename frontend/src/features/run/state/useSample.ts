import { useQuery } from '@tanstack/react-query';

import { toInstant } from '@/analysis/numbers/instant';
import { type Columns, type SeriesGrid, valueAt } from '@/analysis/series/series';
import type { Span } from '@/analysis/series/span';
import { client } from '@/api/http/client';
import { askAgainMs, unwrap } from '@/api/http/problem';
import { seriesKey, toGrid } from '@/api/runs/series';

/**
 * Most samples of one answer, and about the most values in it: they are asked for together, so that
 * stepping through time asks seldom.
 */
const MOST_SAMPLES = 100;
const MOST_VALUES = 40_000;
/** Variables of a flow, about. */
const VARIABLES = 24;

/** The sample that holds a moment: i covers (i*dt, (i+1)*dt]. */
export function sampleAt(timeSeconds: number, sampleSeconds: number): number {
  return Math.max(0, Math.ceil(nanoseconds(timeSeconds) / nanoseconds(sampleSeconds)) - 1);
}

/** Both are whole ones: a sample ends at one moment, and the next begins right behind it. */
function nanoseconds(seconds: number): number {
  return Math.round(seconds * 1e9);
}

interface SampleBlock {
  readonly firstSample: number;
  readonly count: number;
}

export function blockOf(sample: number, flowCount: number): SampleBlock {
  const room = Math.floor(MOST_VALUES / (VARIABLES * Math.max(1, flowCount)));
  const count = Math.max(1, Math.min(MOST_SAMPLES, room));
  return { firstSample: Math.floor(sample / count) * count, count };
}

interface SampleSource {
  readonly runId: string;
  readonly sampleSeconds: number;
  /** null: all flows. */
  readonly flowIndices: readonly number[] | null;
  readonly flowCount: number;
}

/** One sample as it was written, nothing thinned. */
export interface Sample {
  readonly span: Span;
  readonly flow: (flowIndex: number, metric: string) => number | null;
  readonly link: (metric: string) => number | null;
}

interface SampleState {
  /** null: not there (yet). */
  readonly sample: Sample | null;
  readonly error: Error | null;
}

/** Every variable of flows and link in the sample that holds a moment; null: none is wanted. */
export function useSample(source: SampleSource, timeSeconds: number | null): SampleState {
  const { runId, sampleSeconds, flowIndices, flowCount } = source;
  const index = sampleAt(timeSeconds ?? 0, sampleSeconds);
  const block = blockOf(index, flowIndices?.length ?? flowCount);
  const { data, error } = useQuery({
    queryKey: [...seriesKey(runId), 'samples', block, flowIndices],
    queryFn: ({ signal }) => readBlock(source, block.firstSample, block.count, signal),
    enabled: timeSeconds !== null,
    refetchInterval: askAgainMs,
    staleTime: Infinity,
  });
  const row = timeSeconds === null || data === undefined ? -1 : rowOf(data, index, sampleSeconds);
  return { error, sample: data === undefined || row < 0 ? null : sampleOf(data, row) };
}

async function readBlock(
  { runId, sampleSeconds, flowIndices }: SampleSource,
  firstSample: number,
  count: number,
  signal: AbortSignal,
): Promise<SeriesGrid> {
  // From the middle of the first to the middle of the last, whatever rounding does.
  const from_s = (firstSample + 0.5) * sampleSeconds;
  const to_s = (firstSample + count - 0.5) * sampleSeconds;
  const flows = flowIndices === null ? ['flow'] : flowIndices.map((each) => `flow:${each}`);
  const query = { subjects: ['link:0', ...flows], from_s, to_s, points: count };
  const params = { path: { run_id: runId }, query };
  return toGrid(await unwrap(client.GET('/api/runs/{run_id}/series', { params, signal })));
}

/** Where the sample stands in its block; -1: the run has not got there, or it was thinned. */
function rowOf(grid: SeriesGrid, index: number, sampleSeconds: number): number {
  if (grid.bucketSamples !== 1) return -1;
  const end = (index + 1) * sampleSeconds;
  return grid.timeSeconds.findIndex((time) => Math.abs(time - end) < sampleSeconds / 4);
}

function sampleOf(grid: SeriesGrid, row: number): Sample {
  const toSeconds = grid.timeSeconds[row] ?? 0;
  const read = (columns: Columns | undefined, metric: string) =>
    valueAt(columns?.[metric]?.mean, row);
  return {
    span: {
      fromSeconds: toInstant(toSeconds - grid.sampleIntervalSeconds),
      toSeconds,
      samples: 1,
    },
    flow: (flowIndex, metric) => read(grid.flows.get(flowIndex), metric),
    link: (metric) => read(grid.link, metric),
  };
}
