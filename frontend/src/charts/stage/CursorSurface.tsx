import { useMergedRef } from '@mantine/hooks';
import { useEffect, useState, useRef, useCallback } from 'react';

import { pointedInstant } from '@/analysis/numbers/instant';
import { coordinate } from '@/analysis/numbers/shown';
import type { CursorStore } from '@/analysis/replay/clock';

import { timeAt, type StageGeometry, xOf } from './geometry';
import type { TimeRange } from '../model';
import styles from './stage.module.css';
import { pixelIn, useGestures } from './useGestures';
import { useMomentFrame } from '../moment';
import { panned, zoomed } from './gestures';

interface SurfaceProps {
  readonly clock: CursorStore;
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly durationSeconds: number;
  readonly stepSeconds: number;
  readonly label: string;
  readonly onLive: (range: TimeRange) => void;
  readonly onZoom: (fromSeconds: number, toSeconds: number) => void;
  readonly onReset: () => void;
  readonly children: React.ReactNode;
}

/** Takes pointer and keys: moves the shared cursor, zooms and pans. One tab stop. */
export function CursorSurface(props: SurfaceProps) {
  const { clock, geometry, range, label, children } = props;
  const onKeyDown = useCursorKeys(props);
  const { host, selection } = useGestures(props);
  const reveal = useReveal(clock, range, geometry);
  const ref = useMergedRef(host, reveal);
  const top = geometry.panes[0]?.top ?? 0;
  return (
    <div
      ref={ref}
      className={styles.drawing}
      style={{ height: geometry.height }}
      role="application"
      aria-roledescription="Plots over time"
      aria-label={`${label}. Arrow keys move the cursor, f freezes it, plus and minus zoom, Shift with an arrow pans, 0 shows the whole run, t shows the numbers as a table.`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => {
        const pointed = timeAt(pixelIn(event, geometry), range, geometry);
        clock.point(pointed === null ? null : pointedInstant(pointed, range[1] - range[0]));
      }}
      onPointerLeave={() => clock.point(null)}
      onDoubleClick={props.onReset}
    >
      {children}
      {selection !== null && (
        <div
          className={styles.selection}
          style={{
            left: Math.min(selection.from, selection.to),
            width: Math.abs(selection.to - selection.from),
            top,
            height: geometry.axisY - top,
          }}
        />
      )}
    </div>
  );
}

/** Data that arrive within this time are drawn once, in their own range. */
const HOLD_MS = 220;

/**
 * The range for which curves are drawn: it follows `range` with new data, or after a while without.
 * In between the drawing of before is stretched, which costs a hundredth of a new one.
 */
export function useDrawnRange(range: TimeRange, data: unknown): TimeRange {
  const [drawn, setDrawn] = useState({ range, data });
  if (drawn.data !== data) setDrawn({ range, data });
  useEffect(() => {
    const timer = setTimeout(
      () => setDrawn((old) => (old.range === range ? old : { ...old, range })),
      HOLD_MS,
    );
    return () => clearTimeout(timer);
  }, [range]);
  return drawn.data === data ? drawn.range : range;
}

/** Wide enough for what sticks out of a box. */
const BEYOND_PX = 9999;

/**
 * Hides what lies behind the moment up to which curves are drawn: two CSS variables that the
 * drawings of a stage are clipped with, so that a frame costs no rendering and no drawing of plots.
 */
function useReveal(clock: CursorStore, range: TimeRange, geometry: StageGeometry) {
  const ref = useRef<HTMLDivElement>(null);
  useMomentFrame(clock, ({ revealSeconds }) => {
    const { style } = ref.current ?? {};
    if (style === undefined) return;
    if (revealSeconds === null) {
      style.removeProperty('--reveal-clip');
      style.removeProperty('--reveal-plot-clip');
      return;
    }
    const x = xOf(Math.min(revealSeconds, range[1]), range, geometry);
    style.setProperty('--reveal-clip', clipAt(Math.max(x, geometry.left)));
    // Plotly's own drawings start at the left edge of the plot.
    style.setProperty('--reveal-plot-clip', clipAt(Math.max(x - geometry.left, 0)));
  });
  return ref;
}

function clipAt(x: number): string {
  const right = `${coordinate(x)}px`;
  const far = `${BEYOND_PX}px`;
  return `polygon(-${far} -${far}, ${right} -${far}, ${right} ${far}, -${far} ${far}) view-box`;
}

const PAN_SHARE = 0.1;
const ZOOM_IN = 0.6;

interface KeyOptions {
  readonly clock: CursorStore;
  readonly range: TimeRange;
  readonly durationSeconds: number;
  readonly stepSeconds: number;
  readonly onLive: (range: TimeRange) => void;
}

/**
 * Arrows step the cursor by a sample, page keys by ten, Home and End go to the ends of the view;
 * + and - zoom around the cursor, Shift and an arrow pan.
 */
function useCursorKeys(options: KeyOptions) {
  const { clock, range, durationSeconds, stepSeconds, onLive } = options;
  return useCallback(
    (event: React.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const [from, to] = range;
      const at = clock.read().timeSeconds;
      const now = at ?? from;
      const anchor = at !== null && at >= from && at <= to ? at : (from + to) / 2;
      const targets: Record<string, number> = {
        ArrowLeft: now - stepSeconds,
        ArrowRight: now + stepSeconds,
        PageUp: now - 10 * stepSeconds,
        PageDown: now + 10 * stepSeconds,
        Home: from,
        End: to,
      };
      const moves: Record<string, () => TimeRange> = {
        '+': () => zoomed(range, ZOOM_IN, anchor, durationSeconds),
        '=': () => zoomed(range, ZOOM_IN, anchor, durationSeconds),
        '-': () => zoomed(range, 1 / ZOOM_IN, anchor, durationSeconds),
      };
      if (event.shiftKey && event.key.startsWith('Arrow')) {
        const share = event.key === 'ArrowLeft' ? -PAN_SHARE : PAN_SHARE;
        moves[event.key] = () => panned(range, share, durationSeconds);
      }
      const move = moves[event.key];
      const target = targets[event.key];
      if (move === undefined && target === undefined) return;
      event.preventDefault();
      if (move !== undefined) onLive(move());
      else if (target !== undefined) clock.place(Math.min(to, Math.max(from, target)));
    },
    [clock, range, durationSeconds, stepSeconds, onLive],
  );
}
