/** Labs on paper, as Markdown: tasks for students, keys for their teachers. */
import { useQuery } from '@tanstack/react-query';

import { client } from './client';
import { unwrap } from './problem';

const AS_TEXT = { parseAs: 'text' } as const;

export function useWorksheet(labId: string) {
  return useQuery({
    queryKey: ['on-paper', 'worksheet', labId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET('/api/labs/{lab_id}/worksheet', {
          params: { path: { lab_id: labId } },
          signal,
          ...AS_TEXT,
        }),
      ),
  });
}

/** Expected answers, keys and what was measured; refused to anyone who does the lab in a class. */
export function useSolutions(labId: string) {
  return useQuery({
    queryKey: ['on-paper', 'solutions', labId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET('/api/labs/{lab_id}/solutions', {
          params: { path: { lab_id: labId } },
          signal,
          ...AS_TEXT,
        }),
      ),
  });
}

/** The same for a student, once the class has closed and if its teacher allows it. */
export function useSolutionsOfClass(attemptId: string) {
  return useQuery({
    queryKey: ['on-paper', 'solutions-of-class', attemptId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET('/api/lab-attempts/{attempt_id}/solutions', {
          params: { path: { attempt_id: attemptId } },
          signal,
          ...AS_TEXT,
        }),
      ),
  });
}

/** The same of the lab that a class keeps. */
export function useClassGuide(classId: string) {
  return useQuery({
    queryKey: ['on-paper', 'guide', classId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET('/api/classes/{class_id}/guide', {
          params: { path: { class_id: classId } },
          signal,
          ...AS_TEXT,
        }),
      ),
  });
}
