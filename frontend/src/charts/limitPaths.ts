/** Lanes of what limits a flow, as SVG path data: one column per bucket, cut by shares of time. */
import { metricOf, type Limit } from '@/analysis/series/limits';
import { bucketSeconds, type Columns, type SeriesGrid } from '@/analysis/series/series';

import { xOf, type Box, type StageGeometry } from './geometry';
import type { TimeRange } from './model';

export interface LimitPaths {
  /** The congestion window: from below, in the flow's hue. Pacing is the lane itself, pale. */
  readonly window: string;
  /** From above: loss recovery. */
  readonly recovery: string;
  /** From above, below recovery: the receiver and having nothing to send. */
  readonly outside: string;
  /** The part of the lane in which the connection stands. */
  readonly lane: string;
}

/** Whole and half pixels of a lane are enough; thinner parts would only blur. */
const THINNEST_PX = 0.5;

export function limitPaths(
  series: SeriesGrid,
  columns: Columns | undefined,
  range: TimeRange,
  geometry: StageGeometry,
  row: Box,
): LimitPaths {
  const parts = { window: '', recovery: '', outside: '', lane: '' };
  const heightPx = row.bottom - row.top;
  const width = bucketSeconds(series);
  series.timeSeconds.forEach((endSeconds, index) => {
    const share = (limit: Limit) => columns?.[metricOf(limit)]?.mean[index] ?? null;
    const cwnd = share('cwnd');
    const from = Math.max(geometry.left, xOf(endSeconds - width, range, geometry));
    const to = Math.min(geometry.right, xOf(endSeconds, range, geometry));
    if (cwnd === null || to <= from) return;
    const recovery = (share('recovery') ?? 0) * heightPx;
    const outside = ((share('receive_window') ?? 0) + (share('application') ?? 0)) * heightPx;
    parts.lane += block(from, to, row.top, heightPx);
    parts.window += block(from, to, row.bottom - cwnd * heightPx, cwnd * heightPx);
    parts.recovery += block(from, to, row.top, recovery);
    parts.outside += block(from, to, row.top + recovery, outside);
  });
  return parts;
}

function block(from: number, to: number, top: number, heightPx: number): string {
  if (heightPx < THINNEST_PX) return '';
  const w = (to - from).toFixed(2);
  const h = heightPx.toFixed(1);
  return `M${from.toFixed(2)} ${top.toFixed(1)}h${w}v${h}h-${w}z`;
}
