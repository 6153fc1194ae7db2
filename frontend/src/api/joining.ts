/** The way of a student into a class. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { ask } from './ask';
import type { ClassCode, Joined, Joining } from './classTypes';

/** What class a code is of; asked as soon as there is one. */
export function useClassCode(code: string | undefined) {
  return useQuery({
    queryKey: ['class-codes', code],
    queryFn: ({ signal }) =>
      ask<ClassCode>('GET', '/api/class-codes/{code}', { params: { path: { code } }, signal }),
    enabled: code !== undefined,
    // A class may have been opened or locked since.
    staleTime: 0,
  });
}

export function useJoinClass() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Joining) => ask<Joined>('POST', '/api/class-joins', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['lab-attempts'] }),
  });
}

/** This browser takes the place of another one, whose recovery code is void from then on. */
export function useRecoverPlace() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly code: string; readonly recovery_code: string }) =>
      ask<Joined>('POST', '/api/class-recoveries', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['lab-attempts'] }),
  });
}
