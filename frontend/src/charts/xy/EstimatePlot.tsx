import clsx from 'clsx';
import { useMemo } from 'react';

import { labelStep, widestPx } from '@/analysis/axes/heatGeometry';
import { shareOn, type Axis } from '@/analysis/axes/scale';

import { EndLabels, gutterOf } from './EstimateLabels';
import { LETTER_PX } from '../stage/labels';
import type { LineStyle } from '../model';
import marks from '../marks.module.css';
import styles from './xy.module.css';
import { estimateTraces, type EstimateLine, type PlotBox } from './xyModel';
import { usePlotBox, XyFrame, type XyReference } from './XyFrame';
import { useDrawing } from '../useDrawing';

/** Estimates along an axis of the experiment, by its points. */
export interface Estimates {
  readonly key: string;
  readonly name: string;
  readonly style: LineStyle;
  readonly isBaseline: boolean;
  readonly mean: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

interface EstimatePlotProps {
  readonly lines: readonly Estimates[];
  /** The places of the points, from 0 to 1, and their names. */
  readonly shares: readonly number[];
  readonly texts: readonly string[];
  readonly axis: Axis;
  readonly format: (value: number) => string;
  readonly tick: (value: number) => string;
  readonly references: readonly XyReference[];
  readonly title: string;
  readonly unit: string;
  readonly xTitle: string;
  readonly chosen: number;
  readonly onChoose: (point: number) => void;
  readonly heightPx: number;
  readonly label: string;
  readonly help: string;
  readonly wordsOf: (point: number) => string;
}

/** Lines of means with their 95% bands, named where they end; arrows go from point to point. */
export function EstimatePlot(props: EstimatePlotProps) {
  const { lines, shares, texts, axis, format, heightPx, chosen, onChoose } = props;
  const { ref, width, palette } = useDrawing();
  const box = usePlotBox(axis.ticks.map(props.tick), {
    right: width - gutterOf(lines, format, width),
    bottom: heightPx - 30,
  });
  const drawn = useMemo(
    () => lines.map((line) => inShares(line, shares, axis)),
    [lines, shares, axis],
  );
  const data = useMemo(() => estimateTraces(drawn, palette), [drawn, palette]);
  const xOf = (share: number) => box.left + share * (box.right - box.left);
  const nearest = (x: number) =>
    shares.reduce(
      (best, share, index) =>
        Math.abs(xOf(share) - x) < Math.abs(xOf(shares[best] ?? 0) - x) ? index : best,
      0,
    );
  return (
    <div ref={ref} className="anchor" style={{ height: heightPx }}>
      {width > 0 && (
        <XyFrame
          {...props}
          box={box}
          size={[width, heightPx]}
          data={data}
          onPoint={(x) => onChoose(nearest(x))}
          onStep={(by) => onChoose(Math.min(shares.length - 1, Math.max(0, chosen + by)))}
          words={props.wordsOf(chosen)}
        >
          <PointTexts {...{ shares, texts, chosen, box, xOf }} title={props.xTitle} />
          <line
            className={marks.cursor}
            data-furniture
            x1={Math.round(xOf(shares[chosen] ?? 0)) + 0.5}
            x2={Math.round(xOf(shares[chosen] ?? 0)) + 0.5}
            y1={box.top - 4}
            y2={box.bottom + 5}
          />
          <EndLabels
            lines={lines}
            axis={axis}
            format={format}
            box={box}
            width={width}
            references={props.references}
          />
        </XyFrame>
      )}
    </div>
  );
}

function inShares(line: Estimates, shares: readonly number[], axis: Axis): EstimateLine {
  const share = (value: number | null) => (value === null ? null : shareOn(value, axis));
  // A band may leave the plot, but not by so much that its outline costs anything.
  const clipped = (value: number | null) =>
    value === null ? null : Math.min(1.5, Math.max(-0.5, shareOn(value, axis)));
  return {
    key: line.key,
    style: line.style,
    isBaseline: line.isBaseline,
    x: shares,
    y: line.mean.map(share),
    low: line.low.map(clipped),
    high: line.high.map(clipped),
  };
}

interface PointTextsProps {
  readonly shares: readonly number[];
  readonly texts: readonly string[];
  readonly chosen: number;
  readonly box: PlotBox;
  readonly xOf: (share: number) => number;
  readonly title: string;
}

function PointTexts({ shares, texts, chosen, box, xOf, title }: PointTextsProps) {
  const neededPx = Math.min(90, widestPx(texts)) + 8;
  const most = Math.max(4, Math.floor(neededPx / LETTER_PX));
  const shown = placedTexts(shares.map(xOf), chosen, neededPx);
  const besideLast = Math.max(18, Math.min(90, widestPx(texts.slice(-1))) / 2 + 8);
  return (
    <g>
      {shown.map((index) => (
        <text
          key={index}
          className={clsx(styles.pointText, index === chosen && 'strong')}
          x={xOf(shares[index] ?? 0)}
          y={box.bottom + 18}
        >
          {(texts[index] ?? '').slice(0, most)}
        </text>
      ))}
      <text className={styles.axisName} x={box.right + besideLast} y={box.bottom + 18}>
        {title}
      </text>
    </g>
  );
}

/** The chosen text, then from left to right what touches none. */
function placedTexts(places: readonly number[], chosen: number, neededPx: number): number[] {
  const step = labelStep(1, 1);
  const shown: number[] = places[chosen] === undefined ? [] : [chosen];
  for (let index = 0; index < places.length; index += step) {
    const at = places[index] ?? 0;
    if (shown.every((other) => Math.abs((places[other] ?? 0) - at) >= neededPx)) shown.push(index);
  }
  return shown;
}
