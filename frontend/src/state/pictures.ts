/**
 * The pictures that a page can give: every plot says here that it can be saved, the dialog takes
 * one of them and gives it a place to be drawn a second time, in the look of print.
 */
import { useSyncExternalStore } from 'react';

import { createListeners } from '@/analysis/replay/listeners';

export interface PictureEntry {
  readonly id: string;
  readonly title: string;
  /** The caption of the picture: scenario, algorithms, seeds, core, digest. */
  readonly caption: string;
  /** It fills the height that it is given. */
  readonly isElastic: boolean;
  readonly element: HTMLElement;
}

/** Where the chosen plot is drawn a second time. */
interface PictureTarget {
  readonly id: string;
  readonly host: HTMLElement;
}

interface PictureState {
  /** In the order of the page. */
  readonly entries: readonly PictureEntry[];
  /** The plot that the dialog was opened for; null: the dialog is closed. */
  readonly openedId: string | null;
  readonly target: PictureTarget | null;
  /** There is a place where pictures are made; not so inside of other pages. */
  readonly hasDesk: boolean;
}

let state: PictureState = { entries: [], openedId: null, target: null, hasDesk: false };
const { subscribe, notify } = createListeners();

function set(changes: Partial<PictureState>): void {
  state = { ...state, ...changes };
  notify();
}

/** One fact of the store; who reads it is drawn anew only when that fact changes. */
export function usePictures<T>(read: (state: PictureState) => T): T {
  return useSyncExternalStore(subscribe, () => read(state));
}

/** Enters a plot or its change. Returns a function that removes it. */
export function enterPicture(entry: PictureEntry): () => void {
  const others = state.entries.filter(({ id }) => id !== entry.id);
  set({ entries: [...others, entry].sort(byPlace) });
  return () => set({ entries: state.entries.filter((each) => each !== entry) });
}

function byPlace(a: PictureEntry, b: PictureEntry): number {
  const place = a.element.compareDocumentPosition(b.element);
  return place & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** Opens the dialog for a plot, or for the first one of the page; without any it stays closed. */
export function openPictures(id?: string): void {
  const openedId = id ?? state.entries[0]?.id ?? null;
  set({ openedId });
}

/** A place to make pictures is there, until the function that is given back is called. */
export function openDesk(): () => void {
  set({ hasDesk: true });
  return () => set({ hasDesk: false });
}

export function closePictures(): void {
  set({ openedId: null, target: null });
}

/** Gives a plot a place to be drawn in; null takes it back. */
export function aimPicture(target: PictureTarget | null): void {
  set({ target });
}
