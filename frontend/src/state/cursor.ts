/**
 * The shared clock of a page: where the cursor stands and whether it is frozen. A small store of
 * its own, so that moving the pointer redraws the overlay and not the page.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';

export interface CursorState {
  /** null: no cursor; labels then show the newest values. */
  readonly timeSeconds: number | null;
  readonly isFrozen: boolean;
}

export interface CursorStore {
  readonly read: () => CursorState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Follows the pointer, unless frozen. */
  readonly point: (timeSeconds: number | null) => void;
  /** Puts the cursor somewhere, frozen or not (keyboard steps). */
  readonly place: (timeSeconds: number) => void;
  readonly toggleFrozen: () => void;
  readonly clear: () => void;
}

const NOWHERE: CursorState = { timeSeconds: null, isFrozen: false };

export function createCursor(): CursorStore {
  let state = NOWHERE;
  const listeners = new Set<() => void>();
  const set = (next: CursorState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    point: (timeSeconds) => {
      if (!state.isFrozen && state.timeSeconds !== timeSeconds) set({ ...state, timeSeconds });
    },
    place: (timeSeconds) => set({ ...state, timeSeconds }),
    toggleFrozen: () => {
      if (state.isFrozen) set({ ...state, isFrozen: false });
      else if (state.timeSeconds !== null) set({ ...state, isFrozen: true });
    },
    clear: () => set(NOWHERE),
  };
}

const CursorContext = createContext<CursorStore | null>(null);
export const CursorProvider = CursorContext.Provider;

export function useCursorStore(): CursorStore {
  const store = useContext(CursorContext);
  if (store === null) throw new Error('useCursorStore needs a CursorProvider above it');
  return store;
}

export function useCursor(): CursorState {
  const store = useCursorStore();
  return useSyncExternalStore(store.subscribe, store.read);
}
