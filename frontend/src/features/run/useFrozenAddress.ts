import { useEffect } from 'react';

import { useCursorStore } from '@/state/cursor';

/** Steps with a key held down come faster than an address has to follow. */
const SETTLE_MS = 150;

/** Keeps the frozen time in the address, so that a link shows the same moment. */
export function useFrozenAddress(
  at: number | undefined,
  setFrozen: (seconds: number | null) => void,
): void {
  const clock = useCursorStore();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told = at ?? null;
    const settle = () => {
      const { isFrozen, timeSeconds } = clock.read();
      const now = isFrozen ? timeSeconds : null;
      if (now === told) return;
      told = now;
      setFrozen(now);
    };
    const leave = clock.subscribe(() => {
      const { isFrozen } = clock.read();
      if (!isFrozen && told === null) return;
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
    // What the address says changes with what was told to it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [clock, setFrozen]);
}
