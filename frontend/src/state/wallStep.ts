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

/** A window hears only of what other windows store. */
function onStored(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
