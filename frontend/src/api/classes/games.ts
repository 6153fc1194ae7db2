/** The rounds of a game: what may be seen of each, and the guess. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { attemptKey } from './labs';
import { unwrap } from '@/api/http/problem';
import { isOver, type Schemas } from '@/api/types';

export type Game = Schemas['GameRead'];
export type GameRound = Schemas['RoundSeriesRead'];

const POLL_MS = 1000;
/** About one for each pixel. */
const POINTS = 700;

const roundKey = (attemptId: string, stepId: string, index: number) =>
  ['game-rounds', attemptId, stepId, index] as const;

const ROUND = '/api/lab-attempts/{attempt_id}/games/{step_id}/rounds/{round}';

/** Throughput and queue of a round, asked for again until its run is over. */
export function useRound(attemptId: string, stepId: string, index: number) {
  const path = { attempt_id: attemptId, step_id: stepId, round: index };
  return useQuery({
    queryKey: roundKey(attemptId, stepId, index),
    queryFn: ({ signal }) =>
      unwrap(client.GET(ROUND, { params: { path, query: { points: POINTS } }, signal })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.status != null && !isOver(data.status) ? POLL_MS : false,
  });
}

/** Has a round computed, unless it is already. */
export function useBeginRound(attemptId: string, stepId: string, index: number) {
  const queryClient = useQueryClient();
  const path = { attempt_id: attemptId, step_id: stepId, round: index };
  return useMutation({
    mutationFn: () => unwrap(client.POST(ROUND, { params: { path } })),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: roundKey(attemptId, stepId, index) }),
    onError: () => queryClient.invalidateQueries({ queryKey: attemptKey(attemptId) }),
  });
}

/** Stores a guess at a round. It cannot be changed. */
export function useGuess(attemptId: string, stepId: string, index: number) {
  const queryClient = useQueryClient();
  const path = { attempt_id: attemptId, step_id: stepId, round: index };
  return useMutation({
    mutationFn: (guess: string) =>
      unwrap(client.PUT(`${ROUND}/guess`, { params: { path }, body: { guess } })),
    onSuccess: (attempt) => {
      queryClient.setQueryData(attemptKey(attemptId), attempt);
      return queryClient.invalidateQueries({ queryKey: roundKey(attemptId, stepId, index) });
    },
    // Refused: another window may have gone further than this one shows.
    onError: () => queryClient.invalidateQueries({ queryKey: attemptKey(attemptId) }),
  });
}
