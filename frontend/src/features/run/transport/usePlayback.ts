import { useCallback, useEffect, useRef } from 'react';

import type { TimeRange } from '@/charts/model';
import { useCursorFact, useCursorStore } from '@/state/cursor';
import { useFrames } from '@/state/frames';

import { nextView } from './overviewGeometry';

export interface Playable {
  /** Simulated so far. */
  readonly endSeconds: number;
  /** Nothing more will come. */
  readonly isLast: boolean;
  readonly range: TimeRange;
  /** Simulated seconds per second. */
  readonly pace: number;
  /** The playhead has left the view. */
  readonly onTurn: (view: TimeRange) => void;
}

/** Moves the clock on with the frames of the screen while it plays; gives what Play does. */
export function usePlayback(playable: Playable): () => void {
  const clock = useCursorStore();
  const isPlaying = useCursorFact((state) => state.isPlaying);
  const latest = useRef(playable);
  useEffect(() => {
    latest.current = playable;
  });
  useFrames(isPlaying, (elapsedSeconds) => {
    const { endSeconds, isLast, pace } = latest.current;
    clock.advance(elapsedSeconds * pace, endSeconds, isLast);
    turnPage(clock.read().timeSeconds, latest.current);
  });

  return useCallback(() => {
    const { range, endSeconds } = latest.current;
    if (clock.read().isPlaying) clock.pause();
    else clock.play(range[0] < endSeconds ? range[0] : 0, Math.min(range[1], endSeconds));
  }, [clock]);
}

/** A playhead that has run out of the view takes the view along. */
function turnPage(timeSeconds: number | null, { range, endSeconds, onTurn }: Playable): void {
  if (timeSeconds === null || timeSeconds <= range[1] || range[1] >= endSeconds) return;
  onTurn(nextView(range, endSeconds));
}
