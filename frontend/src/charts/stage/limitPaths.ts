/** Lanes of the limits of a flow, as SVG path data: one column a bucket, cut by shares of time. */
import { metricOf, type Limit } from '@/analysis/series/limits';
import { bucketSeconds, type Columns, type SeriesGrid } from '@/analysis/series/series';
import { coordinate } from '@/analysis/numbers/shown';

import { xOf, type Box, type StageGeometry } from './geometry';
import type { TimeRange } from '../model';

interface LimitPaths {
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
  const heightPx = row.bottom - row.top;
  const width = bucketSeconds(series);
  const of = (limit: Limit) => columns?.[metricOf(limit)]?.mean ?? [];
  const cwnd = of('cwnd');
  const recovery = of('recovery');
  const receiveWindow = of('receive_window');
  const application = of('application');
  const parts = { window: blocks(), recovery: blocks(), outside: blocks(), lane: blocks() };
  series.timeSeconds.forEach((endSeconds, index) => {
    const from = Math.max(geometry.left, xOf(endSeconds - width, range, geometry));
    const to = Math.min(geometry.right, xOf(endSeconds, range, geometry));
    const windowShare = cwnd[index] ?? null;
    if (windowShare === null || to <= from) return;
    const windowPx = windowShare * heightPx;
    const recoveryPx = (recovery[index] ?? 0) * heightPx;
    const outsidePx = ((receiveWindow[index] ?? 0) + (application[index] ?? 0)) * heightPx;
    parts.lane.add(from, to, row.top, heightPx);
    parts.window.add(from, to, row.bottom - windowPx, windowPx);
    parts.recovery.add(from, to, row.top, recoveryPx);
    parts.outside.add(from, to, row.top + recoveryPx, outsidePx);
  });
  return {
    window: parts.window.end(),
    recovery: parts.recovery.end(),
    outside: parts.outside.end(),
    lane: parts.lane.end(),
  };
}

/** Neighbours of one height that touch are one block: most buckets of a lane are alike. */
function blocks() {
  let path = '';
  let [startPx, endPx, topPx, heightPx] = [0, 0, 0, 0];
  const close = () => {
    if (heightPx >= THINNEST_PX) path += block(startPx, endPx, topPx, heightPx);
  };
  return {
    add(from: number, to: number, top: number, height: number) {
      if (from - endPx > TOUCHING_PX || top !== topPx || height !== heightPx) {
        close();
        [startPx, topPx, heightPx] = [from, top, height];
      }
      endPx = to;
    },
    end: () => {
      close();
      return path;
    },
  };
}

/** Less than anybody sees: a bucket's end is computed otherwise than the start of the next. */
const TOUCHING_PX = 0.01;

function block(from: number, to: number, top: number, heightPx: number): string {
  const w = coordinate(to - from, 2);
  const h = coordinate(heightPx);
  return `M${coordinate(from, 2)} ${coordinate(top)}h${w}v${h}h-${w}z`;
}
