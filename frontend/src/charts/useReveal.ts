import { useRef } from 'react';

import type { CursorStore } from '@/analysis/replay/clock';

import { xOf, type StageGeometry } from './geometry';
import type { TimeRange } from './model';
import { useMomentFrame } from './moment';

/** Wide enough for what sticks out of a box. */
const BEYOND_PX = 9999;

/**
 * Hides what lies behind the moment up to which curves are drawn: two CSS variables that the
 * drawings of a stage are clipped with, so that a frame costs no rendering and no drawing of plots.
 */
export function useReveal(clock: CursorStore, range: TimeRange, geometry: StageGeometry) {
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
  const right = `${x.toFixed(1)}px`;
  const far = `${BEYOND_PX}px`;
  return `polygon(-${far} -${far}, ${right} -${far}, ${right} ${far}, -${far} ${far}) view-box`;
}
