import clsx from 'clsx';
import { useMemo } from 'react';

import { isFaded, type FlowMark } from '@/analysis/series/flowMarks';
import { dominantLimit, limitWords } from '@/analysis/series/limits';
import { bucketAt } from '@/analysis/series/series';

import type { Box, StageGeometry } from './geometry';
import { limitPaths } from './limitPaths';
import { fittingText } from './labels';
import { moreLanes } from './Lanes';
import type { LaneRow } from './laneRows';
import type { TimeRange } from '../model';
import { PaneTitle } from './Overlay';
import { hueClass } from '../palette';
import styles from './stage.module.css';
import { Stretched } from './Stretched';

interface LimitLanesProps {
  readonly rows: readonly LaneRow[];
  /** Rows for which there was no room. */
  readonly moreCount: number;
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  /** The range for which rows are drawn. */
  readonly drawn: TimeRange;
  /** Where the rows look. */
  readonly labelSeconds: number;
  readonly highlight: FlowMark | null;
  readonly isNarrow: boolean;
}

/** What kept each flow from sending more, as shares of every bucket of time. */
export function LimitLanes({ rows, moreCount, ...lane }: LimitLanesProps) {
  const { geometry, isNarrow } = lane;
  const [first] = geometry.limitRows;
  if (first === undefined) return null;
  const words = 'share of time; strong: window, pale: pacing, neutral: recovery';
  return (
    <>
      <PaneTitle
        title="Why limited"
        unit={[isNarrow ? '' : words, moreLanes(rows.length, moreCount)].filter(Boolean).join('; ')}
        y={first.top - 11 * geometry.zoom}
      />
      {rows.map((row, index) => {
        const box = geometry.limitRows[index];
        if (box === undefined) return null;
        return <LimitLane key={row.key} row={row} box={box} {...lane} />;
      })}
    </>
  );
}

interface LimitLaneProps extends Omit<LimitLanesProps, 'rows' | 'moreCount'> {
  readonly row: LaneRow;
  readonly box: Box;
}

function LimitLane(props: LimitLaneProps) {
  const { row, box, geometry, range, drawn, labelSeconds, highlight, isNarrow } = props;
  const { columns } = row;
  const paths = useMemo(
    () => limitPaths(row.series, columns, drawn, geometry, box),
    [row.series, columns, drawn, geometry, box],
  );
  const middle = (box.top + box.bottom) / 2;
  const now = dominantLimit(columns, bucketAt(row.series.timeSeconds, labelSeconds));
  const limit = now === null || isNarrow ? '' : limitWords[now].short;
  const text = clsx(styles.label, styles.hued);
  return (
    <g
      className={hueClass(row.mark.groupIndex)}
      data-limits={row.key}
      data-faded={isFaded(highlight, row.mark) || undefined}
    >
      <Stretched box={box} geometry={geometry} range={range} drawn={drawn}>
        <path className={styles.lane} d={paths.lane} />
        <path className={styles.block} d={paths.window} />
        <path className={styles.blockInk} d={paths.recovery} />
        <path className={styles.blockOutside} d={paths.outside} />
      </Stretched>
      <text className={clsx(text, styles.line)} x={geometry.right + 11} y={middle}>
        {fittingText(row.label, limit, geometry)}
      </text>
      <text className={clsx(text, styles.value)} x={geometry.width} y={middle}>
        {limit}
      </text>
    </g>
  );
}
