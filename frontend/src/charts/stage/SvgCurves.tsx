import { memo, useMemo } from 'react';

import type { StageGeometry } from './geometry';
import type { Pane, PaneLine, TimeRange } from '../model';
import { hueClass } from '../palette';
import { bandPath, curvePath, VIEW_BOX } from './curvePaths';
import styles from './stage.module.css';
import { DASH, FADED_OPACITY } from './traces';

interface SvgCurvesProps {
  readonly panes: readonly Pane[];
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  /** Keys of lines that step back; null: none does. */
  readonly faded: ReadonlySet<string> | null;
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
export const SvgCurves = memo(function SvgCurves(props: SvgCurvesProps) {
  const { panes, geometry, range, faded } = props;
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
              viewBox={VIEW_BOX}
              preserveAspectRatio="none"
            >
              {pane.lines.map((line) => (
                <Line
                  key={line.key}
                  line={line}
                  zoom={geometry.zoom}
                  range={range}
                  scale={pane.scale}
                  isFaded={faded?.has(line.key) === true}
                />
              ))}
            </svg>
          );
        })}
      </g>
    </svg>
  );
});

type Scale = Pane['scale'];

interface LineProps {
  readonly line: PaneLine;
  readonly zoom: number;
  readonly range: TimeRange;
  readonly scale: Scale;
  readonly isFaded: boolean;
}

function Line({ line, zoom, range, scale, isFaded }: LineProps) {
  const { hue, opacity, style, widthPx, isArea } = line;
  const { band, curve } = useMemo(() => pathsOf(line, range, scale), [line, range, scale]);
  return (
    <g
      className={hue === 'ink' ? undefined : hueClass(hue)}
      opacity={isFaded ? opacity * FADED_OPACITY : opacity}
    >
      {band !== null && <path className={styles.svgBand} d={band} />}
      {isArea ? (
        <path className={styles.svgArea} d={curve} />
      ) : (
        <path
          className={styles.svgCurve}
          strokeWidth={widthPx * zoom}
          strokeDasharray={style === 'solid' ? undefined : DASH[style]}
          d={curve}
        />
      )}
    </g>
  );
}

function pathsOf({ band, timeSeconds, values, isArea }: PaneLine, range: TimeRange, pane: Scale) {
  const scale = { range, top: pane.max, bottom: pane.min ?? 0 };
  const zeros = isArea ? values.map((value) => (value === null ? null : 0)) : [];
  return {
    band: band === null ? null : bandPath(timeSeconds, band.min, band.max, scale),
    curve: isArea
      ? bandPath(timeSeconds, zeros, values, scale)
      : curvePath(timeSeconds, values, scale),
  };
}
