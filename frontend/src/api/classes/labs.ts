/** Labs that come with the product, and the ways of this browser through them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { forgetStepDraft } from '@/state/stepDraft';

import { client } from '@/api/http/client';
import { unwrap, UnreachableError } from '@/api/http/problem';
import { rememberRun } from '@/api/runs/runs';
import { isOver, type Schemas } from '@/api/types';

export type LabListed = Schemas['LabListed'];
export type AttemptListed = Schemas['AttemptListed'];
export type Attempt = Schemas['AttemptRead'];
export type Answer = Schemas['AnswerRead'];
export type Mark = Schemas['MarkRead'];
export type LabRun = Schemas['LabRunRead'];
export type Goal = Schemas['GoalRead'];
export type HiddenSeeds = Schemas['HiddenSeedsRead'];
export type Json = Schemas['JsonValue'];
export type Settings = LabRun['settings'];

const MINE = ['lab-attempts'] as const;
export const attemptKey = (id: string) => [...MINE, id] as const;
const POLL_MS = 1000;
const STORE_AGAIN_MS = 3000;
/** The stream of a class says what has changed; this is for when it is broken. */
const CLASS_POLL_MS = 30_000;

/** The shipped labs; they change with the lab's version only. */
export function useLabs() {
  return useQuery({
    queryKey: ['labs'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/labs', { signal })),
    staleTime: Infinity,
  });
}

/** What a link to a lab opens: a shipped one, or the newest version of a written one. */
export function useLab(id: string) {
  return useQuery({
    queryKey: ['labs', id],
    queryFn: ({ signal }) =>
      unwrap(client.GET('/api/labs/{lab_id}', { params: { path: { lab_id: id } }, signal })),
    staleTime: 0,
  });
}

/** The labs that this browser has begun, the latest first. */
export function useMyAttempts() {
  return useQuery({
    queryKey: [...MINE, 'list'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/lab-attempts', { signal })),
    staleTime: 0,
  });
}

/** One way through a lab; asked again until its runs are over, for their marks come with it. */
export function useAttempt(id: string) {
  return useQuery({
    queryKey: attemptKey(id),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET('/api/lab-attempts/{attempt_id}', {
          params: { path: { attempt_id: id } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => {
      if (data?.runs.some(isComputed) === true) return POLL_MS;
      return data?.classroom == null ? false : CLASS_POLL_MS;
    },
  });
}

function isComputed({ status, hidden_open_count }: LabRun): boolean {
  return !isOver(status) || hidden_open_count > 0;
}

export function useStartLab() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (labId: string) =>
      unwrap(client.POST('/api/labs/{lab_id}/attempts', { params: { path: { lab_id: labId } } })),
    onSuccess: (attempt) => queryClient.setQueryData(attemptKey(attempt.id), attempt),
  });
}

export function useDeleteAttempt() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(
        client.DELETE('/api/lab-attempts/{attempt_id}', { params: { path: { attempt_id: id } } }),
      ),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: attemptKey(id) });
      return queryClient.invalidateQueries({ queryKey: [...MINE, 'list'] });
    },
  });
}

/** Stores the answer to a step. */
export function useAnswer(attemptId: string, stepId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: Json) =>
      unwrap(
        client.PUT('/api/lab-attempts/{attempt_id}/answers/{step_id}', {
          params: { path: { attempt_id: attemptId, step_id: stepId } },
          body: { answer },
        }),
      ),
    // It was not refused: it is sent until the lab answers, also if the step is left meanwhile.
    retry: (_count, error) => error instanceof UnreachableError,
    retryDelay: STORE_AGAIN_MS,
    onSuccess: (attempt) => {
      forgetStepDraft(attemptId, stepId);
      queryClient.setQueryData(attemptKey(attemptId), attempt);
    },
    // Refused: another window may have gone further than this one shows.
    onError: () => queryClient.invalidateQueries({ queryKey: attemptKey(attemptId) }),
  });
}

/** Runs a step; the attempt then lists the run. */
export function useRunStep(attemptId: string, stepId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (settings: Settings) =>
      unwrap(
        client.POST('/api/lab-attempts/{attempt_id}/steps/{step_id}/runs', {
          params: { path: { attempt_id: attemptId, step_id: stepId } },
          body: { settings },
        }),
      ),
    onSuccess: (run) => {
      rememberRun(queryClient, run);
      return queryClient.invalidateQueries({ queryKey: attemptKey(attemptId) });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: attemptKey(attemptId) }),
  });
}
