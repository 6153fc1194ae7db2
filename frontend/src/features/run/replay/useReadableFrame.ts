import { useRef } from 'react';

import type { CursorState } from '@/analysis/replay/clock';
import { useMomentFrame } from '@/charts/moment';
import { useCursorStore } from '@/state/cursor';

/** Numbers that change more often can not be read, and each writing lays the page out again. */
const READABLE_MS = 100;

/** As `useMomentFrame`, for words and numbers: while time is played not with every frame. */
export function useReadableFrame(write: (clock: CursorState) => void): void {
  const writtenMs = useRef(-Infinity);
  useMomentFrame(useCursorStore(), (clock) => {
    const nowMs = performance.now();
    if (clock.isPlaying && nowMs - writtenMs.current < READABLE_MS) return;
    writtenMs.current = nowMs;
    write(clock);
  });
}
