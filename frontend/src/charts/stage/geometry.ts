/**
 * Where things are on a stage, in pixels. Every pane has the same left and right edge, so that one
 * vertical line is one moment everywhere.
 *
 *   0  left                         right      width
 *   |title, unit                    |          |
 *   |ticks|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾| labels   |   pane: top .. bottom
 *   |     |_________________________| gutter   |
 *   |title                          |          |
 *   |     |■■■■ lanes               |          |   lane rows
 *   |     0    10    20        time, s         |   axis
 */
import { coordinate } from '@/analysis/numbers/shown';

import type { TimeRange } from '../model';

export interface Box {
  readonly top: number;
  readonly bottom: number;
}

export interface StageGeometry {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly panes: readonly Box[];
  readonly phaseRows: readonly Box[];
  readonly limitRows: readonly Box[];
  readonly eventRows: readonly Box[];
  /** The line on which the time axis stands. */
  readonly axisY: number;
  /** 1 on a desk; more on a wall, where type and strokes grow with it. */
  readonly zoom: number;
}

/** How many rows there are of each kind below the panes. */
export interface LaneRowCounts {
  readonly phases: number;
  readonly limits: number;
  readonly events: number;
}

interface StageSize {
  readonly width: number;
  readonly height: number;
  readonly gutterPx: number;
}

const TITLE_PX = 29;
const AXIS_PX = 30;
const LEFT_PX = 36;
const PHASE_ROW_PX = 18;
const PHASE_GAP_PX = 7;
const LIMIT_ROW_PX = 12;
const LIMIT_GAP_PX = 5;
const EVENT_ROW_PX = 14;
const EVENT_GAP_PX = 3;
const SMALLEST_PANE_PX = 40;
/** A stage so wide hangs on a wall or is a 4K screen at its own scale. */
const WALL_PX = 2200;
const WALL_ZOOM = 1.5;

export function zoomOf(widthPx: number): number {
  return widthPx >= WALL_PX ? WALL_ZOOM : 1;
}

export function stageGeometry(
  size: StageSize,
  weights: readonly number[],
  counts: LaneRowCounts,
): StageGeometry {
  const zoom = zoomOf(size.width);
  const title = TITLE_PX * zoom;
  const stacked = (count: number, row: number, gap: number) =>
    count === 0 ? 0 : title + (count * (row + gap) - gap) * zoom;
  const fixedPx =
    weights.length * title +
    stacked(counts.phases, PHASE_ROW_PX, PHASE_GAP_PX) +
    stacked(counts.limits, LIMIT_ROW_PX, LIMIT_GAP_PX) +
    stacked(counts.events, EVENT_ROW_PX, EVENT_GAP_PX) +
    AXIS_PX * zoom;
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const flexible = Math.max(size.height - fixedPx, weights.length * SMALLEST_PANE_PX);

  let y = 0;
  const panes = weights.map((weight) => {
    const top = y + title;
    y = top + (flexible * weight) / totalWeight;
    return { top, bottom: y };
  });
  const rows = (count: number, row: number, gap: number) => {
    if (count > 0) y += title;
    return Array.from({ length: count }, (_, index) => {
      const box = { top: y, bottom: y + row * zoom };
      y = box.bottom + (index < count - 1 ? gap * zoom : 0);
      return box;
    });
  };
  const phaseRows = rows(counts.phases, PHASE_ROW_PX, PHASE_GAP_PX);
  const limitRows = rows(counts.limits, LIMIT_ROW_PX, LIMIT_GAP_PX);
  const eventRows = rows(counts.events, EVENT_ROW_PX, EVENT_GAP_PX);
  const left = LEFT_PX * zoom;
  return {
    width: size.width,
    height: y + AXIS_PX * zoom,
    left,
    right: Math.max(size.width - size.gutterPx, left + 40),
    panes,
    phaseRows,
    limitRows,
    eventRows,
    axisY: y,
    zoom,
  };
}

/** The smallest height at which every part is legible. */
export function smallestHeight(paneCount: number, counts: LaneRowCounts): number {
  const size = { width: 0, height: 0, gutterPx: 0 };
  const weights = Array.from({ length: paneCount }, () => 1);
  return stageGeometry(size, weights, counts).height + paneCount * 24;
}

export function xOf(timeSeconds: number, range: TimeRange, geometry: StageGeometry): number {
  const [from, to] = range;
  const { left, right } = geometry;
  return left + ((timeSeconds - from) / (to - from)) * (right - left);
}

/** The time under a pixel; null outside of the panes. */
export function timeAt(x: number, range: TimeRange, geometry: StageGeometry): number | null {
  const [from, to] = range;
  const { left, right } = geometry;
  const share = (x - left) / (right - left);
  if (share < -0.01 || share > 1.01) return null;
  return from + Math.min(1, Math.max(0, share)) * (to - from);
}

export function yOf(value: number, max: number, box: Box, min = 0): number {
  return box.bottom - ((value - min) / (max - min)) * (box.bottom - box.top);
}

/** How curves drawn for one range must be stretched to stand in another. */
export function stretch(drawn: TimeRange, range: TimeRange, geometry: StageGeometry): string {
  if (drawn[0] === range[0] && drawn[1] === range[1]) return 'none';
  const scale = (drawn[1] - drawn[0]) / (range[1] - range[0]);
  const shift = xOf(drawn[0], range, geometry) - geometry.left;
  return `translateX(${coordinate(shift, 2)}px) scaleX(${coordinate(scale, 5)})`;
}

/** The same for a part of a drawing of our own. */
export function stretchPart(drawn: TimeRange, range: TimeRange, geometry: StageGeometry) {
  if (drawn[0] === range[0] && drawn[1] === range[1]) return undefined;
  const scale = (drawn[1] - drawn[0]) / (range[1] - range[0]);
  const shift = xOf(drawn[0], range, geometry) - scale * geometry.left;
  return `translate(${coordinate(shift, 2)} 0) scale(${coordinate(scale, 5)} 1)`;
}
