import { useSyncExternalStore } from 'react';

import { readStored, writeStored } from './storage';

const keyOf = (classId: string) => `lab-wall-step:${classId}`;

/** Tells the wall, which is another window of this browser, what the teacher looks at. */
export function showOnWall(classId: string, stepId: string): void {
  writeStored(keyOf(classId), stepId);
}

/** What the teacher looks at in another window of this browser; null: nobody has said. */
export function useWallStep(classId: string): string | null {
  return useSyncExternalStore(onStored, () => readStored(keyOf(classId)));
}

const truthKeyOf = (classId: string) => `lab-wall-truth:${classId}`;

/** Lets the wall show what happened at a step, or not any more. */
export function showTruthOnWall(classId: string, stepId: string, isShown: boolean): void {
  writeStored(truthKeyOf(classId), isShown ? stepId : '');
}

/** Whether this browser's teacher has let the wall show what happened at a step. */
export function isTruthOnWall(classId: string, stepId: string): boolean {
  return readStored(truthKeyOf(classId)) === stepId;
}

/** The same on the wall, as it changes. */
export function useTruthOnWall(classId: string, stepId: string): boolean {
  return useSyncExternalStore(onStored, () => isTruthOnWall(classId, stepId));
}

/** A window hears only of what other windows store. */
function onStored(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
