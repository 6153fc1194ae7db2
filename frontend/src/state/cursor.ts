/** Hands the clock of a page on to its parts. */
import { createContext, useContext, useSyncExternalStore } from 'react';

import type { CursorState, CursorStore } from '@/analysis/replay/clock';

const CursorContext = createContext<CursorStore | null>(null);
export const CursorProvider = CursorContext.Provider;

export function useCursorStore(): CursorStore {
  const store = useContext(CursorContext);
  if (store === null) throw new Error('useCursorStore needs a CursorProvider above it');
  return store;
}

/** One fact of the clock; who reads it is drawn anew only when that fact changes. */
export function useCursorFact<T extends boolean | number | string | null>(
  read: (state: CursorState) => T,
): T {
  const store = useCursorStore();
  return useSyncExternalStore(store.subscribe, () => read(store.read()));
}
