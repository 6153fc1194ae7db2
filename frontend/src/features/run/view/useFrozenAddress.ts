import { useEffect, useRef } from 'react';

import { useCursorStore } from '@/state/cursor';

/** Steps with a key held down come faster than an address has to follow. */
const SETTLE_MS = 150;

/**
 * Keeps the frozen time in the address, so that a link shows the same moment, and follows an
 * address that names another one: a link of the page itself, or a step back.
 */
export function useFrozenAddress(
  at: number | undefined,
  setFrozen: (seconds: number | null) => void,
): void {
  const clock = useCursorStore();
  const lastWritten = useRef(at ?? null);
  useEffect(() => {
    const wanted = at ?? null;
    if (wanted === lastWritten.current) return;
    lastWritten.current = wanted;
    if (wanted !== null) clock.freezeAt(wanted);
    else if (clock.read().isFrozen) clock.toggleFrozen();
  }, [clock, at]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      const { isFrozen, timeSeconds } = clock.read();
      const now = isFrozen ? timeSeconds : null;
      if (now === lastWritten.current) return;
      lastWritten.current = now;
      setFrozen(now);
    };
    const leave = clock.subscribe(() => {
      const { isFrozen } = clock.read();
      if (!isFrozen && lastWritten.current === null) return;
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [clock, setFrozen]);
}
