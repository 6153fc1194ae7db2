/** Everything that belongs to this browser: its list of runs, and how work moves to another one. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { mergeDrafts } from '@/analysis/scenario/changes/draftMerge';
import { toDraft, toKept, type Base, type Draft } from '@/state/draft';
import { deletedIds, listDrafts, newDraftId, store, type Outcome } from '@/state/drafts';

import { client, anonymousClient } from './http/client';
import { isShared, markShared, ownerKey, takeKey } from './http/owner';
import { ProblemError, unwrap } from './http/problem';
import type { Schemas } from './types';

const LIST_KEY = ['runs'] as const;
const PAGE_RUNS = 30;
const REFRESH_MS = 2000;
const MOST_TRIES = 3;
const CONFLICT = 409;
const MAX_NAME_LENGTH = 200;

export type RunListed = Schemas['RunListed'];
export type RunSort = 'newest' | 'oldest' | 'name';
type SentDraft = Schemas['Draft'];
type SentBase = Schemas['DraftBase'];

interface RunListQuery {
  readonly search: string;
  readonly status: RunListed['status'] | null;
  readonly sort: RunSort;
}

/** My runs as the list shows them, page by page; what waits or runs is looked at again. */
export function useRunList({ search, status, sort }: RunListQuery) {
  return useInfiniteQuery({
    queryKey: [...LIST_KEY, 'list', search, status, sort],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_RUNS,
        sort,
        ...(search === '' ? {} : { q: search }),
        ...(status === null ? {} : { status: [status] }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      return unwrap(client.GET('/api/runs', { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) => {
      const runs = state.data?.pages.flatMap(({ items }) => items) ?? [];
      const isOpen = runs.some((run) => run.status === 'queued' || run.status === 'running');
      return isOpen ? REFRESH_MS : false;
    },
  });
}

/** Deletes runs one after the other; the list is read again also if one of them fails. */
export function useDeleteRuns() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) {
        await unwrap(client.DELETE('/api/runs/{run_id}', { params: { path: { run_id: id } } }));
        queryClient.removeQueries({ queryKey: ['run', id] });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/** What a key has; null: nothing is asked. */
export function useOwner(key: string | null) {
  return useQuery({
    // The owner key itself does not become part of the query key.
    queryKey: [
      'owner',
      key === null ? null : key === ownerKey() ? 'mine' : 'other',
      key?.slice(0, 8),
    ],
    queryFn: () =>
      unwrap(anonymousClient.GET('/api/owner', { params: { header: { 'x-lab-owner': key } } })),
    enabled: key !== null,
    staleTime: 0,
  });
}

export interface Move {
  readonly key: string;
  /** The runs that this browser has made so far become the key's as well. */
  readonly brings: boolean;
}

export interface Moved {
  readonly broughtRuns: number;
  readonly drafts: Outcome;
}

/** Works under another key from now on, with its runs and drafts beside the drafts of here. */
export function useMoveWork() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ key, brings }: Move): Promise<Moved> => {
      const broughtRuns = brings ? await adopt(key) : 0;
      takeKey(key);
      markShared();
      return { broughtRuns, drafts: await syncDrafts() };
    },
    onSuccess: () =>
      Promise.all(
        [LIST_KEY, ['experiments'], ['shares']].map((queryKey) =>
          queryClient.resetQueries({ queryKey }),
        ),
      ),
  });
}

/** Hands the drafts in and takes those that another browser handed in. */
export function useSyncDrafts() {
  return useMutation({
    mutationFn: (): Promise<Outcome> => {
      markShared();
      return syncDrafts();
    },
  });
}

/** Drafts of a key that more than one browser may have, once per visit. */
export function useSharedDrafts() {
  return useQuery({
    queryKey: ['drafts', 'sync'],
    queryFn: syncDrafts,
    enabled: isShared(),
    staleTime: 0,
  });
}

async function adopt(key: string): Promise<number> {
  const { run_count } = await unwrap(
    anonymousClient.POST('/api/owner/adopt', {
      params: { header: { 'x-lab-owner': key } },
      body: { owner_key: ownerKey() },
    }),
  );
  return run_count;
}

async function syncDrafts(): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const { revision, drafts } = await unwrap(client.GET('/api/drafts'));
    const remote = drafts.flatMap((draft) => fromServer(draft) ?? []);
    const merged = mergeDrafts(listDrafts(), remote, deletedIds(), newDraftId);
    try {
      const body = { revision, drafts: merged.drafts.map((draft) => toServer(toKept(draft))) };
      await unwrap(client.PUT('/api/drafts', { body }));
      return store(merged.drafts);
    } catch (error) {
      // Another browser was quicker: its version is to be merged first.
      const isConflict = error instanceof ProblemError && error.status === CONFLICT;
      if (!isConflict || tries === MOST_TRIES) throw error;
    }
  }
}

function toServer({ id, name, text, seed, base, updatedAt }: Draft): SentDraft {
  return {
    id,
    name: name.slice(0, MAX_NAME_LENGTH),
    text,
    seed,
    base: base === null ? null : toServerBase(base),
    updated_at: updatedAt,
  };
}

function toServerBase({ kind, title, text, runId, experimentId }: Base): SentBase {
  const shortTitle = title.slice(0, MAX_NAME_LENGTH);
  return { kind, title: shortTitle, text, run_id: runId, experiment_id: experimentId ?? null };
}

function fromServer({ base, updated_at, ...rest }: SentDraft): Draft | null {
  // The server writes times without zeros at the end; here they are compared as texts.
  const updatedAt = new Date(updated_at).toISOString();
  const origin =
    base === null
      ? null
      : { ...base, runId: base.run_id, experimentId: base.experiment_id ?? null };
  return toDraft({ ...rest, base: origin, updatedAt, syncedAt: updatedAt });
}
