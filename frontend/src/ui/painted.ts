import { startTransition, useEffect, useState } from 'react';

/** Resolves once the present state is on the screen; at once in a hidden window. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
  });
}

/**
 * Whether something was on the screen since it is there, once and for all. What waits for that is
 * rendered in slices, so that what comes meanwhile goes first.
 */
export function useSeen(isThere: boolean): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !isThere) return;
    let isWanted = true;
    void painted().then(() => isWanted && startTransition(() => setSeen(true)));
    return () => {
      isWanted = false;
    };
  }, [isThere, isSeen]);
  return isSeen;
}

const LONGEST_WORK_MS = 1000;

/** The same, and the page has nothing else to do; a browser may not say when that is. */
export async function atRest(): Promise<void> {
  await painted();
  if (document.hidden || !('requestIdleCallback' in window)) return;
  await new Promise<void>((done) => {
    requestIdleCallback(() => done(), { timeout: LONGEST_WORK_MS });
  });
}
