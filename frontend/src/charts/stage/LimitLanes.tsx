import { useMemo } from 'react';

import { isFaded } from '@/analysis/series/flowMarks';
import { dominantLimit, limitWords } from '@/analysis/series/limits';
import { bucketAt } from '@/analysis/series/series';

import { limitPaths } from './limitPaths';
import { LaneLabel, type LaneProps, type LaneRows, moreLanes } from './Lanes';
import { PaneTitle } from './Overlay';
import { hueClass } from '../palette';
import styles from './stage.module.css';
import { Stretched } from './Stretched';

/** What kept each flow from sending more, as shares of every bucket of time. */
export function LimitLanes({ rows, moreCount, ...lane }: LaneRows) {
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

function LimitLane(props: LaneProps) {
  const { row, box, geometry, range, drawn, labelSeconds, highlight, isNarrow } = props;
  const { columns } = row;
  const paths = useMemo(
    () => limitPaths(row.series, columns, drawn, geometry, box),
    [row.series, columns, drawn, geometry, box],
  );
  const now = dominantLimit(columns, bucketAt(row.series.timeSeconds, labelSeconds));
  const limit = now === null || isNarrow ? '' : limitWords[now].short;
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
      <LaneLabel label={row.label} value={limit} box={box} geometry={geometry} />
    </g>
  );
}
