import { useEffect, useState } from 'react';

import { useCursorStore } from '@/state/cursor';

const REST_MS = 150;

/** Where the clock stands once it has stood still for a moment; null: nowhere in particular. */
export function useRestingTime(): number | null {
  const clock = useCursorStore();
  const [time, setTime] = useState(() => clock.read().timeSeconds);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = clock.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setTime(clock.read().timeSeconds), REST_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [clock]);
  return time;
}

/** The frozen time at once; null while nothing is frozen. */
export function useFrozenTime(): number | null {
  const clock = useCursorStore();
  const read = () => {
    const { isFrozen, timeSeconds } = clock.read();
    return isFrozen ? timeSeconds : null;
  };
  const [time, setTime] = useState(read);
  useEffect(
    () => clock.subscribe(() => setTime(read())),
    // `read` is the same for the same clock.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [clock],
  );
  return time;
}
