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
import type { TimeRange } from './model';

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
  readonly eventRow: Box | null;
  /** The line on which the time axis stands. */
  readonly axisY: number;
}

/** How many flows have a row in each kind of lane. */
export interface LaneRowCounts {
  readonly phases: number;
  readonly limits: number;
}

export interface StageSize {
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
const SMALLEST_PANE_PX = 40;

export function stageGeometry(
  size: StageSize,
  weights: readonly number[],
  rows: LaneRowCounts,
  hasEvents: boolean,
): StageGeometry {
  const phasesPx = rowsHeight(rows.phases, PHASE_ROW_PX, PHASE_GAP_PX);
  const limitsPx = rowsHeight(rows.limits, LIMIT_ROW_PX, LIMIT_GAP_PX);
  const eventsPx = hasEvents ? TITLE_PX + EVENT_ROW_PX : 0;
  const fixedPx = weights.length * TITLE_PX + phasesPx + limitsPx + eventsPx + AXIS_PX;
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const flexible = Math.max(size.height - fixedPx, weights.length * SMALLEST_PANE_PX);

  let y = 0;
  const panes = weights.map((weight) => {
    const top = y + TITLE_PX;
    y = top + (flexible * weight) / totalWeight;
    return { top, bottom: y };
  });
  const phaseRows = rowBoxes(y + TITLE_PX, rows.phases, PHASE_ROW_PX, PHASE_GAP_PX);
  y += phasesPx;
  const limitRows = rowBoxes(y + TITLE_PX, rows.limits, LIMIT_ROW_PX, LIMIT_GAP_PX);
  y += limitsPx;
  const eventRow = hasEvents ? { top: y + TITLE_PX, bottom: y + TITLE_PX + EVENT_ROW_PX } : null;
  const axisY = eventRow?.bottom ?? y;
  return {
    width: size.width,
    height: axisY + AXIS_PX,
    left: LEFT_PX,
    right: Math.max(size.width - size.gutterPx, LEFT_PX + 40),
    panes,
    phaseRows,
    limitRows,
    eventRow,
    axisY,
  };
}

/** With their title; nothing without rows. */
function rowsHeight(count: number, rowPx: number, gapPx: number): number {
  return count === 0 ? 0 : TITLE_PX + count * (rowPx + gapPx) - gapPx;
}

function rowBoxes(top: number, count: number, rowPx: number, gapPx: number): Box[] {
  return Array.from({ length: count }, (_, row) => {
    const rowTop = top + row * (rowPx + gapPx);
    return { top: rowTop, bottom: rowTop + rowPx };
  });
}

/** The smallest height at which every part is legible. */
export function smallestHeight(paneCount: number, rows: LaneRowCounts, hasEvents: boolean): number {
  const size = { width: 0, height: 0, gutterPx: 0 };
  const weights = Array.from({ length: paneCount }, () => 1);
  return stageGeometry(size, weights, rows, hasEvents).height + paneCount * 24;
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

export function yOf(value: number, max: number, box: Box): number {
  return box.bottom - (value / max) * (box.bottom - box.top);
}
