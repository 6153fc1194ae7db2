/** The layout of a stage: how many lanes it has, how high it is and how wide its labels. */
import { useMemo, useState } from 'react';

import type { FlowMark } from '@/analysis/series/flowMarks';

import { eventRowCount } from './Events';
import { smallestHeight, stageGeometry, type LaneRowCounts, zoomOf } from './geometry';
import {
  laneRows,
  limitRows as limitRowsOf,
  MOST_LANES,
  phaseRows,
  type LaneRow,
} from './laneRows';
import type { LaneId, Pane, StageRun } from '../model';
import type { Pointed } from '../moment';

const NARROW_LANES = 2;
const NARROW_GUTTER_PX = 104;
/** On paper a line cannot be pointed at to read its whole name. */
const PRINT_GUTTER_PX = 156;

interface StageParts {
  readonly panes: readonly Pane[];
  readonly rows: readonly LaneRow[];
  readonly counts: LaneRowCounts;
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
  readonly isPrint: boolean;
}

/** Where everything stands: panes, lanes and the gutter with their labels. */
export function useStageGeometry(parts: StageParts) {
  const { panes, rows, counts, width, height, isNarrow, isPrint } = parts;
  const minHeight = smallestHeight(panes.length, counts);
  const narrowPx = isPrint ? PRINT_GUTTER_PX : NARROW_GUTTER_PX;
  const gutterPx = gutterWidth(panes, rows, isNarrow ? narrowPx : null) * zoomOf(width);
  const heightPx = Math.max(height, minHeight);
  const geometry = useMemo(() => {
    const weights = panes.map(({ weight }) => weight);
    return stageGeometry({ width, height: heightPx, gutterPx }, weights, counts);
  }, [panes, counts, width, heightPx, gutterPx]);
  return { minHeight, geometry };
}

interface LaneRowsOf {
  readonly lanes: readonly LaneId[];
  readonly runs: readonly StageRun[];
  readonly focus?: Pointed;
}

/** As many lanes as there is room for; on a phone the reader may ask for all of them. */
export function useLaneRows({ lanes, runs, focus }: LaneRowsOf, isNarrow: boolean) {
  const pinned: FlowMark | null = focus?.pinned ?? null;
  const [hasAll, setAll] = useState(false);
  const found = useMemo(() => {
    const most = isNarrow && !hasAll ? NARROW_LANES : MOST_LANES;
    const all = laneRows(runs, most, pinned);
    const kept = all.slice(0, most);
    const rows = lanes.includes('phases') ? phaseRows(kept) : [];
    const limitRows = lanes.includes('limits') ? limitRowsOf(kept) : [];
    const events = lanes.includes('events') ? eventRowCount(runs[0]) : 0;
    const counts = { phases: rows.length, limits: limitRows.length, events };
    return { rows, limitRows, moreCount: all.length - kept.length, counts };
  }, [lanes, runs, isNarrow, hasAll, pinned]);
  const isChoice = isNarrow && (hasAll || found.moreCount > 0);
  return { ...found, choice: isChoice ? { hasAll, onChange: setAll } : null };
}

/** Room for the longest label and its digits; at 12 px a character is about 6.6 px wide. */
function gutterWidth(
  panes: readonly Pane[],
  rows: readonly LaneRow[],
  narrowPx: number | null,
): number {
  if (narrowPx === NARROW_GUTTER_PX) return NARROW_GUTTER_PX;
  const names = [
    ...panes.flatMap(({ lines }) => lines.map(({ label }) => label?.length ?? 0)),
    ...rows.map(({ label }) => label.length),
  ];
  const longest = names.reduce((a, b) => Math.max(a, b), 8);
  const widest = narrowPx ?? 230;
  return Math.min(widest, Math.max(narrowPx === null ? 118 : NARROW_GUTTER_PX, longest * 6.6 + 72));
}
