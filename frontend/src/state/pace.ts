/** How fast time is played: simulated seconds per second. The browser remembers it. */
import { useSyncExternalStore } from 'react';

import { createListeners } from '@/analysis/replay/listeners';

import { readStored, writeStored } from './storage';

export const PACES = [0.01, 0.03, 0.1, 0.3, 1, 4, 20, 100] as const;
export type Pace = (typeof PACES)[number];

/** A run of two minutes takes six seconds. */
const DEFAULT_PACE: Pace = 20;
const KEY = 'lab-pace-1';

const { subscribe, notify } = createListeners();

/** The pace that was chosen last; the stored text may be anything. */
export function readPace(): Pace {
  const stored = Number(readStored(KEY));
  return PACES.find((pace) => pace === stored) ?? DEFAULT_PACE;
}

export function writePace(pace: Pace): void {
  writeStored(KEY, String(pace));
  notify();
}

/** The next slower or faster one; at the ends the same. */
export function paceBeside(pace: Pace, steps: -1 | 1): Pace {
  return PACES[PACES.indexOf(pace) + steps] ?? pace;
}

export function usePace(): Pace {
  return useSyncExternalStore(subscribe, readPace);
}
