import clsx from 'clsx';
import { useMemo, useState } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { Note } from '@/ui/Note';

import marks from '../marks.module.css';
import { PlotlyPlot } from '../PlotlyPlot';
import { fittingText } from '../stage/labels';
import { useDrawing } from '../useDrawing';
import xy from '../xy/xy.module.css';
import styles from './figure.module.css';
import { figureGeometry, type FigureGeometry, nearestValue, xOf, yOf } from './geometry';
import { figureLabels, saidAt, xText, xValues } from './labels';
import type { FigureModel } from './model';
import { figureLayout, figureTraces } from './traces';

interface FigurePlotProps {
  readonly model: FigureModel;
  readonly label: string;
  /** The value that the gutter speaks of while nothing is pointed at; without it the last one. */
  readonly restX?: number;
  /** A value was clicked, or Enter was pressed on it. */
  readonly onPick?: (x: number) => void;
}

const HEIGHT_PX = 300;

/** Lines with their intervals beside what was published; one tab stop, arrows move the cursor. */
export function FigurePlot({ model, label, restX, onPick }: FigurePlotProps) {
  const { ref, width, palette } = useDrawing();
  const [pointed, setPointed] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const geometry = useMemo(() => figureGeometry(model, width, HEIGHT_PX), [model, width]);
  const data = useMemo(() => figureTraces(model, palette), [model, palette]);
  const layout = useMemo(() => figureLayout(geometry, palette), [geometry, palette]);
  const xs = useMemo(() => xValues(model), [model]);
  const at = pointed ?? restX ?? xs.at(-1) ?? null;
  const pixelOf = (event: React.PointerEvent | React.MouseEvent) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const step = (by: number) => {
    const index = at === null ? 0 : xs.indexOf(at) + by;
    setPointed(xs[Math.min(xs.length - 1, Math.max(0, index))] ?? null);
  };
  return (
    <div ref={ref} className="anchor" style={{ height: HEIGHT_PX }}>
      {error !== null && (
        <Note tone="bad" title="The figure could not be drawn; its table has the numbers" />
      )}
      {width > 0 && (
        <div
          className={styles.surface}
          role="slider"
          tabIndex={0}
          aria-label={`${label}. Arrow keys move along the values${onPick !== undefined ? ', Enter opens the cell' : ''}.`}
          aria-valuemin={xs[0] ?? 0}
          aria-valuemax={xs.at(-1) ?? 0}
          aria-valuenow={at ?? 0}
          aria-valuetext={at === null ? 'no values yet' : saidAt(model, at)}
          data-picks={onPick !== undefined || undefined}
          onPointerMove={(event) => setPointed(nearestValue(pixelOf(event), xs, geometry))}
          onPointerLeave={() => setPointed(null)}
          onBlur={() => setPointed(null)}
          onClick={(event) => {
            const value = nearestValue(pixelOf(event), xs, geometry);
            if (value !== null) onPick?.(value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && at !== null) onPick?.(at);
            else if (event.key === 'ArrowRight') step(1);
            else if (event.key === 'ArrowLeft') step(-1);
            else if (event.key === 'Home') step(-xs.length);
            else if (event.key === 'End') step(xs.length);
            else return;
            event.preventDefault();
          }}
        >
          <FigureAxes model={model} geometry={geometry} />
          <div className={styles.curves}>
            <PlotlyPlot data={data} layout={layout} faded={null} onOutcome={setError} />
          </div>
          <FigureLabels model={model} geometry={geometry} at={at} isPointed={pointed !== null} />
        </div>
      )}
    </div>
  );
}

interface FigureAxesProps {
  readonly model: FigureModel;
  readonly geometry: FigureGeometry;
}

/** Titles, grid, ticks and levels: there before Plotly is. */
function FigureAxes({ model, geometry }: FigureAxesProps) {
  const { x, y, references } = model;
  const { left, right, top, bottom } = geometry;
  const factor = y.factor ?? 1;
  return (
    <svg className={xy.layer} aria-hidden="true">
      <AxisTitle name={y.name} unit={y.unit} x={0} y={top - 16} />
      {geometry.y.ticks.map((tick) => (
        <g key={tick}>
          <line className={marks.grid} x1={left} x2={right} {...level(yOf(tick, geometry))} />
          <text className={clsx(xy.tick, marks.levelText)} x={left - 7} y={yOf(tick, geometry)}>
            {toShortest(tick * factor)}
          </text>
        </g>
      ))}
      {references.map(({ value, label, style }) => (
        <line
          key={label}
          className={xy.reference}
          data-style={style}
          x1={left}
          x2={right}
          {...level(yOf(value, geometry))}
        />
      ))}
      <line className={xy.base} x1={left} x2={right} {...level(bottom)} />
      {geometry.x.ticks.map((tick) => {
        const at = Math.round(xOf(tick, geometry)) + 0.5;
        return (
          <g key={tick}>
            <line className={xy.base} x1={at} x2={at} y1={bottom} y2={bottom + 4} />
            <text className={xy.pointText} x={at} y={bottom + 16}>
              {xText(tick, x)}
            </text>
          </g>
        );
      })}
      <AxisTitle name={x.name} unit={x.unit} x={left} y={bottom + 35} />
    </svg>
  );
}

function AxisTitle({ name, unit, x, y }: { name: string; unit: string; x: number; y: number }) {
  return (
    <text x={x} y={y}>
      <tspan className="strong">{name}</tspan>
      <tspan className={marks.unit} dx={6}>
        {unit}
      </tspan>
    </text>
  );
}

/** A horizontal line on whole pixels. */
function level(y: number) {
  const at = Math.round(y) + 0.5;
  return { y1: at, y2: at };
}

interface FigureLabelsProps {
  readonly model: FigureModel;
  readonly geometry: FigureGeometry;
  /** The value that is spoken of. */
  readonly at: number | null;
  readonly isPointed: boolean;
}

const TAG_PX = 44;

/** Names and values in the gutter, and the cursor. */
function FigureLabels({ model, geometry, at, isPointed }: FigureLabelsProps) {
  const { width, right, top, bottom } = geometry;
  const x = at === null ? null : Math.round(xOf(at, geometry)) + 0.5;
  return (
    <svg className={xy.layer} aria-hidden="true">
      {isPointed && x !== null && at !== null && (
        <g>
          <line className={marks.cursor} x1={x} x2={x} y1={top - 3} y2={bottom + 6} />
          <rect
            className={marks.tag}
            x={x - TAG_PX / 2}
            y={bottom + 5}
            width={TAG_PX}
            height={16}
          />
          <text className={styles.tagText} x={x} y={bottom + 13.5}>
            {xText(at, model.x)}
          </text>
        </g>
      )}
      {figureLabels(model, geometry, at).map(({ item, y, placedY }) => (
        <g key={item.key}>
          {Math.abs(placedY - y) > 3 && (
            <path className={marks.hairline} d={`M${right + 2} ${y}L${right + 8} ${placedY}`} />
          )}
          <text
            className={item.isReference ? xy.figureName : xy.endName}
            x={right + 11}
            y={placedY}
          >
            {fittingText(item.text, item.value, { width, right, zoom: 1 })}
          </text>
          {item.value !== null && (
            <text className={item.isReference ? xy.figureValue : xy.endValue} x={width} y={placedY}>
              {item.value}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
