import { createUseGesture, dragAction, pinchAction, wheelAction } from '@use-gesture/react';
import { useRef, useState } from 'react';

import { timeAt, type StageGeometry } from './geometry';
import { panned, pinched, zoomed } from './gestures';
import type { TimeRange } from '../model';

/** Where a drag began and where it is, in pixels of the stage. */
interface Selection {
  readonly from: number;
  readonly to: number;
}

interface GestureOptions {
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly durationSeconds: number;
  /** The range during the gesture. */
  readonly onLive: (range: TimeRange) => void;
  /** A range that was chosen at once. */
  readonly onZoom: (fromSeconds: number, toSeconds: number) => void;
}

/** A drag shorter than this is a click. */
const SHORTEST_DRAG_PX = 6;
/** One notch of a wheel is 100 px in most browsers. */
const ZOOM_PER_PX = 0.0022;

const useGesture = createUseGesture([dragAction, pinchAction, wheelAction]);

/** What a drag began with; null: it began beside the panes. */
type Start = { readonly x: number; readonly range: TimeRange; readonly isPan: boolean } | null;

/**
 * Drag to zoom, drag with Shift to pan, wheel with Ctrl (which is also how a pinch on a touchpad
 * arrives) to zoom, sideways wheel to pan, two fingers on a screen.
 */
export function useGestures(options: GestureOptions) {
  const { geometry, range, durationSeconds, onLive, onZoom } = options;
  const host = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<Selection | null>(null);
  const widthPx = geometry.right - geometry.left;
  const pixel = (clientX: number) => pixelIn({ clientX, currentTarget: host.current }, geometry);
  const timeOf = (x: number) => timeAt(x, range, geometry);

  useGesture(
    {
      onDrag: ({ first, last, canceled, cancel, event, initial, xy, shiftKey, memo }) => {
        // One finger scrolls the page and points.
        if ('pointerType' in event && event.pointerType === 'touch') {
          cancel();
          return;
        }
        const x = Math.min(geometry.right, Math.max(geometry.left, pixel(xy[0])));
        const from = pixel(initial[0]);
        const started = first ? { x: from, range, isPan: shiftKey } : (memo as Start);
        const start = first && timeOf(from) === null ? null : started;
        if (start?.isPan === true) {
          onLive(panned(start.range, (start.x - pixel(xy[0])) / widthPx, durationSeconds));
        } else if (start !== null) {
          setSelection(last ? null : { from: start.x, to: x });
          const [a, b] = [timeOf(Math.min(start.x, x)), timeOf(Math.max(start.x, x))];
          if (last && !canceled && a !== null && b !== null) onZoom(a, b);
        }
        return start;
      },
      onPinch: ({ first, origin, da, memo }) => {
        // The library gives the distance of the fingers and its angle from the vertical.
        const acrossPx = Math.abs(da[0] * Math.sin((da[1] * Math.PI) / 180));
        const ends = [pixel(origin[0] - acrossPx / 2), pixel(origin[0] + acrossPx / 2)] as const;
        const share = (x: number) => (x - geometry.left) / widthPx;
        const timeUnder = (x: number) => range[0] + share(x) * (range[1] - range[0]);
        const held = first
          ? ([timeUnder(ends[0]), timeUnder(ends[1])] as const)
          : (memo as [number, number]);
        onLive(pinched(held, [share(ends[0]), share(ends[1])], durationSeconds));
        return held;
      },
      onWheel: ({ event, last }) => {
        // Once the wheel rests, the library reports its last turn a second time.
        if (last) return;
        const next = wheeled(event, pixel(event.clientX), options);
        if (next === null) return;
        event.preventDefault();
        onLive(next);
      },
    },
    {
      target: host,
      // Only a listener that may prevent the page from scrolling can be used here.
      eventOptions: { passive: false },
      drag: { threshold: SHORTEST_DRAG_PX, pointer: { keys: false } },
      pinch: { pinchOnWheel: false },
    },
  );
  return { host, selection };
}

interface Pointer {
  readonly clientX: number;
  readonly currentTarget: EventTarget | null;
}

/** The pixel of the stage under a pointer: the window may draw the page larger than laid out. */
export function pixelIn({ clientX, currentTarget }: Pointer, { width }: StageGeometry): number {
  if (!(currentTarget instanceof Element)) return 0;
  const box = currentTarget.getBoundingClientRect();
  return (clientX - box.left) * (box.width > 0 ? width / box.width : 1);
}

/** The range after a turn of the wheel; null: it scrolls the page. */
function wheeled(event: WheelEvent, x: number, options: GestureOptions): TimeRange | null {
  const { geometry, range, durationSeconds } = options;
  if (event.ctrlKey || event.metaKey) {
    const anchor = timeAt(x, range, geometry) ?? (range[0] + range[1]) / 2;
    return zoomed(range, Math.exp(event.deltaY * ZOOM_PER_PX), anchor, durationSeconds);
  }
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return null;
  return panned(range, sideways / (geometry.right - geometry.left), durationSeconds);
}
