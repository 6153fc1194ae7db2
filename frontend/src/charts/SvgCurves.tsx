import { memo } from 'react';

import type { StageGeometry } from './geometry';
import type { Pane, PaneLine, TimeRange } from './model';
import { hueClass } from './palette';
import { bandPath, curvePath, type SmallScale } from './smallPaths';
import styles from './stage.module.css';
import { DASH } from './traces';

interface SvgCurvesProps {
  readonly panes: readonly Pane[];
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
}

const MOST_POINTS = 20_000;

/** Whether the page draws them itself in the time of a frame. */
export function areFew(panes: readonly Pane[]): boolean {
  const lines = panes.flatMap((pane) => pane.lines);
  return lines.reduce((sum, { values }) => sum + values.length, 0) <= MOST_POINTS;
}

/**
 * A few curves of some hundred points, drawn by the page itself: they are there with it, and do not
 * wait for Plotly, which is half of all code and takes a tenth of a second to begin.
 */
export const SvgCurves = memo(function SvgCurves({ panes, geometry, range }: SvgCurvesProps) {
  const { left, right } = geometry;
  return (
    <svg className={styles.overlay} aria-hidden="true" data-curves>
      <g className={styles.revealed}>
        {panes.map((pane, index) => {
          const box = geometry.panes[index];
          if (box === undefined) return null;
          const height = box.bottom - box.top;
          return (
            <svg
              key={pane.id}
              className={styles.plotBox}
              x={left}
              y={box.top}
              width={right - left}
              height={height}
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
            >
              {pane.lines.map((line) => (
                <Line
                  key={line.key}
                  line={line}
                  zoom={geometry.zoom}
                  scale={{ range, top: pane.scale.max, bottom: pane.scale.min ?? 0 }}
                />
              ))}
            </svg>
          );
        })}
      </g>
    </svg>
  );
});

interface LineProps {
  readonly line: PaneLine;
  readonly zoom: number;
  readonly scale: SmallScale;
}

function Line({ line, zoom, scale }: LineProps) {
  const { band, hue, opacity, style, timeSeconds, values, widthPx, isArea } = line;
  const zeros = isArea ? values.map((value) => (value === null ? null : 0)) : [];
  return (
    <g className={hue === 'ink' ? undefined : hueClass(hue)} opacity={opacity}>
      {band !== null && (
        <path className={styles.svgBand} d={bandPath(timeSeconds, band.min, band.max, scale)} />
      )}
      {isArea ? (
        <path className={styles.svgArea} d={bandPath(timeSeconds, zeros, values, scale)} />
      ) : (
        <path
          className={styles.svgCurve}
          strokeWidth={widthPx * zoom}
          strokeDasharray={style === 'solid' ? undefined : DASH[style]}
          d={curvePath(timeSeconds, values, scale)}
        />
      )}
    </g>
  );
}
