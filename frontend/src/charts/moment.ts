/** What a drawing follows without being drawn anew by its page: the clock, and the pointer. */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

import type { CursorState, CursorStore } from '@/analysis/replay/clock';
import type { FlowFocus, FlowMark } from '@/analysis/series/flowMarks';

/** As much of the focus as a drawing without switches needs; undefined: nothing stands out. */
export type Pointed = Pick<FlowFocus, 'hover' | 'pinned'> | undefined;

export function useMoment(clock: CursorStore): CursorState {
  return useSyncExternalStore(clock.subscribe, clock.read);
}

const never = () => () => undefined;
const nothing = () => null;

/** The flow or group that stands out now: under the pointer, else pinned. null: none does. */
export function useHighlight(focus: Pointed): FlowMark | null {
  const { subscribe = never, read = nothing } = focus?.hover ?? {};
  return useSyncExternalStore(subscribe, read) ?? focus?.pinned ?? null;
}

/**
 * Calls `draw` after every change of the clock, at most once a frame, and after every rendering:
 * for what writes into elements by itself instead of being rendered sixty times a second.
 */
export function useMomentFrame(clock: CursorStore, draw: (state: CursorState) => void): void {
  const latest = useRef(draw);
  useLayoutEffect(() => {
    latest.current = draw;
    draw(clock.read());
  });
  useEffect(() => {
    let frame = 0;
    const onFrame = () => {
      frame = 0;
      latest.current(clock.read());
    };
    const leave = clock.subscribe(() => {
      if (frame === 0) frame = requestAnimationFrame(onFrame);
    });
    return () => {
      leave();
      cancelAnimationFrame(frame);
    };
  }, [clock]);
}
