import { useMergedRef } from '@mantine/hooks';
import { useEffect, useState } from 'react';

import type { CursorStore } from '@/analysis/replay/clock';

import { timeAt, type StageGeometry } from './geometry';
import type { TimeRange } from './model';
import styles from './stage.module.css';
import { useCursorKeys } from './useCursorKeys';
import { pixelIn, useGestures } from './useGestures';
import { useReveal } from './useReveal';

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
      onPointerMove={(event) => clock.point(timeAt(pixelIn(event, geometry), range, geometry))}
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
