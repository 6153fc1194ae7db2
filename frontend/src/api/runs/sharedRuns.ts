/** Runs without an owner: the comparison of the first page. Equal work is stored once. */
import type { QueryClient } from '@tanstack/react-query';

import { anonymousClient } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import { isOver, type Run, type Scenario } from '@/api/types';

const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 1000;
const PAUSE_GROWTH = 1.4;

export interface SharedWork {
  readonly scenario: Scenario;
  readonly seed: number;
  /** `batch`: no one waits for it, and runs that someone waits for go first. */
  readonly queue?: 'interactive' | 'batch';
}

type OnState = (work: SharedWork, run: Run) => void;

/**
 * Works through `works` in their order, at most `limit` at a time, and reports every state of every
 * run. Throws the first refusal. An aborted signal starts nothing more and cancels what is under
 * way; it is no error.
 */
export async function runShared(
  queryClient: QueryClient,
  works: readonly SharedWork[],
  limit: number,
  signal: AbortSignal,
  onState: OnState,
): Promise<void> {
  let next = 0;
  const workThrough = async () => {
    for (let work = works[next++]; work !== undefined; work = works[next++]) {
      if (signal.aborted) return;
      await runOne(queryClient, work, signal, onState);
    }
  };
  await Promise.all(Array.from({ length: limit }, workThrough));
}

async function runOne(
  queryClient: QueryClient,
  work: SharedWork,
  signal: AbortSignal,
  onState: OnState,
): Promise<void> {
  const { scenario, seed, queue } = work;
  const queryKey = ['shared-run', scenario, seed];
  const known = queryClient.getQueryData<Run>(queryKey);
  if (known !== undefined) {
    onState(work, known);
    return;
  }
  // Not aborted half-way: a run that was asked for must be known to be cancelled.
  let run = await unwrap(
    anonymousClient.POST('/api/runs', { body: { scenario, seed, queue: queue ?? null } }),
  );
  // Asked anew each time: it changes while this function waits.
  const isStopped = () => signal.aborted;
  let pauseMs = FIRST_PAUSE_MS;
  while (!isStopped() && !isOver(run.status)) {
    onState(work, run);
    await pause(pauseMs, signal);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * PAUSE_GROWTH);
    if (!isStopped()) run = await readRun(run.id);
  }
  if (run.status === 'done') queryClient.setQueryData(queryKey, run);
  if (!isStopped()) onState(work, run);
  else if (!isOver(run.status)) await cancel(run.id);
}

function readRun(id: string): Promise<Run> {
  return unwrap(anonymousClient.GET('/api/runs/{run_id}', { params: { path: { run_id: id } } }));
}

/** Stops a run that is not wanted any more. One that is over refuses, which is as well. */
async function cancel(id: string): Promise<void> {
  const params = { path: { run_id: id } };
  await anonymousClient.POST('/api/runs/{run_id}/cancel', { params }).catch(() => undefined);
}

/** Waits so long, or until the signal is aborted. */
function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    signal.addEventListener('abort', end);
  });
}
