/** Experiments: definitions, progress and actions. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';

import type { ExperimentDefinition } from '@/analysis/experiment/definition';

import { client } from '@/api/http/client';
import type { Experiment } from './experimentTypes';
import { unwrap } from '@/api/http/problem';
import type { Schemas } from '@/api/types';

export type * from './experimentTypes';

const ONE = '/api/experiments/{experiment_id}' as const;
const LIST_KEY = ['experiments'] as const;
const PAGE_EXPERIMENTS = 30;
const REFRESH_MS = 1000;
const LIST_REFRESH_MS = 2000;

const experimentKey = (id: string) => ['experiment', id] as const;

/** One experiment; while it runs it is asked for again, by default each second. */
export function useExperiment(id: string | null, refreshMs = REFRESH_MS) {
  return useQuery({
    queryKey: experimentKey(id ?? ''),
    queryFn: ({ signal }) => readExperiment(id ?? '', signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? refreshMs : false),
  });
}

/** Estimates of one metric by cell; the old ones stay until those of a new revision are there. */
export function useExperimentMap(id: string, metric: string, revision: number, isWanted = true) {
  return useQuery({
    queryKey: [...experimentKey(id), 'map', metric, revision],
    queryFn: ({ signal }) => {
      const params = { path: at(id), query: { metric } };
      return unwrap(client.GET(`${ONE}/map`, { params, signal }));
    },
    placeholderData: (old, query) => (isOf(query, id, metric) ? old : undefined),
    staleTime: Infinity,
    gcTime: SHORT_MS,
    enabled: isWanted,
  });
}

/** What each cell still needs for the wanted precision; asked only where one is wanted. */
export function useExperimentPrecision(id: string, revision: number, isWanted: boolean) {
  return useQuery({
    queryKey: [...experimentKey(id), 'precision', revision],
    queryFn: ({ signal }) =>
      unwrap(client.GET(`${ONE}/precision`, { params: { path: at(id) }, signal })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: SHORT_MS,
    enabled: isWanted,
  });
}

/** The other arms against the baseline, paired by seed; wanted only where there are arms. */
export function useExperimentDifferences(
  id: string,
  metric: string,
  revision: number,
  isWanted = true,
) {
  return useQuery({
    queryKey: [...experimentKey(id), 'differences', metric, revision],
    queryFn: ({ signal }) => {
      const params = { path: at(id), query: { metric } };
      return unwrap(client.GET(`${ONE}/differences`, { params, signal }));
    },
    placeholderData: (old, query) => (isOf(query, id, metric) ? old : undefined),
    staleTime: Infinity,
    gcTime: SHORT_MS,
    enabled: isWanted,
  });
}

/** Two metrics of single units, with an ellipse for each arm. */
export function useExperimentPoints(
  id: string,
  { x, y, cells }: { x: string; y: string; cells: readonly number[] },
  revision: number,
  isWanted = true,
) {
  return useQuery({
    queryKey: [...experimentKey(id), 'points', x, y, cells, revision],
    queryFn: ({ signal }) => {
      const params = { path: at(id), query: { x, y, cells: [...cells] } };
      return unwrap(client.GET(`${ONE}/points`, { params, signal }));
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: SHORT_MS,
    enabled: isWanted,
  });
}

/** Every number of one cell, seed by seed; null: no cell is chosen. */
export function useExperimentCell(id: string, cellIndex: number | null, revision: number) {
  return useQuery({
    queryKey: [...experimentKey(id), 'cell', cellIndex, revision],
    queryFn: ({ signal }) => {
      const params = { path: { ...at(id), cell_index: cellIndex ?? 0 } };
      return unwrap(client.GET(`${ONE}/cells/{cell_index}`, { params, signal }));
    },
    placeholderData: (old, query) => (isOf(query, id, cellIndex) ? old : undefined),
    staleTime: Infinity,
    gcTime: SHORT_MS,
    enabled: cellIndex !== null,
  });
}

/** Where a file with one row for each unit is; a link can open it. */
export function experimentTableUrl(id: string): string {
  return `/api/experiments/${id}/table.csv`;
}

/** Where an experiment that is over is as a file of a format. */
export function experimentExportUrl(id: string, format: string): string {
  return `/api/experiments/${id}/export/${format}`;
}

/** My experiments, newest first, page by page. */
export function useExperimentList(search: string) {
  return useInfiniteQuery({
    queryKey: [...LIST_KEY, search],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_EXPERIMENTS,
        ...(search === '' ? {} : { q: search }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      return unwrap(client.GET('/api/experiments', { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) => {
      const all = state.data?.pages.flatMap(({ items }) => items) ?? [];
      return all.some(({ status }) => status === 'running') ? LIST_REFRESH_MS : false;
    },
  });
}

/** The size and cost of a definition, or a `ProblemError`; null: nothing to check. */
export function useExperimentCheck(experiment: ExperimentDefinition | null) {
  return useQuery({
    queryKey: ['experiment-check', experiment],
    queryFn: ({ signal }) => {
      if (experiment === null) throw new Error('There is no experiment to check.');
      const body = { experiment: toWire(experiment) };
      return unwrap(client.POST('/api/experiments/check', { body, signal }));
    },
    enabled: experiment !== null,
    placeholderData: keepPreviousData,
    // What is stored already changes with every unit that is computed.
    staleTime: CHECK_STALE_MS,
    gcTime: SHORT_MS,
  });
}

interface NewExperiment {
  readonly experiment: ExperimentDefinition;
  /** What the definition was made from, in words; null: nothing. */
  readonly forkedFrom: string | null;
}

export function useStartExperiment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ experiment, forkedFrom }: NewExperiment) => {
      const origin = forkedFrom === null ? {} : { forked_from: forkedFrom };
      const body = { experiment: toWire(experiment), ...origin };
      return made(client.POST('/api/experiments', { body }));
    },
    onSuccess: (experiment) => remember(queryClient, experiment),
  });
}

/** More seeds or more values of an experiment that is there. */
export function useExtendExperiment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, experiment }: { id: string; experiment: ExperimentDefinition }) => {
      const body = { experiment: toWire(experiment) };
      return made(client.POST(`${ONE}/extend`, { params: { path: at(id) }, body }));
    },
    onSuccess: (experiment) => remember(queryClient, experiment),
  });
}

export type ExperimentAct = 'pause' | 'resume' | 'cancel' | 'retry';

export function useActOnExperiment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, act }: { id: string; act: ExperimentAct }) =>
      made(client.POST(`${ONE}/${act}`, { params: { path: at(id) } })),
    onSuccess: (experiment) => remember(queryClient, experiment),
  });
}

export function useRenameExperiment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      made(client.PATCH(ONE, { params: { path: at(id) }, body: { name } })),
    onSuccess: (experiment) => remember(queryClient, experiment),
  });
}

export function useDeleteExperiment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(client.DELETE(ONE, { params: { path: at(id) } })),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: experimentKey(id) });
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}

const CHECK_STALE_MS = 10_000;
/** Old revisions and definitions are not worth keeping. */
const SHORT_MS = 30_000;

function remember(queryClient: QueryClient, experiment: Experiment): void {
  queryClient.setQueryData(experimentKey(experiment.id), experiment);
  void queryClient.invalidateQueries({ queryKey: LIST_KEY });
}

interface AskedQuery {
  readonly queryKey: readonly unknown[];
}

/** A question about the same part of the same experiment, of any revision. */
function isOf(query: AskedQuery | undefined, id: string, subject: string | number | null): boolean {
  return query?.queryKey[1] === id && query.queryKey[3] === subject;
}

const at = (id: string) => ({ experiment_id: id });

function readExperiment(id: string, signal: AbortSignal): Promise<Experiment> {
  return made(client.GET(ONE, { params: { path: at(id) }, signal }));
}

/** From any request that answers with a whole experiment. */
function made(answering: Parameters<typeof unwrap<Schemas['ExperimentRead']>>[0]) {
  return unwrap(answering) as Promise<Experiment>;
}

/** The check of the server says what is wrong with it; until then its shape is only hoped for. */
function toWire(experiment: ExperimentDefinition): Schemas['ExperimentDefinition'] {
  return experiment as unknown as Schemas['ExperimentDefinition'];
}
