/** Classes as their teachers see and change them. */
import {
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';

import { client } from '@/api/http/client';
import { ProblemError, unwrap } from '@/api/http/problem';
import type { ClassChange, Classroom, KeyOfClass, NewClass } from './classTypes';
import type { Schemas } from '@/api/types';
import { followClass } from '@/api/http/pageStream';
import { noteServerClock } from '@/state/serverClock';

const CLASSES = ['classes'] as const;
const classKey = (id: string) => [...CLASSES, id] as const;
const infoKey = (id: string) => [...classKey(id), 'info'] as const;
const changeKey = (id: string) => [...classKey(id), 'change'] as const;
const workKey = (id: string) => [...classKey(id), 'work'] as const;
const wallOf = (id: string) => [...classKey(id), 'wall'] as const;
const snapshotsKey = (id: string) => [...classKey(id), 'snapshots'] as const;
const path = (id: string) => ({ params: { path: { class_id: id } } });
/** The stream says what has changed; this is for when it is broken. */
const POLL_MS = 20_000;

/** The classes of which this browser is a teacher, the latest first. */
export function useMyClasses() {
  return useQuery({
    queryKey: [...CLASSES, 'list'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/classes', { signal })),
    staleTime: 0,
  });
}

export function useOpenClass() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewClass) =>
      unwrap(
        client.POST('/api/classes', {
          body,
        }),
      ),
    onSuccess: ({ classroom }) => {
      queryClient.setQueryData(infoKey(classroom.id), classroom);
      return queryClient.invalidateQueries({ queryKey: [...CLASSES, 'list'] });
    },
  });
}

export function useClassroom(id: string) {
  return useQuery({
    queryKey: infoKey(id),
    queryFn: ({ signal }) => unwrap(client.GET('/api/classes/{class_id}', { ...path(id), signal })),
    refetchInterval: POLL_MS,
  });
}

/** Who is where. */
export function useBoard(id: string) {
  return useQuery({
    queryKey: [...workKey(id), 'board'],
    queryFn: ({ signal }) =>
      unwrap(client.GET('/api/classes/{class_id}/board', { ...path(id), signal })),
    refetchInterval: POLL_MS,
  });
}

/** What the wall shows; `key` for a browser that does not teach the class. */
export function useWall(id: string, key: string | null) {
  return useQuery({
    queryKey: wallOf(id),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET('/api/classes/{class_id}/wall', {
          params: { path: { class_id: id }, header: key === null ? {} : { 'X-Lab-Wall': key } },
          signal,
        }),
      ),
    // A void key stays void, and asking again would count as guessing keys.
    refetchInterval: ({ state }) => (isShut(state.error) ? false : POLL_MS),
  });
}

/** Whether there is no such class, or none for this browser. */
export function isShut(error: Error | null): boolean {
  return error instanceof ProblemError && (error.status === 403 || error.status === 404);
}

function stepBoardQuery(id: string, stepId: string) {
  return {
    queryKey: [...workKey(id), 'step', stepId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      unwrap(
        client.GET('/api/classes/{class_id}/steps/{step_id}', {
          params: { path: { class_id: id, step_id: stepId } },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
  };
}

/** What the class has answered, run and mapped in a step. */
export function useStepBoard(id: string, stepId: string) {
  return useQuery(stepBoardQuery(id, stepId));
}

/** The same of several steps, in their order; undefined where one has not come yet. */
export function useStepBoards(id: string, stepIds: readonly string[]) {
  return useQueries({
    queries: stepIds.map((stepId) => stepBoardQuery(id, stepId)),
    combine: (results) => ({
      boards: results.map(({ data }) => data),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => results.forEach(({ refetch }) => void refetch()),
    }),
  });
}

interface Revisions {
  readonly work_revision: number;
  readonly control_revision: number;
  readonly wall_revision: number;
  readonly sent_at?: string;
}

/** Asks again for what has changed, over the page's stream. */
export function useClassChanges(id: string, isOn = true): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isOn) return;
    let last: Revisions = { work_revision: -1, control_revision: -1, wall_revision: -1 };
    return followClass(`/api/classes/${id}/events`, (data) => {
      const now = JSON.parse(data) as Revisions;
      noteServerClock(now.sent_at);
      const isControl = now.control_revision !== last.control_revision;
      const isWork = now.work_revision !== last.work_revision;
      const isWall = now.wall_revision !== last.wall_revision;
      last = now;
      if (isControl || isWork || isWall)
        void queryClient.invalidateQueries({ queryKey: wallOf(id) });
      const isMine = isChanging(queryClient, id, 0);
      if ((isControl || isWall) && !isMine) {
        void queryClient.invalidateQueries({ queryKey: infoKey(id) });
      }
      // What a teacher sets, such as hidden names, shows in the work too.
      if (isWork || isControl) void queryClient.invalidateQueries({ queryKey: workKey(id) });
    });
  }, [queryClient, id, isOn]);
}

/** Whether more changes than these of this browser's are on their way. */
function isChanging(queryClient: QueryClient, id: string, count: number): boolean {
  return queryClient.isMutating({ mutationKey: changeKey(id) }) > count;
}

function rememberClass(queryClient: QueryClient, classroom: Classroom) {
  queryClient.setQueryData(infoKey(classroom.id), classroom);
  return queryClient.invalidateQueries({ queryKey: workKey(classroom.id) });
}

export function useChangeClass(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: changeKey(id),
    // One after the other: the last press is what holds.
    scope: { id: changeKey(id).join(' ') },
    mutationFn: (body: ClassChange) =>
      unwrap(client.PATCH('/api/classes/{class_id}', { ...path(id), body })),
    // A press shows at once; after a refusal the state is asked for again.
    onMutate: async (body) => {
      await queryClient.cancelQueries({ queryKey: infoKey(id) });
      queryClient.setQueryData<Classroom>(
        infoKey(id),
        (before) => before && ({ ...before, ...body } as Classroom),
      );
    },
    onError: () => queryClient.invalidateQueries({ queryKey: infoKey(id) }),
    onSuccess: (classroom) => {
      // This answer is older than what was pressed since: a button would jump back, and the
      // next press on it would mean the opposite.
      if (isChanging(queryClient, id, 1)) return;
      return rememberClass(queryClient, classroom);
    },
  });
}

/** Asks for the class again: something has changed by the clock. */
export function useAskAgain(id: string): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: infoKey(id) });
    void queryClient.invalidateQueries({ queryKey: wallOf(id) });
  };
}

/** Time for a step, from now on. */
export function useStartTimer(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['TimerWrite']) =>
      unwrap(client.PUT('/api/classes/{class_id}/timer', { ...path(id), body })),
    onSuccess: (classroom) => rememberClass(queryClient, classroom),
  });
}

export function useStopTimer(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.DELETE('/api/classes/{class_id}/timer', path(id))),
    onSuccess: (classroom) => rememberClass(queryClient, classroom),
  });
}

/** Answers to discuss, in this order, and how many of them are on the wall. */
export function useChooseAnswers(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['DiscussionWrite']) =>
      unwrap(client.PUT('/api/classes/{class_id}/discussion', { ...path(id), body })),
    onSuccess: (classroom) => rememberClass(queryClient, classroom),
  });
}

export function useEndDiscussion(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.DELETE('/api/classes/{class_id}/discussion', path(id))),
    onSuccess: (classroom) => rememberClass(queryClient, classroom),
  });
}

/** The class with a new code; the old one is void. */
export function useNewCode(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.POST('/api/classes/{class_id}/code', path(id))),
    onSuccess: (classroom) => rememberClass(queryClient, classroom),
  });
}

export function useCloseClass(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.POST('/api/classes/{class_id}/close', path(id))),
    onSuccess: (classroom) => rememberClass(queryClient, classroom),
  });
}

export function useDeleteClass(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.DELETE('/api/classes/{class_id}', path(id))),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: classKey(id) });
      return queryClient.invalidateQueries({ queryKey: [...CLASSES, 'list'] });
    },
  });
}

/** This browser becomes one of a teacher. */
export function useClaimClass(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly teacher_key: string; readonly name: string }) =>
      unwrap(client.POST('/api/classes/{class_id}/teachers', { ...path(id), body })),
    onSuccess: (classroom) => rememberClass(queryClient, classroom),
  });
}

/** A new key for teachers; the one before is void. */
export function useNewTeacherKey(id: string) {
  return useMutation({
    mutationFn: () => unwrap(client.POST('/api/classes/{class_id}/teacher-key', path(id))),
  });
}

/** A new key for each of several classes; those before are void. */
export function useNewTeacherKeys() {
  return useMutation({
    mutationFn: (classes: readonly Named[]) =>
      inTurn(classes, async ({ id, name }): Promise<KeyOfClass> => {
        const made = await unwrap(client.POST('/api/classes/{class_id}/teacher-key', path(id)));
        return { id, name, teacherKey: made.teacher_key };
      }),
  });
}

/** This browser becomes one of the teacher of several classes. */
export function useClaimClasses() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keys: readonly KeyOfClass[]) =>
      inTurn(keys, ({ id, teacherKey }) => {
        const body = { teacher_key: teacherKey };
        return unwrap(client.POST('/api/classes/{class_id}/teachers', { ...path(id), body }));
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...CLASSES, 'list'] }),
  });
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** One class after the other: what one of them refuses keeps no other from its turn. */
async function inTurn<Wanted extends Named, Done>(
  wanted: readonly Wanted[],
  act: (each: Wanted) => Promise<Done>,
) {
  const done: Done[] = [];
  const failed: { readonly name: string; readonly reason: string }[] = [];
  for (const each of wanted) {
    try {
      done.push(await act(each));
    } catch (error) {
      failed.push({ name: each.name, reason: error instanceof Error ? error.message : '' });
    }
  }
  return { done, failed };
}

/** A new link of the wall; the one before is void. */
export function useNewWallKey(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.POST('/api/classes/{class_id}/wall-key', path(id))),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: infoKey(id) }),
  });
}

export function useRemoveTeacher(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (teacherId: string) =>
      unwrap(
        client.DELETE('/api/classes/{class_id}/teachers/{teacher_id}', {
          params: { path: { class_id: id, teacher_id: teacherId } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: infoKey(id) }),
  });
}

interface StudentChange {
  readonly is_approved?: boolean;
  readonly alias?: string;
  /** New names of all who work with the student. */
  readonly partners?: string[];
}

export function useChangeStudent(id: string, studentId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: StudentChange) =>
      unwrap(
        client.PATCH('/api/classes/{class_id}/students/{student_id}', {
          params: { path: { class_id: id, student_id: studentId } },
          body,
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workKey(id) }),
  });
}

/** Removes a student with everything that is stored about them. */
export function useRemoveStudent(id: string, studentId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(
        client.DELETE('/api/classes/{class_id}/students/{student_id}', {
          params: { path: { class_id: id, student_id: studentId } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workKey(id) }),
  });
}

/** Removes several students, all or none. */
export function useRemoveStudents(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (student_ids: string[]) =>
      unwrap(
        client.POST('/api/classes/{class_id}/students/removals', {
          ...path(id),
          body: { student_ids },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workKey(id) }),
  });
}

/** An identifier whose student has left can be used again. */
export function useFreeIdentifier(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (position: number) =>
      unwrap(
        client.POST('/api/classes/{class_id}/identifiers/{position}/free', {
          params: { path: { class_id: id, position } },
        }),
      ),
    onSuccess: (classroom) => rememberClass(queryClient, classroom),
  });
}

export function useGiveFeedback(id: string, studentId: string, stepId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly text: string; readonly points: number | null }) =>
      unwrap(
        client.PUT('/api/classes/{class_id}/students/{student_id}/feedback/{step_id}', {
          params: { path: { class_id: id, student_id: studentId, step_id: stepId } },
          body,
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workKey(id) }),
  });
}

export function useSnapshots(id: string) {
  return useQuery({
    queryKey: snapshotsKey(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET('/api/classes/{class_id}/snapshots', { ...path(id), signal })),
  });
}

export function useKeepSnapshot(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly step_id: string; readonly title: string }) =>
      unwrap(client.POST('/api/classes/{class_id}/snapshots', { ...path(id), body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: snapshotsKey(id) }),
  });
}

export function useDeleteSnapshot(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (snapshotId: string) =>
      unwrap(
        client.DELETE('/api/classes/{class_id}/snapshots/{snapshot_id}', {
          params: { path: { class_id: id, snapshot_id: snapshotId } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: snapshotsKey(id) }),
  });
}

/** Only a teacher's browser may have the files of a class, so a plain link will not do. */
export function useGrades(id: string) {
  return useMutation({
    mutationFn: () => readFile(client.GET('/api/classes/{class_id}/grades.csv', asFile(id))),
  });
}

export function useEvidence(id: string) {
  return useMutation({
    mutationFn: () => readFile(client.GET('/api/classes/{class_id}/evidence.zip', asFile(id))),
  });
}

const asFile = (id: string) => ({ ...path(id), parseAs: 'blob' as const });

function readFile(answering: Promise<{ data?: unknown; error?: unknown; response: Response }>) {
  return unwrap(answering) as Promise<Blob>;
}
