import { useEffect, useState } from 'react';

import type { Comparison } from './useComparison';

/** A worker takes a run within a second; other people's runs may come first. */
export const STUCK_SECONDS = 6;

/** The first runs wait and nobody has taken them: probably no worker is there. */
export function useStuck({ underWay, error }: Comparison): boolean {
  const isWaiting =
    error === null && underWay.length > 0 && underWay.every(({ status }) => status === 'queued');
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setStuck(true), STUCK_SECONDS * 1000);
    return () => {
      clearTimeout(timer);
      setStuck(false);
    };
  }, [isWaiting]);
  return isStuck;
}
