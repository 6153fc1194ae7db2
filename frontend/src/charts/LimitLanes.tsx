import clsx from 'clsx';
import { useMemo } from 'react';

import { dominantLimit } from '@/analysis/limits';
import { bucketAt, type SeriesGrid } from '@/analysis/series';
import { chartText } from '@/messages/charts';
import { whyText } from '@/messages/why';
import { useCursor } from '@/state/cursor';

import type { Box, StageGeometry } from './geometry';
import { limitPaths } from './limitPaths';
import type { StageFlow, TimeRange } from './model';
import { PaneTitle } from './Overlay';
import { hueClass } from './palette';
import styles from './stage.module.css';

/** One flow's row of limits. */
export interface LimitRow {
  readonly key: string;
  readonly label: string;
  readonly flow: StageFlow;
  readonly series: SeriesGrid;
}

interface LimitLanesProps {
  readonly rows: readonly LimitRow[];
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly restSeconds: number;
  readonly isNarrow: boolean;
}

/** What kept each flow from sending more, as shares of every bucket of time. */
export function LimitLanes({ rows, geometry, range, restSeconds, isNarrow }: LimitLanesProps) {
  const [first] = geometry.limitRows;
  if (first === undefined) return null;
  return (
    <>
      <PaneTitle
        title={chartText.limits}
        unit={isNarrow ? '' : chartText.limitsUnit}
        y={first.top - 11}
      />
      {rows.map((row, index) => {
        const box = geometry.limitRows[index];
        if (box === undefined) return null;
        const shared = { row, box, geometry, range, restSeconds, isNarrow };
        return <LimitLane key={row.key} {...shared} />;
      })}
    </>
  );
}

interface LimitLaneProps extends Omit<LimitLanesProps, 'rows'> {
  readonly row: LimitRow;
  readonly box: Box;
}

function LimitLane({ row, box, geometry, range, restSeconds, isNarrow }: LimitLaneProps) {
  const { timeSeconds } = useCursor();
  const columns = row.series.flows.get(row.flow.index);
  const paths = useMemo(
    () => limitPaths(row.series, columns, range, geometry, box),
    [row.series, columns, range, geometry, box],
  );
  const middle = (box.top + box.bottom) / 2;
  const shownSeconds = Math.min(timeSeconds ?? restSeconds, restSeconds);
  const now = dominantLimit(columns, bucketAt(row.series.timeSeconds, shownSeconds));
  const text = clsx(styles.label, styles.hued);
  return (
    <g className={hueClass(row.flow.groupIndex)} data-limits={row.key}>
      <path className={styles.lane} d={paths.lane} />
      <path className={styles.block} d={paths.window} />
      <path className={styles.blockInk} d={paths.recovery} />
      <path className={styles.blockOutside} d={paths.outside} />
      <text className={clsx(text, styles.line)} x={geometry.right + 11} y={middle}>
        {row.label}
      </text>
      <text className={clsx(text, styles.value)} x={geometry.width} y={middle}>
        {now === null || isNarrow ? '' : whyText.limits[now].short}
      </text>
    </g>
  );
}
