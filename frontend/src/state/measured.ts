/**
 * Measured traces beside a run: in this page's memory and nowhere else. Nothing of them is stored,
 * put into an address or sent.
 */
import { useSyncExternalStore } from 'react';

import { createListeners } from '@/analysis/replay/listeners';
import { placeTrace, type Placed } from '@/analysis/imports/measured';
import type { MeasuredTrace } from '@/analysis/imports/types';

export interface PlacedTrace extends Placed {
  readonly id: string;
}

const NONE: readonly PlacedTrace[] = [];
/** By the run that they stand beside. */
const traces = new Map<string, readonly PlacedTrace[]>();
const { subscribe, tell } = createListeners();
let count = 0;

function set(runId: string, next: readonly PlacedTrace[]): void {
  traces.set(runId, next);
  tell();
}

export function useMeasured(runId: string): readonly PlacedTrace[] {
  return useSyncExternalStore(subscribe, () => traces.get(runId) ?? NONE);
}

export function addMeasured(runId: string, trace: MeasuredTrace, groupCount: number): void {
  count += 1;
  const placed = { id: `measured-${count}`, ...placeTrace(trace, groupCount) };
  set(runId, [...(traces.get(runId) ?? NONE), placed]);
}

export function changeMeasured(runId: string, id: string, changes: Partial<Placed>): void {
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
