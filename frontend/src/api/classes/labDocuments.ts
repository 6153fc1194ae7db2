/** The labs that this browser writes: drafts, their problems, published versions. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import type { LabDraft } from '@/analysis/labs/draft';

import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { Schemas } from '@/api/types';

export type LabDocument = Schemas['DocumentRead'];
export type LabDocumentListed = Schemas['DocumentListed'];
export type GoalTried = Schemas['GoalTried'];

/** A new lab: empty, from a file, or as a copy. */
export type LabDocumentStart = Partial<{ draft: LabDraft; copy_of: string }>;

const MINE = ['lab-documents'] as const;
const POLL_MS = 1000;
const ONE = '/api/lab-documents/{document_id}' as const;
const documentKey = (id: string) => [...MINE, id] as const;
const at = (id: string) => ({ path: { document_id: id } });

/** The labs of this browser, the latest first. */
export function useLabDocuments() {
  return useQuery({
    queryKey: [...MINE, 'list'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/lab-documents', { signal })),
    staleTime: 0,
  });
}

/** One of them, as it is when its editor opens; not asked for again meanwhile. */
export function useLabDocument(id: string) {
  return useQuery({
    queryKey: documentKey(id),
    queryFn: ({ signal }) => unwrap(client.GET(ONE, { params: at(id), signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function readLabDocument(id: string): Promise<LabDocument> {
  return unwrap(client.GET(ONE, { params: at(id) }));
}

/** In place of the revision that was read; refused with 409 if there is a newer one. */
export function writeLabDocument(id: string, draft: LabDraft, revision: number) {
  return unwrap(client.PUT(ONE, { params: at(id), body: { draft, revision } }));
}

/** `acceptsUnreached`: with goals that their solutions miss, or of which nothing is known. */
export function publishLabDocument(id: string, acceptsUnreached: boolean): Promise<LabDocument> {
  const query = { accepts_unreached: acceptsUnreached };
  return unwrap(client.POST(`${ONE}/publish`, { params: { ...at(id), query } }));
}

/** What is known of the goals of a draft; asked again while a trial runs. */
export function useGoalsTried({ id, revision }: LabDocument, isWanted: boolean) {
  return useQuery({
    queryKey: [...documentKey(id), 'goals', revision],
    queryFn: ({ signal }) => unwrap(client.GET(`${ONE}/goals`, { params: at(id), signal })),
    enabled: isWanted,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ open_count }) => open_count > 0) === true ? POLL_MS : false,
  });
}

/** Has the solutions of goals run with several seeds. */
export function useTryGoals({ id, revision }: LabDocument) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (stepIds: readonly string[]) => {
      for (const step_id of stepIds) {
        const params = { path: { document_id: id, step_id } };
        await unwrap(client.POST(`${ONE}/goals/{step_id}/runs`, { params }));
      }
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: [...documentKey(id), 'goals', revision] }),
  });
}

export function useCreateLabDocument() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (start: LabDocumentStart) =>
      unwrap(client.POST('/api/lab-documents', { body: { ...start } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...MINE, 'list'] }),
  });
}

export function useDeleteLabDocument() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(client.DELETE(ONE, { params: at(id) })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...MINE, 'list'] }),
  });
}
