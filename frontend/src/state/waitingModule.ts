/** A module of WebAssembly that was opened elsewhere, for the page that stores modules. */
import { useSyncExternalStore } from 'react';

import { createListeners } from '@/analysis/replay/listeners';

const { subscribe, notify } = createListeners();
let waiting: File | null = null;

/** null: it was stored, or another one was chosen. */
export function waitForStoring(module: File | null): void {
  waiting = module;
  notify();
}

export function useWaitingModule(): File | null {
  return useSyncExternalStore(subscribe, () => waiting);
}
