import { useIsFetching } from '@tanstack/react-query';
import { createContext, startTransition, useContext, useEffect, useState } from 'react';

import { isFirstSeries } from '@/api/runs/series';
import { isOver, type Run } from '@/api/types';
import { useSeen } from '@/ui/painted';

import { wasJustStarted } from './justStarted';
import { WAITS_MS } from './waits';

/**
 * Whether the curves of the page are there. What stands beside them asks the server after them:
 * together they would keep it, and the user, waiting for longer.
 */
export const CurvesFirst = createContext(true);

export const useMayAsk = () => useContext(CurvesFirst);

/**
 * Whether the curves of a page that was just opened have been seen. Until then there is nothing
 * beside them but its room: to build it and to lay it out takes longer than the curves themselves.
 */
export function useAreCurvesSeen(isAwaited: boolean): boolean {
  const areSeen = useSeen(!isAwaited);
  const [areLate, setLate] = useState(false);
  useEffect(() => {
    if (areSeen) return;
    const timer = setTimeout(
      () => startTransition(() => setLate(true)),
      WAITS_MS.curvesBeforeRails,
    );
    return () => clearTimeout(timer);
  }, [areSeen]);
  return areSeen || areLate;
}

/**
 * Whether the first curves are about to come: they were prefetched, or the run has just been
 * started. The page is then built once, with them: to build it without them first takes longer than
 * they do, and the run that it is to show waits for the same processors.
 */
export function useIsRunPrefetching(ids: readonly string[], runs: readonly Run[]): boolean {
  const [isPast, setPast] = useState(false);
  const asked = useIsFetching({ predicate: (query) => ids.some((id) => isFirstSeries(query, id)) });
  const isExpected = asked > 0 || runs.some(isBeginning);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), WAITS_MS.curvesBeforePage);
    return () => clearTimeout(timer);
  }, []);
  // What the page itself asks for later is no reason to take it away.
  if (runs.length > 0 && !isExpected && !isPast) setPast(true);
  return isExpected && !isPast;
}

/** It was started a moment ago, and has no samples yet. */
function isBeginning({ id, status, progress }: Run): boolean {
  return wasJustStarted(id) && !isOver(status) && progress.sample_count === 0;
}
