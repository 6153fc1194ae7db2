import { useEffect, useState } from 'react';

import { isOver, type RunStatus } from '@/api/types';
import { useCursorStore } from '@/state/cursor';
import { forgetStarted, wasJustStarted } from '@/opening/justStarted';

/** At a pace for single packets it would not come to an end. */
const SLOWEST_PACE = 1;
const FRAME_SECONDS = 1 / 60;

export interface FirstDrawing {
  readonly id: string;
  readonly status: RunStatus;
  readonly hasCurves: boolean;
  readonly endSeconds: number;
  /** Simulated seconds per second. */
  readonly pace: number;
}

/**
 * A run that was just started and is over before anything of it could be drawn is drawn as time
 * passes, at the pace of the reader; one whose first samples come sooner, as it is computed. With
 * reduced motion there is no drawing after the end, nor for a run that is opened later.
 */
export function useFirstDrawing(run: FirstDrawing): void {
  const { id, status, hasCurves, endSeconds, pace } = run;
  const clock = useCursorStore();
  const [isFresh] = useState(
    () => wasJustStarted(id) && !wantsLessMotion() && pace >= SLOWEST_PACE,
  );
  const [isGrowing, setGrowing] = useState(false);
  if (!isGrowing && hasCurves && !isOver(status)) setGrowing(true);
  const isDone = status === 'done';

  useEffect(() => {
    forgetStarted(id);
    if (isFresh) clock.reveal(0);
    // However it ends, nothing stays hidden.
    return () => clock.reveal(null);
  }, [clock, id, isFresh]);

  const isStreamed = isGrowing || (isOver(status) && !isDone);
  const isReady = isDone && hasCurves && !isStreamed;
  useEffect(() => {
    if (!isFresh) return;
    if (isStreamed) clock.reveal(null);
    else if (isReady) {
      clock.play(0, endSeconds);
      // The first frame with curves shows some of them: two more would pass until time does.
      clock.advance(pace * FRAME_SECONDS, endSeconds, true);
    }
    // End and pace are known with the run: only becoming ready starts it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [clock, isFresh, isStreamed, isReady]);
}

function wantsLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
