/** The class of an attempt: what a student asks of it and hears from it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { AttemptClass } from './classTypes';
import { attemptKey, type Attempt } from './labs';
import { followClass } from '@/api/http/pageStream';
import { noteServerClock } from '@/state/serverClock';

/** Others fill the map too, and the stream of a student says nothing about work. */
const MAP_POLL_MS = 10_000;

/** null: the attempt belongs to no class. */
export function classOf(attempt: Attempt): AttemptClass | null {
  return attempt.classroom ?? null;
}

/** What concerns a student. */
interface Heard {
  readonly control_revision: number;
  readonly told_count: number;
  readonly sent_at: string;
}

/** Asks for the attempt again as soon as a teacher has set or said something that concerns it. */
export function useClassNews(attemptId: string, classId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (classId === undefined) return;
    const address = `/api/classes/${classId}/events?of=control&attempt=${attemptId}`;
    let last = '';
    return followClass(address, (data) => {
      const { control_revision, told_count, sent_at } = JSON.parse(data) as Heard;
      noteServerClock(sent_at);
      const now = `${control_revision} ${told_count}`;
      // A stream that is opened again, for another run, begins with the last messages again.
      if (now === last) return;
      last = now;
      void queryClient.invalidateQueries({ queryKey: attemptKey(attemptId) });
    });
  }, [queryClient, attemptId, classId]);
}

/** Asks for the attempt again: something has changed by the clock. */
export function useAttemptAgain(attemptId: string): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: attemptKey(attemptId) });
}

const mine = (attemptId: string) => ({ params: { path: { attempt_id: attemptId } } });

/** A change of the student's own place in the class. */
function useChange<T>(attemptId: string, send: (body: T) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: attemptKey(attemptId) }),
  });
}

export function useAskForHelp(attemptId: string) {
  return useChange(attemptId, (body: { readonly asks: boolean }) =>
    unwrap(client.PUT('/api/lab-attempts/{attempt_id}/help', { ...mine(attemptId), body })),
  );
}

export function useRenameMyself(attemptId: string) {
  return useChange(attemptId, (body: { readonly alias: string; readonly partners?: string[] }) =>
    unwrap(client.PUT('/api/lab-attempts/{attempt_id}/alias', { ...mine(attemptId), body })),
  );
}

/** A second student works at this device from now on. */
export function useAddPartner(attemptId: string) {
  return useChange(attemptId, (body: { readonly alias?: string; readonly identifier?: string }) =>
    unwrap(client.POST('/api/lab-attempts/{attempt_id}/partners', { ...mine(attemptId), body })),
  );
}

/** A new recovery code; the old one is void. */
export function useNewRecoveryCode(attemptId: string) {
  return useMutation({
    mutationFn: () =>
      unwrap(
        client.POST('/api/lab-attempts/{attempt_id}/recovery-code', {
          params: { path: { attempt_id: attemptId } },
        }),
      ),
  });
}

/** Shows the teacher which step is being looked at. Nothing waits for it, and it may fail. */
export function usePlace(attemptId: string, stepId: string | undefined, isInClass: boolean): void {
  useEffect(() => {
    if (!isInClass || stepId === undefined) return;
    const params = { path: { attempt_id: attemptId } };
    const body = { step_id: stepId };
    unwrap(client.PUT('/api/lab-attempts/{attempt_id}/place', { params, body })).catch(
      () => undefined,
    );
  }, [attemptId, stepId, isInClass]);
}

const mapKey = (attemptId: string, stepId: string) => ['lab-maps', attemptId, stepId] as const;

/** The map that the class has made so far, or one student alone. */
export function useMap(attemptId: string, stepId: string) {
  return useQuery({
    queryKey: mapKey(attemptId, stepId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET('/api/lab-attempts/{attempt_id}/maps/{step_id}', {
          params: { path: { attempt_id: attemptId, step_id: stepId } },
          signal,
        }),
      ),
    staleTime: 0,
    refetchInterval: MAP_POLL_MS,
  });
}

/** Asks for the map again: a run of one's own is over. */
export function useRefreshMap(attemptId: string, stepId: string, doneCount: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: mapKey(attemptId, stepId) });
  }, [queryClient, attemptId, stepId, doneCount]);
}
