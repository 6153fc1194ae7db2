import { createContext, startTransition, useContext, useEffect, useState } from 'react';

import { painted } from '@/ui/painted';

/**
 * Whether the curves of the page are there. What stands beside them asks the server after them:
 * together they would keep it, and whoever looks, waiting for longer.
 */
export const CurvesFirst = createContext(true);

export const useMayAsk = () => useContext(CurvesFirst);

/** Curves that take longer are not waited for. */
const LONGEST_WAIT_MS = 400;

/**
 * Whether the curves of a page that was just opened have been seen. Until then there is nothing
 * beside them but its room: to build it and to lay it out takes longer than the curves themselves.
 */
export function useAreCurvesSeen(isAwaited: boolean): boolean {
  const [areSeen, setSeen] = useState(false);
  useEffect(() => {
    if (areSeen) return;
    let isWanted = true;
    // In slices, so that what comes for the curves meanwhile goes first.
    const show = () => startTransition(() => setSeen(isWanted));
    const timer = setTimeout(show, LONGEST_WAIT_MS);
    if (!isAwaited) void painted().then(() => isWanted && show());
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [isAwaited, areSeen]);
  return areSeen;
}
