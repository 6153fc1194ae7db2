import { useEffect, useRef, useState } from 'react';

import { pointedInstant } from '@/analysis/numbers/instant';
import type { TimeRange } from '@/charts/model';
import { useCursorStore } from '@/state/cursor';

import {
  isWholeRun,
  movedView,
  viewBetween,
  type OverviewLimits,
  type ViewPart,
} from './overviewGeometry';

/** A pointer that moves less than this has clicked. */
const CLICK_PX = 4;
/**
 * The plots follow when the pointer has rested for so long, or is let go: each time is a request
 * and a drawing of all curves, which takes longer than a frame.
 */
const REST_MS = 150;

interface DragOptions {
  readonly strip: React.RefObject<HTMLDivElement | null>;
  readonly limits: OverviewLimits;
  readonly range: TimeRange;
  readonly onView: (view: TimeRange) => void;
}

interface Drag {
  readonly part: ViewPart | 'playhead' | 'new';
  readonly startX: number;
  readonly startSeconds: number;
  readonly range: TimeRange;
  isMoving: boolean;
  view: TimeRange | null;
}

/**
 * Pointer on the strip: handles and window are dragged, a drag elsewhere marks a new view, a click
 * places the playhead. While dragging, `preview` is the view that the strip shows.
 */
export function useOverviewDrag({ strip, limits, range, onView }: DragOptions) {
  const clock = useCursorStore();
  const drag = useRef<Drag | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [preview, setPreview] = useState<TimeRange | null>(null);
  useEffect(() => () => clearTimeout(rest.current), []);

  const timeAt = (event: React.PointerEvent): number => {
    const box = strip.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return 0;
    const share = (event.clientX - box.left) / box.width;
    const seconds = Math.min(1, Math.max(0, share)) * limits.durationSeconds;
    return pointedInstant(seconds, limits.durationSeconds);
  };

  const end = () => {
    clearTimeout(rest.current);
    drag.current = null;
    setPreview(null);
  };

  const onPointerDown = (event: React.PointerEvent) => {
    if (event.button !== 0) return;
    strip.current?.setPointerCapture(event.pointerId);
    const part = partOf(event.target, range, limits);
    const startSeconds = timeAt(event);
    const start = { part, startX: event.clientX, startSeconds, range };
    drag.current = { ...start, isMoving: false, view: null };
    if (part === 'playhead') clock.place(startSeconds);
  };

  const onPointerMove = (event: React.PointerEvent) => {
    const now = drag.current;
    if (now === null) return;
    now.isMoving ||= Math.abs(event.clientX - now.startX) >= CLICK_PX;
    if (!now.isMoving) return;
    const time = timeAt(event);
    if (now.part === 'playhead') {
      clock.place(time);
      return;
    }
    now.view = draggedView(now.part, now, time, limits);
    setPreview(now.view);
    const { view } = now;
    clearTimeout(rest.current);
    rest.current = setTimeout(() => onView(view), REST_MS);
  };

  const onPointerUp = (event: React.PointerEvent) => {
    const now = drag.current;
    end();
    if (now === null) return;
    if (now.view !== null) onView(now.view);
    else if (!now.isMoving && now.part !== 'playhead') clock.place(timeAt(event));
  };

  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end };
  return { preview, handlers };
}

function partOf(target: EventTarget, range: TimeRange, limits: OverviewLimits): Drag['part'] {
  const part = target instanceof HTMLElement ? target.dataset.part : undefined;
  if (part === 'from' || part === 'to' || part === 'playhead') return part;
  // A window over everything has nowhere to go.
  if (part === 'window' && !isWholeRun(range, limits.durationSeconds)) return part;
  return 'new';
}

function draggedView(
  part: ViewPart | 'new',
  start: Drag,
  timeSeconds: number,
  limits: OverviewLimits,
): TimeRange {
  if (part === 'new') return viewBetween(start.startSeconds, timeSeconds, limits);
  return movedView(start.range, part, timeSeconds - start.startSeconds, limits);
}
