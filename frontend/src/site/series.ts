/** The series of a run at the resolution asked for, as backend/lab/series/service.py answers. */
import type { components } from '@/api/schema';
import { isOver } from '@/api/types';
import type { CoreChunk, CoreSubject } from '@/core/chunk';

import {
  bucketize,
  chooseGrid,
  endTimes,
  groupBuckets,
  nanoseconds,
  type Buckets,
  type Grid,
  type Values,
} from './buckets';
import type { StoredRun } from './storage';

type SeriesRead = components['schemas']['SeriesRead'];
type SubjectRead = components['schemas']['SubjectRead'];
type ColumnRead = components['schemas']['ColumnRead'];

const USUAL_POINTS = 1000;

export type SampledRun = Pick<StoredRun, 'id' | 'status' | 'scenario'>;

export function readSeries(
  run: SampledRun,
  chunks: readonly CoreChunk[],
  query: URLSearchParams,
): SeriesRead {
  const { scenario, status, id } = run;
  const last = chunks.at(-1);
  const sampleCount = last === undefined ? 0 : last.firstSample + last.sampleCount;
  const sampleSeconds = scenario.sample_interval_s;
  const grid = chooseGrid({
    sampleCount,
    sampleSeconds,
    fromSeconds: numberOf(query, 'from_s', 0),
    toSeconds: numberOf(query, 'to_s', scenario.duration_s),
    points: numberOf(query, 'points', USUAL_POINTS),
  });
  return {
    run_id: id,
    sample_interval_s: sampleSeconds,
    sample_count: sampleCount,
    complete: isOver(status),
    from_s: nanoseconds(grid.first * sampleSeconds),
    to_s: nanoseconds(grid.end * sampleSeconds),
    bucket_samples: grid.width,
    time_s: endTimes(grid, sampleSeconds),
    subjects: grid.end === grid.first ? [] : subjectsOf(run, chunks, grid, query),
  };
}

function numberOf(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name);
  return text === null ? usual : Number(text);
}

function subjectsOf(
  { scenario }: SampledRun,
  chunks: readonly CoreChunk[],
  grid: Grid,
  query: URLSearchParams,
): SubjectRead[] {
  const metrics = new Set(query.getAll('metrics'));
  const asked = query.getAll('subjects');
  const columns = new Columns(chunks, grid, metrics);
  const shown = columns.subjects.filter(
    ({ kind, index }) =>
      asked.length === 0 || asked.includes(kind) || asked.includes(`${kind}:${index}`),
  );
  const groups = scenario.flows.flatMap((_, group) =>
    asked.includes('group') || asked.includes(`group:${group}`) ? [group] : [],
  );
  const groupOfFlow = scenario.flows.flatMap(({ count }, group) =>
    Array.from({ length: count }, () => group),
  );
  return [
    ...shown.map(({ kind, index }) => ({
      subject: kind,
      index,
      columns: mapped(columns.of(kind, index), (found) => toColumn(found, grid)),
    })),
    ...groups.map((group) => {
      const members = columns.subjects
        .filter(({ kind, index }) => kind === 'flow' && groupOfFlow[index] === group)
        .map(({ index }) => columns.of('flow', index));
      return { subject: 'group' as const, index: group, columns: groupColumns(members) };
    }),
  ];
}

function groupColumns(members: readonly ReadonlyMap<string, Buckets>[]) {
  const names = new Set(members.flatMap((member) => [...member.keys()]));
  return Object.fromEntries(
    [...names].map((name): [string, ColumnRead] => {
      const means = members.flatMap((member) => member.get(name)?.mean ?? []);
      const { mean, min, max, p10, p90 } = groupBuckets(means);
      const listed = { mean: listOf(mean), min: listOf(min), max: listOf(max) };
      return [name, { ...listed, p10: listOf(p10), p90: listOf(p90) }];
    }),
  );
}

/** The wanted columns of each subject on the grid, put together from chunks when asked for. */
class Columns {
  readonly subjects: readonly CoreSubject[];
  readonly #chunks: readonly CoreChunk[];
  readonly #grid: Grid;
  readonly #metrics: ReadonlySet<string>;

  constructor(chunks: readonly CoreChunk[], grid: Grid, metrics: ReadonlySet<string>) {
    // Every chunk has all subjects with all of their columns.
    this.subjects = chunks[0]?.subjects ?? [];
    this.#chunks = chunks;
    this.#grid = grid;
    this.#metrics = metrics;
  }

  of(kind: CoreSubject['kind'], index: number): ReadonlyMap<string, Buckets> {
    const found = new Map<string, Values>();
    const { first, end } = this.#grid;
    for (const chunk of this.#chunks) {
      const { firstSample, sampleCount, subjects } = chunk;
      const from = Math.max(firstSample, first);
      const to = Math.min(firstSample + sampleCount, end);
      if (from >= to) continue;
      const subject = subjects.find((each) => each.kind === kind && each.index === index);
      for (const [name, values] of subject?.columns ?? []) {
        if (this.#metrics.size > 0 && !this.#metrics.has(name)) continue;
        const target = found.get(name) ?? new Float64Array(end - first).fill(NaN);
        target.set(values.subarray(from - firstSample, to - firstSample), from - first);
        found.set(name, target);
      }
    }
    return new Map([...found].map(([name, values]) => [name, bucketize(values, this.#grid)]));
  }
}

function mapped<A, B>(columns: ReadonlyMap<string, A>, to: (column: A) => B): Record<string, B> {
  return Object.fromEntries([...columns].map(([name, column]) => [name, to(column)]));
}

/** Where each bucket is one sample, its extremes are the sample. */
function toColumn({ mean, min, max }: Buckets, grid: Grid): ColumnRead {
  if (grid.width === 1) return { mean: listOf(mean) };
  return { mean: listOf(mean), min: listOf(min), max: listOf(max) };
}

function listOf(values: Values): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}
