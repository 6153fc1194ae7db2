import clsx from 'clsx';

import { toShortest } from '@/analysis/numbers/units';

import marks from '../marks.module.css';
import styles from '../xy/xy.module.css';
import { xText } from './labels';
import { xOf, yOf, type FigureGeometry } from './geometry';
import type { FigureModel } from './model';

interface FigureAxesProps {
  readonly model: FigureModel;
  readonly geometry: FigureGeometry;
}

/** Titles, grid, ticks and levels: there before Plotly is. */
export function FigureAxes({ model, geometry }: FigureAxesProps) {
  const { x, y, references } = model;
  const { left, right, top, bottom } = geometry;
  const factor = y.factor ?? 1;
  return (
    <svg className={styles.layer} aria-hidden="true">
      <AxisTitle name={y.name} unit={y.unit} x={0} y={top - 16} />
      {geometry.y.ticks.map((tick) => (
        <g key={tick}>
          <line className={marks.grid} x1={left} x2={right} {...level(yOf(tick, geometry))} />
          <text className={clsx(styles.tick, marks.levelText)} x={left - 7} y={yOf(tick, geometry)}>
            {toShortest(tick * factor)}
          </text>
        </g>
      ))}
      {references.map(({ value, label, style }) => (
        <line
          key={label}
          className={styles.reference}
          data-style={style}
          x1={left}
          x2={right}
          {...level(yOf(value, geometry))}
        />
      ))}
      <line className={styles.base} x1={left} x2={right} {...level(bottom)} />
      {geometry.x.ticks.map((tick) => {
        const at = Math.round(xOf(tick, geometry)) + 0.5;
        return (
          <g key={tick}>
            <line className={styles.base} x1={at} x2={at} y1={bottom} y2={bottom + 4} />
            <text className={styles.pointText} x={at} y={bottom + 16}>
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
