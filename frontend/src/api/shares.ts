import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { client, anonymousClient } from './http/client';
import { unwrap } from './http/problem';
import { rememberRun } from './runs/runs';
import type { Schemas } from './types';

export type Share = Schemas['ShareRead'];
export type ShareListed = Schemas['ShareListed'];
export type ShareMade = Schemas['ShareMade'];
type ShareRequest = Schemas['ShareCreate'];
/** What a link shows. */
export type ShareSubject =
  | {
      readonly kind: 'runs';
      readonly run_ids: string[];
      /** Measured, beside the first of them. */
      readonly traces?: Schemas['SharedTrace'][];
    }
  | { readonly kind: 'experiment'; readonly experiment_id: string }
  | {
      readonly kind: 'comparison';
      readonly run_ids: string[];
      /** Each takes the next `run_count` of the runs, or is a cell. */
      readonly items: Schemas['ComparedPart'][];
      readonly baseline_index: number;
    };

const LIST_KEY = ['shares'] as const;

/** Makes a link. Its token is in this answer and nowhere else. */
export function useCreateShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: ShareRequest) => unwrap(client.POST('/api/shares', { body: request })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/** The links that this browser made. */
export function useMyShares() {
  return useQuery({
    queryKey: LIST_KEY,
    queryFn: ({ signal }) => unwrap(client.GET('/api/shares', { signal })),
  });
}

export function useRevokeShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(client.POST('/api/shares/{share_id}/revoke', { params: { path: { share_id: id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/** The links of another key; the key itself is not part of the query key. */
export function useSharesOf(key: string) {
  return useQuery({
    queryKey: [...LIST_KEY, 'of', key.slice(0, 8)],
    queryFn: ({ signal }) =>
      unwrap(
        anonymousClient.GET('/api/shares', { params: { header: { 'x-lab-owner': key } }, signal }),
      ),
    staleTime: 0,
  });
}

/** Revokes one of them. */
export function useRevokeShareOf(key: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(
        anonymousClient.POST('/api/shares/{share_id}/revoke', {
          params: { path: { share_id: id }, header: { 'x-lab-owner': key } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/** What a link shows. */
export function useShared(token: string) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['shared', token],
    queryFn: async ({ signal }) => {
      const share = await unwrap(
        client.GET('/api/shared', { params: { header: { 'x-lab-share': token } }, signal }),
      );
      // The page of runs finds them there, without asking again.
      for (const run of share.runs) rememberRun(queryClient, run);
      return share;
    },
    staleTime: Infinity,
  });
}

/** The measured traces of a link that has some. */
export function useSharedTraces(token: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['shared-traces', token],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET('/api/shared/traces', { params: { header: { 'x-lab-share': token } }, signal }),
      ),
    enabled: isWanted,
    staleTime: Infinity,
  });
}
