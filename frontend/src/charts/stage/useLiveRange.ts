import { useCallback, useEffect, useRef, useState } from 'react';

import { isWhole } from './gestures';
import type { TimeRange } from '../model';

/** A gesture is over when nothing has moved for so long. */
const QUIET_MS = 160;

export interface LiveRange {
  /** What is shown now. */
  readonly range: TimeRange;
  readonly onLive: (range: TimeRange) => void;
}

/**
 * The range during a drag or a turn of the wheel: the drawing gets it once a frame, the
 * address, and so the server, only when the gesture rests.
 */
export function useLiveRange(
  settled: TimeRange,
  durationSeconds: number,
  onZoom: (fromSeconds: number, toSeconds: number) => void,
  onReset: () => void,
): LiveRange {
  const [live, setLive] = useState<TimeRange | null>(null);
  const [seen, setSeen] = useState(settled);
  // The address has followed, or the user went back.
  if (seen !== settled) {
    setSeen(settled);
    setLive(null);
  }
  const frame = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ onZoom, onReset, durationSeconds });
  useEffect(() => {
    latest.current = { onZoom, onReset, durationSeconds };
  });
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      clearTimeout(timer.current);
    },
    [],
  );
  const onLive = useCallback((range: TimeRange) => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => setLive(range));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { onZoom: zoom, onReset: reset, durationSeconds: whole } = latest.current;
      if (isWhole(range, whole)) reset();
      else zoom(range[0], range[1]);
    }, QUIET_MS);
  }, []);
  return { range: live ?? settled, onLive };
}
