/** The league of all algorithms, report cards, and algorithms that are put into its situations. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { Schemas } from '@/api/types';

export type League = Schemas['LeagueRead'];
export type Ranking = Schemas['Ranking'];
export type RankedRow = Schemas['RankedRow'];
export type PairStanding = Schemas['PairStanding'];
export type Evaluation = Schemas['EvaluationRead'];
export type Report = Schemas['Report'];
export type ReportSection = Schemas['ReportSection'];
export type ReportCase = Schemas['ReportCase'];
export type ReportNumber = Schemas['ReportNumber'];
export type AlgorithmChoice = Schemas['AlgorithmChoice'];

const REFRESH_MS = 1500;

export function isComputing({ status }: Pick<Evaluation, 'status'>): boolean {
  return status === 'running';
}

/** The league with what was entered and added, by all situations or by one. */
export function useLeague(
  added: readonly string[],
  situation: string | undefined,
  hasEntries: boolean,
) {
  return useQuery({
    queryKey: ['league', added, situation, hasEntries],
    queryFn: ({ signal }) => {
      const query = {
        ...(added.length > 0 && { with: [...added] }),
        ...(situation !== undefined && { situation }),
        ...(!hasEntries && { entries: false }),
      };
      return unwrap(client.GET('/api/league', { params: { query }, signal }));
    },
    // The table stays while another situation is fetched.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.added.some(isComputing) === true ? REFRESH_MS : false,
  });
}

/** In which situations the second is fairer than the first. It ships with the lab. */
export function usePairStanding(first: string, second: string) {
  return useQuery({
    queryKey: ['standing', first, second],
    queryFn: ({ signal }): Promise<PairStanding> => {
      const params = { path: { first, second } };
      return unwrap(client.GET('/api/league/pairs/{first}/{second}', { params, signal }));
    },
    staleTime: Infinity,
    enabled: first !== second,
  });
}

/** The card of an algorithm with its defaults: it ships with the lab. */
export function useReport(algorithm: string) {
  return useQuery({
    queryKey: ['report', algorithm],
    queryFn: ({ signal }): Promise<Report> =>
      unwrap(client.GET('/api/reports/{algorithm}', { params: { path: { algorithm } }, signal })),
    staleTime: Infinity,
  });
}

/** The card of an evaluation; while it is computed it is asked for again. */
export function useEvaluation(experimentId: string) {
  return useQuery({
    queryKey: ['evaluation', experimentId],
    queryFn: ({ signal }) => {
      const params = { path: { experiment_id: experimentId } };
      return unwrap(client.GET('/api/evaluations/{experiment_id}', { params, signal }));
    },
    refetchInterval: ({ state }) =>
      state.data !== undefined && isComputing(state.data.evaluation) ? REFRESH_MS : false,
  });
}

/** Puts an algorithm into every situation. */
export function useEvaluate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (algorithm: AlgorithmChoice) =>
      unwrap(client.POST('/api/evaluations', { body: { algorithm } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['league'] }),
  });
}
