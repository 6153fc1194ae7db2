import clsx from 'clsx';

import type { Data } from 'plotly.js';
import { useId, useMemo, useState } from 'react';

import { widestPx } from '@/analysis/axes/heatGeometry';
import { shareOn, type Axis } from '@/analysis/axes/scale';

import { PlotFailure } from '../PlotFailure';
import { PlotlyPlot } from '../PlotlyPlot';
import marks from '../marks.module.css';
import styles from './xy.module.css';
import { shareLayout, type PlotBox } from './xyModel';

export interface XyReference {
  readonly value: number;
  readonly label: string;
  readonly style: 'solid' | 'dotted';
}

interface XyFrameProps {
  readonly title: string;
  readonly unit: string;
  readonly axis: Axis;
  /** Of a number at a tick. */
  readonly tick: (value: number) => string;
  readonly references: readonly XyReference[];
  readonly box: PlotBox;
  readonly size: readonly [width: number, height: number];
  readonly data: Data[];
  readonly label: string;
  readonly help: string;
  /** What is chosen, in words. */
  readonly words: string;
  /** A click, in pixels of the page from the left edge. */
  readonly onPoint?: (x: number, y: number) => void;
  readonly onStep?: (by: number) => void;
  readonly children: React.ReactNode;
}

/** Where lines and points are drawn: right of the value axis, below the title. */
export function usePlotBox(
  tickTexts: readonly string[],
  { right, bottom }: Pick<PlotBox, 'right' | 'bottom'>,
): PlotBox {
  const left = Math.max(30, widestPx(tickTexts) + 10);
  return useMemo(
    () => ({ left, right: Math.max(left + 60, right), top: 24, bottom }),
    [left, right, bottom],
  );
}

/** Title, value axis and references around what Plotly draws, and the labels of `children`. */
export function XyFrame(props: XyFrameProps) {
  const { title, unit, axis, tick, references, box, size, data, label, help, words } = props;
  const [width, height] = size;
  const [error, setError] = useState<Error | null>(null);
  const helpId = useId();
  const layout = useMemo(() => shareLayout(box, width, height), [box, width, height]);
  return (
    <div
      className={styles.frame}
      role="application"
      aria-label={label}
      aria-describedby={helpId}
      tabIndex={0}
      onPointerDown={(event) => {
        const edge = event.currentTarget.getBoundingClientRect();
        const zoom = edge.width / event.currentTarget.offsetWidth || 1;
        props.onPoint?.((event.clientX - edge.left) / zoom, (event.clientY - edge.top) / zoom);
      }}
      onKeyDown={(event) => {
        const by = STEPS[event.key];
        if (by === undefined || props.onStep === undefined || event.ctrlKey || event.altKey) return;
        event.preventDefault();
        props.onStep(by);
      }}
    >
      <Axes {...{ title, unit, axis, tick, references, box }} />
      {error !== null && <PlotFailure error={error} />}
      <div className={styles.layer}>
        <PlotlyPlot data={data} layout={layout} faded={null} onOutcome={setError} />
      </div>
      <svg className={styles.layer} aria-hidden="true">
        {props.children}
      </svg>
      <span id={helpId} className="visually-hidden">
        {help}
      </span>
      <output className="visually-hidden">{words}</output>
    </div>
  );
}

type AxesProps = Pick<XyFrameProps, 'title' | 'unit' | 'axis' | 'tick' | 'references' | 'box'>;

function Axes({ title, unit, axis, tick, references, box }: AxesProps) {
  const yOf = (value: number) =>
    Math.round(box.bottom - shareOn(value, axis) * (box.bottom - box.top)) + 0.5;
  return (
    <svg className={styles.layer} aria-hidden="true">
      <text className="strong" y={12}>
        {title}
        <tspan className={marks.unit} dx={6}>
          {unit}
        </tspan>
      </text>
      {axis.ticks.map((value) => (
        <g key={value}>
          <line
            className={marks.grid}
            x1={box.left}
            x2={box.right}
            y1={yOf(value)}
            y2={yOf(value)}
          />
          <text className={clsx(styles.tick, marks.levelText)} x={box.left - 8} y={yOf(value)}>
            {tick(value)}
          </text>
        </g>
      ))}
      <line
        className={styles.base}
        x1={box.left}
        x2={box.right}
        y1={box.bottom + 0.5}
        y2={box.bottom + 0.5}
      />
      {references.map(({ value, label: name, style }) => (
        <line
          key={name}
          className={styles.reference}
          data-style={style}
          x1={box.left}
          x2={box.right}
          y1={yOf(value)}
          y2={yOf(value)}
        />
      ))}
    </svg>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};
