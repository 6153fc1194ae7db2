import { useCallback } from 'react';

import { useCursorStore } from '@/state/cursor';

import type { TimeRange } from './model';

/** Arrow keys step the cursor by a sample (with shift by ten), Home and End go to the ends. */
export function useCursorKeys(range: TimeRange, stepSeconds: number) {
  const cursor = useCursorStore();
  return useCallback(
    (event: React.KeyboardEvent) => {
      const [from, to] = range;
      const now = cursor.read().timeSeconds ?? from;
      const step = (event.shiftKey ? 10 : 1) * stepSeconds;
      const targets: Record<string, number> = {
        ArrowLeft: now - step,
        ArrowRight: now + step,
        Home: from,
        End: to,
      };
      const target = targets[event.key];
      if (target === undefined) return;
      event.preventDefault();
      cursor.place(Math.min(to, Math.max(from, target)));
    },
    [cursor, range, stepSeconds],
  );
}
