import clsx from 'clsx';
import { useMemo } from 'react';

import { listed } from '@/analysis/series/fragments';
import { isFaded, type FlowMark } from '@/analysis/series/flowMarks';
import { intervalAt, phaseName } from '@/analysis/series/phases';

import type { Box, StageGeometry } from './geometry';
import { lanePaths, shareLanePaths, stoppedPhases } from './lanes';
import { fittingText } from './labels';
import type { LaneRow } from './laneRows';
import { truncatedText, type StageRun, type TimeRange } from '../model';
import { NotKept } from './NotKept';
import { PaneTitle } from './Overlay';
import { hueClass } from '../palette';
import styles from './stage.module.css';
import { Stretched } from './Stretched';

interface LanesProps {
  readonly rows: readonly LaneRow[];
  /** Rows for which there was no room. */
  readonly moreCount: number;
  /** It may have more phases than are kept. */
  readonly run: StageRun | undefined;
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  /** The range for which rows are drawn. */
  readonly drawn: TimeRange;
  /** Where the rows look. */
  readonly labelSeconds: number;
  readonly highlight: FlowMark | null;
  readonly isNarrow: boolean;
}

/** Phases as bands on the time axis of the plots: of a flow, or shares of a group's flows. */
export function Lanes({ rows, moreCount, run, ...lane }: LanesProps) {
  const { geometry, isNarrow } = lane;
  const stopped = useMemo(
    () => rows.flatMap(({ phases, effects }) => stoppedPhases(phases, effects)),
    [rows],
  );
  const firstRow = geometry.phaseRows[0];
  if (firstRow === undefined) return null;
  const words = [
    rows.some(({ flowCount }) => flowCount > 1)
      ? 'height: share of the flows that increase or decrease'
      : 'above the line: increasing; below: decreasing',
    ...neutralWords(stopped),
  ].join('; ');
  return (
    <>
      <PaneTitle
        title="Phases"
        unit={[truncatedText(run), isNarrow ? '' : words, moreLanes(rows.length, moreCount)]
          .filter(Boolean)
          .join('; ')}
        y={firstRow.top - 11 * geometry.zoom}
      />
      {rows.map((row, index) => {
        const box = geometry.phaseRows[index];
        return box !== undefined && <Lane key={row.key} row={row} box={box} {...lane} />;
      })}
      <NotKept run={run} rows={geometry.phaseRows} geometry={geometry} range={lane.range} />
    </>
  );
}

/** What the blocks of ink are, where there are any. */
function neutralWords(phases: readonly string[]): string[] {
  const names = [...new Set(phases)].map(phaseName);
  return names.length === 0 ? [] : [`neutral: ${listed(names)}`];
}

/** How many rows there is no room for; empty if there are all. */
export function moreLanes(shownCount: number, moreCount: number): string {
  return moreCount > 0 ? `${shownCount} of ${shownCount + moreCount} shown` : '';
}

interface LaneProps extends Omit<LanesProps, 'rows' | 'moreCount' | 'run'> {
  readonly row: LaneRow;
  readonly box: Box;
}

function Lane(props: LaneProps) {
  const { row, box, geometry, range, drawn, labelSeconds, highlight, isNarrow } = props;
  const paths = useMemo(
    () =>
      row.flowCount > 1
        ? shareLanePaths(row.phases, row.flowCount, drawn, geometry, box, row.effects)
        : lanePaths(row.phases, drawn, geometry, box, row.effects),
    [row, drawn, geometry, box],
  );
  const middle = (box.top + box.bottom) / 2;
  const text = clsx(styles.label, styles.hued);
  const phase = isNarrow ? '' : phaseNow(row, labelSeconds);
  return (
    <g
      className={hueClass(row.mark.groupIndex)}
      data-lane={row.key}
      data-faded={isFaded(highlight, row.mark) || undefined}
    >
      <rect
        className={styles.lane}
        x={geometry.left}
        y={box.top}
        width={geometry.right - geometry.left}
        height={box.bottom - box.top}
      />
      <line
        className={styles.laneLine}
        x1={geometry.left}
        x2={geometry.right}
        y1={middle}
        y2={middle}
      />
      <Stretched box={box} geometry={geometry} range={range} drawn={drawn}>
        <path className={styles.block} d={paths.hue} />
        <path className={styles.blockInk} d={paths.ink} />
      </Stretched>
      <text className={clsx(text, styles.line)} x={geometry.right + 11} y={middle}>
        {fittingText(row.label, phase, geometry)}
      </text>
      <text className={clsx(text, styles.value)} x={geometry.width} y={middle}>
        {phase}
      </text>
    </g>
  );
}

function phaseNow(row: LaneRow, time: number): string {
  if (row.flowCount > 1) return '';
  const now = intervalAt(row.phases, time);
  return now === undefined ? '' : phaseName(now.phase);
}
