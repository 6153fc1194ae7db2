import { t } from '@lingui/core/macro';
import { useMemo, useRef, useState } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { stageGeometry, type StageGeometry, xOf, yOf } from '@/charts/stage/geometry';
import { Overlay } from '@/charts/stage/Overlay';
import { Underlay } from '@/charts/stage/Underlay';
import { useDrawing } from '@/charts/useDrawing';
import type { CurveAxes } from '@/steps/curveAxes';
import {
  COLUMNS,
  type Drawn,
  type DrawnPoint,
  HANDLE_EVERY,
  timeOf,
  withHandle,
  withStroke,
} from '@/steps/drawnCurve';

import styles from './answer.module.css';

interface CurvePadProps {
  readonly label: string;
  readonly axes: CurveAxes;
  readonly drawn: Drawn;
  readonly durationSeconds: number;
  readonly onDraw: (drawn: Drawn) => void;
}

const HEIGHT_PX = 340;
const GUTTER_PX = 104;
const NO_LANES = { phases: 0, limits: 0, events: 0 };
const NO_MOMENT = { timeSeconds: null, isFrozen: false, isPlaying: false, revealSeconds: null };

/** Empty axes to draw on with a pointer, a finger or the keyboard. */
export function CurvePad({ label, axes, drawn, durationSeconds, onDraw }: CurvePadProps) {
  const { ref, width } = useDrawing();
  const panes = useMemo(() => [axes.pane], [axes.pane]);
  const geometry = useMemo(
    () => stageGeometry({ width, height: HEIGHT_PX, gutterPx: GUTTER_PX }, [1], NO_LANES),
    [width],
  );
  const range = [0, durationSeconds] as const;
  const place = placeOf(axes, geometry, durationSeconds);
  const { title, unit } = axes.pane;
  return (
    <div ref={ref} className={styles.pad} role="group" aria-label={`${label}: ${title}, ${unit}`}>
      {width > 0 && (
        <>
          <Underlay panes={panes} geometry={geometry} />
          <Overlay
            panes={panes}
            geometry={geometry}
            range={range}
            moment={NO_MOMENT}
            labelSeconds={0}
            highlight={null}
          />
          <svg className={styles.drawing}>
            <Surface geometry={geometry} place={place} drawn={drawn} onDraw={onDraw} />
            <path className={styles.curve} d={pathOf(drawn, place)} />
            <CurveHandles
              drawn={drawn}
              place={place}
              top={axes.pane.scale.max / axes.factor}
              said={(value, column) => {
                const time = quantity(timeOf(column, durationSeconds), 's');
                const shown = value === null ? t`nothing yet` : quantity(value * axes.factor, unit);
                return `${time}: ${shown}`;
              }}
              onDraw={onDraw}
            />
          </svg>
        </>
      )}
    </div>
  );
}

function quantity(value: number, unit: string): string {
  return `${toShortest(Number(value.toPrecision(3)))} ${unit}`;
}

/** Between columns and values, and pixels. */
export interface Place {
  readonly x: (column: number) => number;
  readonly y: (value: number) => number;
  readonly at: (x: number, y: number) => DrawnPoint;
}

function placeOf({ pane, factor }: CurveAxes, geometry: StageGeometry, duration: number): Place {
  const box = geometry.panes[0] ?? { top: 0, bottom: 1 };
  const { left, right } = geometry;
  const { max } = pane.scale;
  const within = (share: number) => Math.min(1, Math.max(0, share));
  return {
    x: (column) => xOf(timeOf(column, duration), [0, duration], geometry),
    y: (value) => yOf(value * factor, max, box),
    at: (x, y) => ({
      column: Math.round(within((x - left) / (right - left)) * (COLUMNS - 1)),
      value: (within((box.bottom - y) / (box.bottom - box.top)) * max) / factor,
    }),
  };
}

interface SurfaceProps {
  readonly geometry: StageGeometry;
  readonly place: Place;
  readonly drawn: Drawn;
  readonly onDraw: (drawn: Drawn) => void;
}

/** Where a pointer draws; a stroke that leaves the axes stays at their edge. */
function Surface({ geometry, place, drawn, onDraw }: SurfaceProps) {
  // The curve of this stroke so far: several moves may come before the page is drawn again.
  const working = useRef<{ readonly drawn: Drawn; readonly last: DrawnPoint } | null>(null);
  const stroke = (event: React.PointerEvent<SVGRectElement>) => {
    const point = place.at(...positionOf(event));
    const before = working.current ?? { drawn, last: point };
    const next = withStroke(before.drawn, before.last, point);
    working.current = { drawn: next, last: point };
    onDraw(next);
  };
  return (
    <rect
      className={styles.surface}
      width={geometry.width}
      height={geometry.height}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        working.current = null;
        stroke(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) stroke(event);
      }}
    />
  );
}

/** In the drawing's own pixels: a page on a wall is enlarged as a whole. */
function positionOf(event: React.PointerEvent<SVGRectElement>): [x: number, y: number] {
  const edge = event.currentTarget.getBoundingClientRect();
  const zoom = edge.width / event.currentTarget.width.baseVal.value || 1;
  return [(event.clientX - edge.left) / zoom, (event.clientY - edge.top) / zoom];
}

function pathOf(drawn: Drawn, place: Place): string {
  const points = drawn.flatMap((value, column) =>
    value === null ? [] : [`${place.x(column).toFixed(1)} ${place.y(value).toFixed(1)}`],
  );
  return points.length < 2 ? '' : `M${points.join('L')}`;
}

interface CurveHandlesProps {
  readonly drawn: Drawn;
  readonly place: Place;
  /** The upper end of the axis, in the series' unit. */
  readonly top: number;
  /** A value at a column in words. */
  readonly said: (value: number | null, column: number) => string;
  readonly onDraw: (drawn: Drawn) => void;
}

const SIDE_PX = 9;
const STEPS = 40;
/** How far a key moves a square up, in steps. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 5,
  PageDown: -5,
  Home: -STEPS,
  End: STEPS,
};

/**
 * Squares on the curve, each a slider for the keyboard. Only one of them is in the order of Tab:
 * left and right continue from it.
 */
function CurveHandles({ drawn, place, top, said, onDraw }: CurveHandlesProps) {
  const columns = Array.from({ length: (COLUMNS - 1) / HANDLE_EVERY + 1 }, (_, index) => index);
  const [current, setCurrent] = useState(0);
  return columns.map((index) => {
    const column = index * HANDLE_EVERY;
    const value = drawn[column] ?? null;
    const move = (by: number) => {
      const from = value ?? drawn[column - HANDLE_EVERY] ?? drawn[column + HANDLE_EVERY] ?? 0;
      const next = Math.min(top, Math.max(0, from + (by * top) / STEPS));
      onDraw(withHandle(drawn, column, next));
    };
    const onKeyDown = (event: React.KeyboardEvent<SVGGElement>) => {
      const { nextElementSibling: next, previousElementSibling: previous } = event.currentTarget;
      const beside = { ArrowRight: next, ArrowLeft: previous }[event.key];
      const by = KEYS[event.key];
      if (beside === undefined && by === undefined) return;
      event.preventDefault();
      if (by !== undefined) move(by);
      if (beside instanceof SVGElement) beside.focus();
    };
    return (
      <g
        key={column}
        className={styles.handle}
        role="slider"
        tabIndex={index === current ? 0 : -1}
        aria-orientation="vertical"
        aria-label={t`Point ${index + 1} of ${columns.length}`}
        aria-valuemin={0}
        aria-valuemax={top}
        aria-valuenow={value ?? 0}
        aria-valuetext={said(value, column)}
        data-set={value !== null || undefined}
        pointerEvents="none"
        onFocus={() => setCurrent(index)}
        onKeyDown={onKeyDown}
      >
        <rect
          x={place.x(column) - SIDE_PX / 2}
          y={place.y(value ?? 0) - SIDE_PX / 2}
          width={SIDE_PX}
          height={SIDE_PX}
        />
      </g>
    );
  });
}
