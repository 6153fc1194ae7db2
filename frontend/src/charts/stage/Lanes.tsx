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

/** What lanes of any kind are drawn by. */
export interface LaneView {
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  /** The range for which rows are drawn. */
  readonly drawn: TimeRange;
  /** Where the rows look. */
  readonly labelSeconds: number;
  readonly highlight: FlowMark | null;
  readonly isNarrow: boolean;
}

export interface LaneRows extends LaneView {
  readonly rows: readonly LaneRow[];
  /** Rows for which there was no room. */
  readonly moreCount: number;
}

export interface LaneProps extends LaneView {
  readonly row: LaneRow;
  readonly box: Box;
}

interface LanesProps extends LaneRows {
  /** It may have more phases than are kept. */
  readonly run: StageRun | undefined;
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
      <LaneLabel label={row.label} value={phase} box={box} geometry={geometry} />
    </g>
  );
}

interface LaneLabelProps extends Pick<LaneProps, 'box' | 'geometry'> {
  readonly label: string;
  /** At the time of the labels; empty on a narrow stage. */
  readonly value: string;
}

/** Beside a lane: whose it is, and its present value. */
export function LaneLabel({ label, value, box, geometry }: LaneLabelProps) {
  const middle = (box.top + box.bottom) / 2;
  const text = clsx(styles.label, styles.hued);
  return (
    <>
      <text className={clsx(text, styles.line)} x={geometry.right + 11} y={middle}>
        {fittingText(label, value, geometry)}
      </text>
      <text className={clsx(text, styles.value)} x={geometry.width} y={middle}>
        {value}
      </text>
    </>
  );
}

function phaseNow(row: LaneRow, time: number): string {
  if (row.flowCount > 1) return '';
  const now = intervalAt(row.phases, time);
  return now === undefined ? '' : phaseName(now.phase);
}

interface LaneChoiceProps {
  readonly geometry: StageGeometry;
  readonly hasAll: boolean;
  readonly onChange: (hasAll: boolean) => void;
}

/** Beside the title of the first lanes: a phone has room for two at first. */
export function LaneChoice({ geometry, hasAll, onChange }: LaneChoiceProps) {
  const first = geometry.phaseRows[0] ?? geometry.limitRows[0];
  if (first === undefined) return null;
  return (
    <button
      type="button"
      className={styles.laneChoice}
      style={{ bottom: `calc(100% - ${first.top}px)` }}
      onClick={() => onChange(!hasAll)}
    >
      {hasAll ? 'Fewer lanes' : 'All lanes'}
    </button>
  );
}
