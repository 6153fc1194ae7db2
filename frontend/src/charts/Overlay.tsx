import clsx from 'clsx';

import type { Placed } from '@/analysis/spread';
import { chartText } from '@/messages/charts';
import { useCursor } from '@/state/cursor';

import { xOf, type StageGeometry } from './geometry';
import { cursorPoints, gutterLabels, type GutterLabel } from './labels';
import type { Hue, Pane, TimeRange } from './model';
import { hueClass } from './palette';
import styles from './stage.module.css';

export interface OverlayProps {
  readonly panes: readonly Pane[];
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  /** Where labels look when there is no cursor. */
  readonly restSeconds: number;
  readonly children?: React.ReactNode;
}

/** Too narrow for a unit with its averaging window and band. */
const TIGHT_PX = 480;
const isTight = ({ width }: StageGeometry) => width < TIGHT_PX;

const hued = (hue: Hue) => (hue === 'ink' ? undefined : clsx(styles.hued, hueClass(hue)));

/** Titles, gutter labels and the cursor of all panes: one drawing above the plots. */
export function Overlay({ panes, geometry, range, restSeconds, children }: OverlayProps) {
  const { timeSeconds, isFrozen } = useCursor();
  const labelTime = Math.min(timeSeconds ?? restSeconds, restSeconds);
  const isInView = timeSeconds !== null && timeSeconds >= range[0] && timeSeconds <= range[1];
  return (
    <svg className={styles.overlay} aria-hidden="true">
      {panes.map((pane, index) => {
        const box = geometry.panes[index];
        if (box === undefined) return null;
        return (
          <g key={pane.id} data-pane={pane.id}>
            <PaneTitle
              title={pane.title}
              unit={isTight(geometry) ? pane.shortUnit : pane.unit}
              y={box.top - 11}
            />
            {gutterLabels(pane, box, labelTime).map((placed) => (
              <Label key={placed.item.key} placed={placed} geometry={geometry} />
            ))}
          </g>
        );
      })}
      {children}
      <line
        className={styles.axisLine}
        x1={geometry.left}
        x2={geometry.right}
        y1={geometry.axisY}
        y2={geometry.axisY}
      />
      <text className={styles.axisName} x={geometry.right + 18} y={geometry.axisY + 16}>
        {chartText.timeAxis}
      </text>
      {isInView && (
        <Cursor
          panes={panes}
          geometry={geometry}
          range={range}
          timeSeconds={timeSeconds}
          isFrozen={isFrozen}
        />
      )}
    </svg>
  );
}

export function PaneTitle({ title, unit, y }: { title: string; unit: string; y: number }) {
  return (
    <text y={y}>
      <tspan className={styles.title}>{title}</tspan>
      <tspan className={styles.unit} dx={6}>
        {unit}
      </tspan>
    </text>
  );
}

function Label({ placed, geometry }: { placed: Placed<GutterLabel>; geometry: StageGeometry }) {
  const { item, y, placedY } = placed;
  const x = geometry.right + 11;
  return (
    <g className={item.hue === 'ink' ? undefined : hueClass(item.hue)}>
      {Math.abs(placedY - y) > 3 && (
        <path className={styles.leader} d={`M${x - 9} ${y}L${x - 3} ${placedY}`} />
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
        {item.text}
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
}

const TAG_PX = 52;
const FROZEN_TAG_PX = 66;

function Cursor({ panes, geometry, range, timeSeconds, isFrozen }: CursorProps) {
  const x = Math.round(xOf(timeSeconds, range, geometry)) + 0.5;
  const width = isFrozen ? FROZEN_TAG_PX : TAG_PX;
  const left = Math.min(Math.max(x - width / 2, geometry.left), geometry.right - width);
  const first = geometry.panes[0]?.top ?? 0;
  const text = `${isFrozen ? '■ ' : ''}${timeSeconds.toFixed(cursorDecimals(range))} s`;
  return (
    <g>
      <line className={styles.cursor} x1={x} x2={x} y1={first - 3} y2={geometry.axisY + 8} />
      {panes.flatMap((pane, index) => {
        const box = geometry.panes[index];
        if (box === undefined) return [];
        return cursorPoints(pane, box, timeSeconds).map(({ key, hue, y }) => (
          <rect
            key={`${pane.id}:${key}`}
            className={clsx(styles.point, hued(hue))}
            x={x - 3.5}
            y={y - 3.5}
            width={7}
            height={7}
          />
        ));
      })}
      <rect className={styles.tag} x={left} y={geometry.axisY + 6} width={width} height={16} />
      <text className={styles.tagText} x={left + width / 2} y={geometry.axisY + 14.5}>
        {text}
      </text>
    </g>
  );
}

/** A tenth of a second for a whole run, finer when zoomed in. */
function cursorDecimals([from, to]: TimeRange): number {
  return to - from < 5 ? 2 : 1;
}
