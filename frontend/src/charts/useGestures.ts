import { useEffect, useRef, useState } from 'react';

import { timeAt, xOf, type StageGeometry } from './geometry';
import { panned, pinched, zoomed } from './gestures';
import type { TimeRange } from './model';

/** Where a drag began and where it is, in pixels of the stage. */
export interface Selection {
  readonly from: number;
  readonly to: number;
}

export interface GestureOptions {
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly durationSeconds: number;
  /** A range while the gesture goes on. */
  readonly onLive: (range: TimeRange) => void;
  /** A range that was chosen at once. */
  readonly onZoom: (fromSeconds: number, toSeconds: number) => void;
}

/** A drag shorter than this is a click. */
const SHORTEST_DRAG_PX = 6;
/** One notch of a wheel is 100 px in most browsers. */
const ZOOM_PER_PX = 0.0022;

interface Pan {
  readonly x: number;
  readonly range: TimeRange;
}
interface Touch {
  readonly x: number;
  readonly timeSeconds: number;
}

/**
 * Drag to zoom, drag with Shift to pan, wheel with Ctrl (which is also how a pinch on a touchpad
 * arrives) to zoom, sideways wheel to pan, two fingers on a screen.
 */
export function useGestures(options: GestureOptions) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  const pan = useRef<Pan | null>(null);
  const touches = useRef(new Map<number, Touch>());
  const [selection, setSelection] = useState<Selection | null>(null);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => wheel(event, latest.current);
    // Only a listener that may prevent the page from scrolling can be used here.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const handlers = {
    onPointerDown: (event: React.PointerEvent<HTMLDivElement>) => {
      const { range, geometry } = latest.current;
      const x = pixelIn(event, geometry.width);
      const time = timeAt(x, range, geometry);
      if (time === null || event.button !== 0) return;
      if (event.pointerType === 'touch') {
        touches.current.set(event.pointerId, { x, timeSeconds: time });
        return;
      }
      event.currentTarget.setPointerCapture(event.pointerId);
      if (event.shiftKey) pan.current = { x, range };
      else setSelection({ from: x, to: x });
    },
    onPointerMove: (event: React.PointerEvent<HTMLDivElement>) => {
      const { geometry, onLive, durationSeconds } = latest.current;
      const x = pixelIn(event, geometry.width);
      if (pan.current !== null) {
        const share = (pan.current.x - x) / (geometry.right - geometry.left);
        onLive(panned(pan.current.range, share, durationSeconds));
      } else if (touches.current.has(event.pointerId)) {
        moveFinger(touches.current, event.pointerId, x, latest.current);
      } else if (selection !== null) {
        setSelection({ ...selection, to: Math.min(geometry.right, Math.max(geometry.left, x)) });
      }
    },
    onPointerUp: (event: React.PointerEvent<HTMLDivElement>) => {
      touches.current.delete(event.pointerId);
      pan.current = null;
      if (selection === null) return;
      setSelection(null);
      choose(selection, latest.current);
    },
    onPointerCancel: (event: React.PointerEvent<HTMLDivElement>) => {
      touches.current.delete(event.pointerId);
      pan.current = null;
      setSelection(null);
    },
  };
  const isDragged = selection !== null && width(selection) >= SHORTEST_DRAG_PX;
  return { host, handlers, selection: isDragged ? selection : null };
}

const width = ({ from, to }: Selection) => Math.abs(to - from);

interface Pointed {
  readonly clientX: number;
  readonly currentTarget: EventTarget | null;
}

/** The pixel of the stage under a pointer: the window may draw the page larger than laid out. */
export function pixelIn({ clientX, currentTarget }: Pointed, stageWidth: number): number {
  if (!(currentTarget instanceof Element)) return 0;
  const box = currentTarget.getBoundingClientRect();
  return (clientX - box.left) * (box.width > 0 ? stageWidth / box.width : 1);
}

function choose(selection: Selection, { geometry, range, onZoom }: GestureOptions): void {
  if (width(selection) < SHORTEST_DRAG_PX) return;
  const from = timeAt(Math.min(selection.from, selection.to), range, geometry);
  const to = timeAt(Math.max(selection.from, selection.to), range, geometry);
  if (from !== null && to !== null) onZoom(from, to);
}

function wheel(event: WheelEvent, options: GestureOptions): void {
  const { geometry, range, durationSeconds, onLive } = options;
  if (event.ctrlKey || event.metaKey) {
    const anchor = timeAt(pixelIn(event, geometry.width), range, geometry);
    event.preventDefault();
    const factor = Math.exp(event.deltaY * ZOOM_PER_PX);
    onLive(zoomed(range, factor, anchor ?? (range[0] + range[1]) / 2, durationSeconds));
    return;
  }
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
  event.preventDefault();
  onLive(panned(range, sideways / (geometry.right - geometry.left), durationSeconds));
}

function moveFinger(
  touches: Map<number, Touch>,
  pointerId: number,
  x: number,
  { geometry, durationSeconds, onLive }: GestureOptions,
): void {
  const own = touches.get(pointerId);
  if (own === undefined) return;
  touches.set(pointerId, { ...own, x });
  const [first, second] = [...touches.values()];
  if (first === undefined || second === undefined) return;
  const share = (px: number) => (px - geometry.left) / (geometry.right - geometry.left);
  onLive(
    pinched(
      [first.timeSeconds, second.timeSeconds],
      [share(first.x), share(second.x)],
      durationSeconds,
    ),
  );
}

/** How curves drawn for one range must be stretched to stand in another. */
export function stretch(drawn: TimeRange, range: TimeRange, geometry: StageGeometry): string {
  if (drawn[0] === range[0] && drawn[1] === range[1]) return 'none';
  const scale = (drawn[1] - drawn[0]) / (range[1] - range[0]);
  const shift = xOf(drawn[0], range, geometry) - geometry.left;
  return `translateX(${shift.toFixed(2)}px) scaleX(${scale.toFixed(5)})`;
}

/** The same for a part of a drawing of our own. */
export function stretchPart(drawn: TimeRange, range: TimeRange, geometry: StageGeometry) {
  if (drawn[0] === range[0] && drawn[1] === range[1]) return undefined;
  const scale = (drawn[1] - drawn[0]) / (range[1] - range[0]);
  const shift = xOf(drawn[0], range, geometry) - scale * geometry.left;
  return `translate(${shift.toFixed(2)} 0) scale(${scale.toFixed(5)} 1)`;
}
