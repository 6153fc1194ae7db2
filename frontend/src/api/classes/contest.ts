/** The contest of a class, for its teachers, its students and its wall. */
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { isShut } from './classes';
import { client } from '@/api/http/client';
import { ProblemError, unwrap } from '@/api/http/problem';
import type { Schemas } from '@/api/types';

export type Contest = Schemas['ContestRead'];
export type ContestRow = Schemas['ContestRow'];
export type ContestEntry = Schemas['ContestEntryRead'];
export type ContestPerson = Schemas['ContestPerson'];
export type ContestKind = Schemas['ContestKind'];
export type EntryScore = Schemas['EntryScore'];

/** Entries come while it is open; scores come one by one while it is judged. */
const POLL_MS = { open: 5000, drawing: 1500, judging: 2000, done: 15_000 } as const;

const CLASS = '/api/classes/{class_id}/contest' as const;
const MINE = '/api/lab-attempts/{attempt_id}/contest' as const;

const keyOf = (id: string) => ['contest', id] as const;
const ofClass = (id: string) => ({ params: { path: { class_id: id } } });
const ofAttempt = (id: string) => ({ params: { path: { attempt_id: id } } });

/** Whether the class has no contest, which is no failure. */
export function hasNone(error: Error | null): boolean {
  return error instanceof ProblemError && error.status === 404;
}

function polled(key: string, ask: (signal: AbortSignal) => Promise<Contest>) {
  return {
    queryKey: keyOf(key),
    queryFn: ({ signal }: { signal: AbortSignal }) => ask(signal),
    retry: (count: number, error: Error) => !isShut(error) && count < 2,
    refetchInterval: ({ state }: { state: { data?: Contest; error: Error | null } }) =>
      isShut(state.error) ? false : POLL_MS[state.data?.state ?? 'open'],
  };
}

/** What a contest may draw, in words. */
export function useContestKinds() {
  return useQuery({
    queryKey: ['contestKinds'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/contest-kinds', { signal })),
    staleTime: Infinity,
  });
}

/** Everything, for a teacher. */
export function useContest(classId: string) {
  return useQuery(
    polled(classId, (signal) => unwrap(client.GET(CLASS, { ...ofClass(classId), signal }))),
  );
}

/** The board without names. */
export function useContestWall(classId: string, key: string | null) {
  const header = key === null ? {} : { 'X-Lab-Wall': key };
  return useQuery(
    polled(`${classId}:wall`, (signal) =>
      unwrap(
        client.GET('/api/classes/{class_id}/contest/wall', {
          params: { path: { class_id: classId }, header },
          signal,
        }),
      ),
    ),
  );
}

/** The board without names, and one's own entries. */
export function useMyContest(attemptId: string) {
  return useQuery(
    polled(attemptId, (signal) => unwrap(client.GET(MINE, { ...ofAttempt(attemptId), signal }))),
  );
}

const keep = (queries: QueryClient, key: string) => (contest: Contest) =>
  queries.setQueryData(keyOf(key), contest);

/** Opens a contest, or changes one that is open. */
export function useOpenContest(classId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['ContestWrite']) =>
      unwrap(client.PUT(CLASS, { ...ofClass(classId), body })),
    onSuccess: keep(queries, classId),
  });
}

/** No one can enter from now on. */
export function useEndContest(classId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.POST('/api/classes/{class_id}/contest/end', ofClass(classId))),
    onSuccess: keep(queries, classId),
  });
}

export function useDeleteContest(classId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.DELETE(CLASS, ofClass(classId))),
    onSuccess: () => queries.resetQueries({ queryKey: keyOf(classId) }),
  });
}

/** A teacher takes an entry out. */
export function useRemoveEntry(classId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (entryId: string) =>
      unwrap(
        client.DELETE('/api/classes/{class_id}/contest/entries/{entry_id}', {
          params: { path: { class_id: classId, entry_id: entryId } },
        }),
      ),
    onSuccess: keep(queries, classId),
  });
}

/** A student enters a stored module. */
export function useEnterContest(attemptId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['ContestEntryWrite']) =>
      unwrap(
        client.POST('/api/lab-attempts/{attempt_id}/contest/entries', {
          ...ofAttempt(attemptId),
          body,
        }),
      ),
    onSuccess: keep(queries, attemptId),
  });
}

/** A student takes an own entry back. */
export function useWithdrawEntry(attemptId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (entryId: string) =>
      unwrap(
        client.DELETE('/api/lab-attempts/{attempt_id}/contest/entries/{entry_id}', {
          params: { path: { attempt_id: attemptId, entry_id: entryId } },
        }),
      ),
    onSuccess: keep(queries, attemptId),
  });
}
