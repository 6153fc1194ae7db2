/** The way of a student into a class. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { Joining } from './classTypes';

/** What class a code is of. */
export function useClassCode(code: string) {
  return useQuery({
    queryKey: ['class-codes', code],
    queryFn: ({ signal }) =>
      unwrap(client.GET('/api/class-codes/{code}', { params: { path: { code } }, signal })),
    // A class may have been opened or locked since.
    staleTime: 0,
  });
}

export function useJoinClass() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Joining) => unwrap(client.POST('/api/class-joins', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['lab-attempts'] }),
  });
}

/** This browser takes the place of another one, whose recovery code is void from then on. */
export function useRecoverPlace() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly code: string; readonly recovery_code: string }) =>
      unwrap(client.POST('/api/class-recoveries', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['lab-attempts'] }),
  });
}
