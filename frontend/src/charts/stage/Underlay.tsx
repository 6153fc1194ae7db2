import clsx from 'clsx';
import { memo } from 'react';

import { ticksBetween } from '@/analysis/axes/ticks';
import { toShortest } from '@/analysis/numbers/units';

import { xOf, yOf, type Box, type StageGeometry } from './geometry';
import type { Pane, TimeRange } from '../model';
import { hueClass } from '../palette';
import { isOffScale } from '../panes/references';
import marks from '../marks.module.css';
import styles from './stage.module.css';

interface UnderlayProps {
  readonly panes: readonly Pane[];
  readonly geometry: StageGeometry;
}

/** Grid, value axes and references, below the curves: there before the first sample is. */
export const Underlay = memo(function Underlay({ panes, geometry }: UnderlayProps) {
  return (
    <svg className={styles.overlay} aria-hidden="true">
      {panes.map((pane, index) => {
        const box = geometry.panes[index];
        return (
          box !== undefined && <PaneAxes key={pane.id} pane={pane} box={box} geometry={geometry} />
        );
      })}
    </svg>
  );
});

interface PaneAxesProps {
  readonly pane: Pane;
  readonly box: Box;
  readonly geometry: StageGeometry;
}

/** Ticks nearer to one another than this would touch. */
const TICK_GAP_PX = 13;

function PaneAxes({ pane, box, geometry }: PaneAxesProps) {
  const { left, right, zoom } = geometry;
  const { scale } = pane;
  const y = (value: number) => yOf(value, scale.max, box, scale.min);
  const gapPx = Math.abs(y(scale.ticks[1] ?? scale.max) - y(scale.ticks[0] ?? 0));
  const every = Math.max(1, Math.ceil((TICK_GAP_PX * zoom) / Math.max(1, gapPx)));
  return (
    <g>
      {scale.ticks.map((tick, index) => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles.zero : marks.grid}
            x1={left}
            x2={right}
            y1={Math.round(y(tick)) + 0.5}
            y2={Math.round(y(tick)) + 0.5}
          />
          {index % every === 0 && (
            <text className={styles.tick} x={left - 6} y={y(tick)}>
              {toShortest(tick)}
            </text>
          )}
        </g>
      ))}
      {pane.references
        .filter((reference) => !isOffScale(reference, scale))
        .map(({ value, hue, style, label }) => (
          <line
            key={`${hue}:${label}:${value}`}
            className={clsx(styles.referenceLine, hue !== 'ink' && [styles.hued, hueClass(hue)])}
            data-style={style}
            x1={left}
            x2={right}
            y1={y(value)}
            y2={y(value)}
          />
        ))}
    </g>
  );
}

interface TimeAxisProps {
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
}

/** The one axis of time, below everything. */
export function TimeAxis({ geometry, range }: TimeAxisProps) {
  const { left, right, axisY, zoom } = geometry;
  const count = Math.max(3, Math.min(8, (right - left) / (90 * zoom)));
  return (
    <g>
      <line className={styles.axisLine} x1={left} x2={right} y1={axisY} y2={axisY} />
      {ticksBetween(range[0], range[1], count).map((time) => {
        const x = xOf(time, range, geometry);
        return (
          <g key={time}>
            <line className={styles.axisLine} x1={x} x2={x} y1={axisY} y2={axisY + 4} />
            <text className={styles.timeTick} x={x} y={axisY + 16 * zoom}>
              {toShortest(time)}
            </text>
          </g>
        );
      })}
      <text className={styles.axisName} x={right + 18} y={axisY + 16 * zoom}>
        time, s
      </text>
    </g>
  );
}

interface AveragedMarkProps extends TimeAxisProps {
  readonly averaged: TimeRange;
}

/** A bar on the time axis over the part of the run that the numbers are means of. */
export function AveragedMark({ averaged, geometry, range }: AveragedMarkProps) {
  const from = Math.max(averaged[0], range[0]);
  const to = Math.min(averaged[1], range[1]);
  if (from >= to) return null;
  const { axisY, zoom } = geometry;
  return (
    <rect
      className={styles.averaged}
      data-averaged
      x={xOf(from, range, geometry)}
      y={axisY - 2 * zoom}
      width={xOf(to, range, geometry) - xOf(from, range, geometry)}
      height={4 * zoom}
    />
  );
}
