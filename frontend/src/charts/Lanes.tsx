import clsx from 'clsx';
import { useMemo } from 'react';

import { intervalAt, phaseName } from '@/analysis/phases';
import { chartText } from '@/messages/charts';
import { useCursor } from '@/state/cursor';

import type { StageGeometry } from './geometry';
import { eventMarks, lanePaths } from './lanes';
import type { PhaseInterval, StageEvent, StageFlow, TimeRange } from './model';
import { PaneTitle } from './Overlay';
import { hueClass } from './palette';
import styles from './stage.module.css';

/** One flow's row of phases. */
export interface LaneRow {
  readonly key: string;
  readonly label: string;
  readonly flow: StageFlow;
  readonly phases: readonly PhaseInterval[];
}

interface LanesProps {
  readonly rows: readonly LaneRow[];
  readonly events: readonly StageEvent[] | null;
  readonly flows: readonly StageFlow[];
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly restSeconds: number;
  readonly isNarrow: boolean;
}

/** Phases as bands and events as marks, on the time axis of the plots. */
export function Lanes(props: LanesProps) {
  const { rows, events, flows, geometry, range, restSeconds, isNarrow } = props;
  const firstRow = geometry.phaseRows[0];
  return (
    <>
      {firstRow !== undefined && (
        <PaneTitle
          title={chartText.phases}
          unit={isNarrow ? '' : chartText.phasesUnit}
          y={firstRow.top - 11}
        />
      )}
      {rows.map((row, index) => (
        <Lane
          key={row.key}
          row={row}
          rowIndex={index}
          geometry={geometry}
          range={range}
          restSeconds={restSeconds}
          isNarrow={isNarrow}
        />
      ))}
      {geometry.eventRow !== null && events !== null && (
        <g>
          <PaneTitle
            title={chartText.events}
            unit={isNarrow ? '' : chartText.eventsLegend}
            y={geometry.eventRow.top - 11}
          />
          <Events events={events} flows={flows} geometry={geometry} range={range} />
        </g>
      )}
    </>
  );
}

interface LaneProps {
  readonly row: LaneRow;
  readonly rowIndex: number;
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly restSeconds: number;
  readonly isNarrow: boolean;
}

function Lane({ row, rowIndex, geometry, range, restSeconds, isNarrow }: LaneProps) {
  const { timeSeconds } = useCursor();
  const box = geometry.phaseRows[rowIndex];
  const paths = useMemo(
    () => (box === undefined ? null : lanePaths(row.phases, range, geometry, box)),
    [row.phases, range, geometry, box],
  );
  if (box === undefined || paths === null) return null;
  const middle = (box.top + box.bottom) / 2;
  const now = intervalAt(row.phases, Math.min(timeSeconds ?? restSeconds, restSeconds));
  const text = clsx(styles.label, styles.hued);
  return (
    <g className={hueClass(row.flow.groupIndex)} data-lane={row.key}>
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
      <path className={styles.block} d={paths.hue} />
      <path className={styles.blockInk} d={paths.ink} />
      <text className={clsx(text, styles.line)} x={geometry.right + 11} y={middle}>
        {row.label}
      </text>
      <text className={clsx(text, styles.value)} x={geometry.width} y={middle}>
        {now === undefined || isNarrow ? '' : phaseName(now.phase)}
      </text>
    </g>
  );
}

interface EventsProps {
  readonly events: readonly StageEvent[];
  readonly flows: readonly StageFlow[];
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
}

function Events({ events, flows, geometry, range }: EventsProps) {
  const row = geometry.eventRow;
  if (row === null) return null;
  const middle = (row.top + row.bottom) / 2;
  return eventMarks(events, range, geometry, row).map((mark) => {
    const flow = flows.find(({ index }) => index === mark.flowIndex);
    return (
      <g key={mark.key} className={hueClass(flow?.groupIndex ?? 0)}>
        <path className={styles.block} d={mark.path} />
        {mark.text !== null && (
          <text className={clsx(styles.label, styles.cause)} x={mark.x + 9} y={middle}>
            {mark.text}
          </text>
        )}
      </g>
    );
  });
}
