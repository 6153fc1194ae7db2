import { memo } from 'react';

import type { StageGeometry } from './geometry';
import type { Pane, PaneLine, TimeRange } from './model';
import { hueClass } from './palette';
import { bandPath, curvePath } from './smallPaths';
import styles from './stage.module.css';

interface SvgCurvesProps {
  readonly panes: readonly Pane[];
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
}

const DASH: Partial<Record<PaneLine['style'], string>> = { dashed: '6 3', dotted: '1.5 3' };

/**
 * A few curves of some hundred points, drawn by the page itself: they are there with it, and do not
 * wait for Plotly, which is half of all code.
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
                <Line key={line.key} line={line} scale={{ range, top: pane.scale.max }} />
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
  readonly scale: { readonly range: TimeRange; readonly top: number };
}

function Line({ line, scale }: LineProps) {
  const { band, hue, opacity, style, timeSeconds, values, widthPx } = line;
  return (
    <g className={hue === 'ink' ? undefined : hueClass(hue)} opacity={opacity}>
      {band !== null && (
        <path className={styles.svgBand} d={bandPath(timeSeconds, band.min, band.max, scale)} />
      )}
      <path
        className={styles.svgCurve}
        strokeWidth={widthPx}
        strokeDasharray={DASH[style]}
        d={curvePath(timeSeconds, values, scale)}
      />
    </g>
  );
}
