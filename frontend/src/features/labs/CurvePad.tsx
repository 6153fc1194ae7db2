import { t } from '@lingui/core/macro';
import { useMemo, useRef } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { stageGeometry, xOf, yOf, type StageGeometry } from '@/charts/stage/geometry';
import { Overlay } from '@/charts/stage/Overlay';
import { Underlay } from '@/charts/stage/Underlay';
import { useDrawing } from '@/charts/useDrawing';

import styles from './answer.module.css';
import type { CurveAxes } from '@/steps/curveAxes';
import { CurveHandles } from './CurveHandles';
import { COLUMNS, timeOf, withStroke, type Drawn, type DrawnPoint } from '@/steps/drawnCurve';

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
  // What this stroke has come to: several moves may come before the page is drawn again.
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
