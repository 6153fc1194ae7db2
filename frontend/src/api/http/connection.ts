import { useSyncExternalStore } from 'react';

import { send } from './transport';

/** How often a lab that does not answer is asked whether it is there again. */
const PROBE_EVERY_MS = 2000;

let isAway = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (isAway === next) return;
  isAway = next;
  for (const listener of listeners) listener();
}

/**
 * The lab gave an answer of any kind. While it is away that may be one from before, so it is
 * probed.
 */
export function noteAnswer(): void {
  if (isAway) void probe();
}

/** The lab did not answer: it is asked again and again until it does. */
export function noteSilence(): void {
  set(true);
  askLater();
}

/** Only as long as someone listens: a page that was left asks nothing any more. */
function askLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (listeners.size > 0) void probe();
  }, PROBE_EVERY_MS);
}

/** Whether the lab answers now. */
export async function probe(): Promise<boolean> {
  const url = new URL('/api/health', window.location.origin);
  const isThere = await send(new Request(url, { cache: 'no-store' })).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) {
    clearTimeout(timer);
    set(false);
  } else noteSilence();
  return isThere;
}

/** Asks the lab at once when the network goes or comes: one on this machine answers without it. */
export function watchNetwork(): () => void {
  const onChange = () => void probe();
  window.addEventListener('offline', onChange);
  window.addEventListener('online', onChange);
  return () => {
    window.removeEventListener('offline', onChange);
    window.removeEventListener('online', onChange);
  };
}

/** Calls back at every change; returns how to stop. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  if (isAway) askLater();
  return () => listeners.delete(listener);
}

export function isLabAway(): boolean {
  return isAway;
}

export function useLabAway(): boolean {
  return useSyncExternalStore(onConnection, isLabAway);
}
