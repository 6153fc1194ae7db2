/**
 * Items put aside for a comparison: kept in this browser and shared by all its open windows.
 * Items are the words of an address (`state/compareUrl.ts`).
 */
import { useMemo, useSyncExternalStore } from 'react';

import { createListeners } from '@/analysis/replay/listeners';

import {
  formatItems,
  itemText,
  MOST_ITEMS,
  parseItems,
  withoutDoubles,
  type ComparedItem,
} from './compareUrl';
import { readStored, removeStored, writeStored } from './storage';

const KEY = 'lab-compare-tray';

const listeners = createListeners();
/** What is shown where the browser keeps nothing. */
let unstored: string | null = null;

interface CompareTray {
  readonly items: readonly ComparedItem[];
  readonly isFull: boolean;
  readonly has: (item: ComparedItem) => boolean;
  readonly add: (items: readonly ComparedItem[]) => void;
  readonly clear: () => void;
}

export function useCompareTray(): CompareTray {
  const text = useSyncExternalStore(subscribe, read);
  return useMemo(() => {
    const items = parseItems(text ?? undefined);
    return {
      items,
      isFull: items.length >= MOST_ITEMS,
      has: (item) => items.some((each) => itemText(each) === itemText(item)),
      add: (more) => write(withoutDoubles([...items, ...more]).slice(0, MOST_ITEMS)),
      clear: () => write([]),
    };
  }, [text]);
}

function read(): string | null {
  return readStored(KEY) ?? unstored;
}

function write(items: readonly ComparedItem[]): void {
  const text = formatItems(items);
  if (text === undefined) {
    removeStored(KEY);
    unstored = null;
  } else {
    unstored = writeStored(KEY, text) ? null : text;
  }
  listeners.notify();
}

function subscribe(listener: () => void): () => void {
  const leave = listeners.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    leave();
    window.removeEventListener('storage', listener);
  };
}
