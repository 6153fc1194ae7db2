/**
 * Measured traces beside a run: in this page's memory. They are sent only with a link whose maker
 * says so, and those of a link come with it.
 */
import { useSyncExternalStore } from 'react';

import { createListeners } from '@/analysis/replay/listeners';
import { placeTrace, type Placed } from '@/analysis/imports/measured';
import type { MeasuredTrace } from '@/analysis/imports/types';

export interface PlacedTrace extends Placed {
  readonly id: string;
  /** It came with the link that is shown; reloading the page brings it back. */
  readonly isOfLink?: boolean;
  /** Its values are means over about so long; absent: they are as measured. */
  readonly thinnedSeconds?: number;
  /** Where it stood before it was put where it fits best; absent: it was not. */
  readonly offsetBeforeFit_s?: number | null;
  /** How often it was put somewhere by other means than its field. */
  readonly moveCount?: number;
}

/** A trace of a link, as it was placed when the link was made. */
type LinkedTrace = Placed & Pick<PlacedTrace, 'thinnedSeconds'>;

const NONE: readonly PlacedTrace[] = [];
/** By the run that they stand beside. */
const traces = new Map<string, readonly PlacedTrace[]>();
const { subscribe, notify } = createListeners();
let count = 0;

function set(runId: string, next: readonly PlacedTrace[]): void {
  traces.set(runId, next);
  notify();
}

/** Opened elsewhere, for the run that its reader goes to next. */
let waiting: MeasuredTrace | null = null;

export function waitForRun(trace: MeasuredTrace | null): void {
  waiting = trace;
  notify();
}

export function useWaiting(): MeasuredTrace | null {
  return useSyncExternalStore(subscribe, () => waiting);
}

export function useMeasured(runId: string): readonly PlacedTrace[] {
  return useSyncExternalStore(subscribe, () => traces.get(runId) ?? NONE);
}

/** The id of the placed trace. */
export function addMeasured(runId: string, trace: MeasuredTrace, groupCount: number): string {
  return add(runId, placeTrace(trace, groupCount));
}

/** Those of a link, unless they stand there already. */
export function addLinked(runId: string, linked: readonly LinkedTrace[]): void {
  if ((traces.get(runId) ?? NONE).some(({ isOfLink }) => isOfLink === true)) return;
  for (const each of linked) add(runId, { ...each, isOfLink: true });
}

function add(runId: string, placed: Omit<PlacedTrace, 'id'>): string {
  count += 1;
  const id = `measured-${count}`;
  set(runId, [...(traces.get(runId) ?? NONE), { ...placed, id }]);
  return id;
}

export function changeMeasured(
  runId: string,
  id: string,
  changes: Partial<Placed & Pick<PlacedTrace, 'offsetBeforeFit_s' | 'moveCount'>>,
): void {
  const old = traces.get(runId) ?? NONE;
  set(
    runId,
    old.map((each) => (each.id === id ? { ...each, ...changes } : each)),
  );
}

export function removeMeasured(runId: string, id: string): void {
  set(
    runId,
    (traces.get(runId) ?? NONE).filter((each) => each.id !== id),
  );
}
