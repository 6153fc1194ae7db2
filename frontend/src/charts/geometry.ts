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
  readonly eventRow: Box | null;
  /** The line on which the time axis stands. */
  readonly axisY: number;
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
const EVENT_ROW_PX = 14;
const SMALLEST_PANE_PX = 40;

export function stageGeometry(
  size: StageSize,
  weights: readonly number[],
  phaseRowCount: number,
  hasEvents: boolean,
): StageGeometry {
  const phasesPx =
    phaseRowCount === 0
      ? 0
      : TITLE_PX + phaseRowCount * (PHASE_ROW_PX + PHASE_GAP_PX) - PHASE_GAP_PX;
  const eventsPx = hasEvents ? TITLE_PX + EVENT_ROW_PX : 0;
  const fixedPx = weights.length * TITLE_PX + phasesPx + eventsPx + AXIS_PX;
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const flexible = Math.max(size.height - fixedPx, weights.length * SMALLEST_PANE_PX);

  let y = 0;
  const panes = weights.map((weight) => {
    const top = y + TITLE_PX;
    y = top + (flexible * weight) / totalWeight;
    return { top, bottom: y };
  });
  const phaseRows: Box[] = [];
  if (phaseRowCount > 0) y += TITLE_PX;
  for (let row = 0; row < phaseRowCount; row += 1) {
    phaseRows.push({ top: y, bottom: y + PHASE_ROW_PX });
    y += PHASE_ROW_PX + (row < phaseRowCount - 1 ? PHASE_GAP_PX : 0);
  }
  const eventRow = hasEvents ? { top: y + TITLE_PX, bottom: y + TITLE_PX + EVENT_ROW_PX } : null;
  const axisY = eventRow?.bottom ?? y;
  return {
    width: size.width,
    height: axisY + AXIS_PX,
    left: LEFT_PX,
    right: Math.max(size.width - size.gutterPx, LEFT_PX + 40),
    panes,
    phaseRows,
    eventRow,
    axisY,
  };
}

/** The smallest height at which every part is legible. */
export function smallestHeight(
  paneCount: number,
  phaseRowCount: number,
  hasEvents: boolean,
): number {
  const size = { width: 0, height: 0, gutterPx: 0 };
  const weights = Array.from({ length: paneCount }, () => 1);
  return stageGeometry(size, weights, phaseRowCount, hasEvents).height + paneCount * 24;
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
