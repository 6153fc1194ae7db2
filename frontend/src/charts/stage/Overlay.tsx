import clsx from 'clsx';
import { useMemo } from 'react';

import { instantText } from '@/analysis/numbers/instant';
import type { CursorState } from '@/analysis/replay/clock';
import type { FlowMark } from '@/analysis/series/flowMarks';
import type { Placed } from '@/analysis/numbers/spread';
import { sampledTime } from '@/analysis/numbers/shown';

import { xOf, type StageGeometry, type Box } from './geometry';
import {
  cursorPoints,
  fittingText,
  fittingUnit,
  gutterLabels,
  LETTER_PX,
  type GutterLabel,
} from './labels';
import type { Hue, Pane, TimeRange, PaneTick } from '../model';
import { hueClass } from '../palette';
import marks from '../marks.module.css';
import styles from './stage.module.css';
import { TimeAxis } from './Underlay';

interface OverlayProps {
  readonly panes: readonly Pane[];
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly moment: CursorState;
  /** Where labels look. */
  readonly labelSeconds: number;
  readonly highlight: FlowMark | null;
  /** Of curves without anything between their samples; without it moments are exact. */
  readonly stepSeconds?: number | undefined;
  readonly children?: React.ReactNode;
}

const GAP_PX = 14;
const LINK_PX = 64;

const hued = (hue: Hue) => (hue === 'ink' ? undefined : clsx(styles.hued, hueClass(hue)));

/** Titles, gutter labels and the cursor of all panes: one drawing above the plots. */
export function Overlay(props: OverlayProps) {
  const { panes, geometry, range, moment, labelSeconds, highlight, children } = props;
  const { timeSeconds, isFrozen } = moment;
  const isInView = timeSeconds !== null && timeSeconds >= range[0] && timeSeconds <= range[1];
  const options = { highlight, gapPx: GAP_PX * geometry.zoom };
  return (
    <svg className={styles.overlay} aria-hidden="true">
      {panes.map((pane, index) => {
        const box = geometry.panes[index];
        if (box === undefined) return null;
        return (
          <g key={pane.id} data-pane={pane.id}>
            <PaneTitle
              title={pane.title}
              unit={fittingUnit(pane, index === 0 ? besideLink(geometry) : geometry)}
              y={box.top - 11 * geometry.zoom}
            />
            {pane.ticks !== undefined && (
              <LinkTicks ticks={pane.ticks} box={box} geometry={geometry} range={range} />
            )}
            {gutterLabels(pane, box, labelSeconds, options).map((placed) => (
              <Label key={placed.item.key} placed={placed} geometry={geometry} />
            ))}
          </g>
        );
      })}
      {children}
      <TimeAxis geometry={geometry} range={range} />
      {isInView && (
        <Cursor
          panes={panes}
          geometry={geometry}
          range={range}
          timeSeconds={timeSeconds}
          isFrozen={isFrozen}
          highlight={highlight}
          stepSeconds={props.stepSeconds}
        />
      )}
    </svg>
  );
}

/** The first title shares its line with the link to a picture of the panes. */
function besideLink({ width, zoom }: StageGeometry) {
  return { width: width - LINK_PX * zoom, zoom };
}

export function PaneTitle({ title, unit, y }: { title: string; unit: string; y: number }) {
  return (
    <text y={y}>
      <tspan className="strong">{title}</tspan>
      <tspan className={marks.unit} dx={6}>
        {unit}
      </tspan>
    </text>
  );
}

function Label({ placed, geometry }: { placed: Placed<GutterLabel>; geometry: StageGeometry }) {
  const { item, y, placedY } = placed;
  const x = geometry.right + 11;
  return (
    <g
      className={item.hue === 'ink' ? undefined : hueClass(item.hue)}
      data-faded={item.isFaded || undefined}
    >
      {Math.abs(placedY - y) > 3 && (
        <path className={marks.hairline} d={`M${x - 9} ${y}L${x - 3} ${placedY}`} />
      )}
      <text
        className={clsx(
          styles.label,
          item.isReference ? styles.reference : styles.line,
          hued(item.hue),
        )}
        x={x}
        y={placedY}
      >
        {fittingText(item.text, item.value, geometry)}
      </text>
      {item.value !== null && (
        <text
          className={clsx(styles.label, styles.value, hued(item.hue))}
          x={geometry.width}
          y={placedY}
        >
          {item.value}
        </text>
      )}
    </g>
  );
}

interface CursorProps {
  readonly panes: readonly Pane[];
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  readonly timeSeconds: number;
  readonly isFrozen: boolean;
  readonly stepSeconds: number | undefined;
  readonly highlight: FlowMark | null;
}

/** Room beside the letters of the tag. */
const TAG_PAD_PX = 10;

function Cursor(props: CursorProps) {
  const { panes, geometry, range, timeSeconds, isFrozen, highlight, stepSeconds } = props;
  const { zoom, axisY } = geometry;
  const x = Math.round(xOf(timeSeconds, range, geometry)) + 0.5;
  const moment =
    stepSeconds === undefined
      ? instantText(timeSeconds)
      : `${sampledTime(timeSeconds, stepSeconds)} s`;
  const text = `${isFrozen ? '■ ' : ''}${moment}`;
  const width = (text.length * LETTER_PX + TAG_PAD_PX) * zoom;
  const left = Math.min(Math.max(x - width / 2, geometry.left), geometry.right - width);
  const first = geometry.panes[0]?.top ?? 0;
  const side = 7 * zoom;
  return (
    <g>
      <line className={marks.cursor} x1={x} x2={x} y1={first - 3} y2={axisY + 8} />
      {panes.flatMap((pane, index) => {
        const box = geometry.panes[index];
        if (box === undefined) return [];
        return cursorPoints(pane, box, timeSeconds, highlight).map(({ key, hue, y }) => (
          <rect
            key={`${pane.id}:${key}`}
            className={clsx(styles.point, hued(hue))}
            x={x - side / 2}
            y={y - side / 2}
            width={side}
            height={side}
          />
        ));
      })}
      <rect className={marks.tag} x={left} y={axisY + 6} width={width} height={16 * zoom} />
      <text className={styles.tagText} x={left + width / 2} y={axisY + 6 + 8.5 * zoom}>
        {text}
      </text>
    </g>
  );
}

interface LinkTicksProps {
  readonly ticks: readonly PaneTick[];
  readonly box: Box;
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
}

/** Drops and marks of the queue hang from the top of its pane; random losses stand behind it. */
function LinkTicks({ ticks, box, geometry, range }: LinkTicksProps) {
  const paths = useMemo(
    () => tickPaths(ticks, box, geometry, range),
    [ticks, box, geometry, range],
  );
  return (
    <>
      <path className={styles.marked} d={paths.marked} />
      <path className={styles.lost} d={paths.lost} />
      <path className={styles.dropped} d={paths.dropped} />
    </>
  );
}

/** One mark per pixel column and kind, however many packets. */
function tickPaths(
  ticks: readonly PaneTick[],
  { top }: Box,
  geometry: StageGeometry,
  range: TimeRange,
): Record<PaneTick['kind'], string> {
  const columns = {
    dropped: new Set<number>(),
    lost: new Set<number>(),
    marked: new Set<number>(),
  };
  for (const { kind, timeSeconds } of ticks) {
    if (timeSeconds < range[0] || timeSeconds > range[1]) continue;
    columns[kind].add(Math.round(xOf(timeSeconds, range, geometry)));
  }
  const draw = (xs: Set<number>, mark: (x: number) => string) => [...xs].map(mark).join('');
  return {
    dropped: draw(columns.dropped, (x) => `M${x - 3} ${top}h6l-3 7z`),
    marked: draw(columns.marked, (x) => `M${x - 3} ${top + 7}h6l-3 -7z`),
    lost: draw(columns.lost, (x) => `M${x - 0.5} ${top}h1v5h-1z`),
  };
}
