/** Time as the screen passes it: once a frame, with the seconds since the frame before. */
import { useEffect, useRef } from 'react';

/** After a longer stop of the browser, time continues from where it was. */
const LONGEST_FRAME_SECONDS = 0.25;

export function useFrames(isRunning: boolean, onFrame: (elapsedSeconds: number) => void): void {
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  useEffect(() => {
    if (!isRunning) return;
    let frame = 0;
    let before: number | null = null;
    const tick = (nowMs: number) => {
      const elapsed = before === null ? 0 : (nowMs - before) / 1000;
      before = nowMs;
      latest.current(Math.min(elapsed, LONGEST_FRAME_SECONDS));
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [isRunning]);
}
