import clsx from 'clsx';
import { memo } from 'react';

import { labelStep, widestPx, type HeatBox } from '@/analysis/axes/heatGeometry';

import marks from '../marks.module.css';
import styles from './heat.module.css';
import xy from '../xy/xy.module.css';
import type { HeatAxis } from './heatModel';

interface HeatAxesProps {
  readonly x: HeatAxis;
  readonly y: HeatAxis;
  readonly box: HeatBox;
  readonly height: number;
  readonly chosen: { readonly column: number; readonly row: number };
}

const ROW_TEXT_PX = 16;
const GAP_PX = 10;
const TITLE_LETTER_PX = 7.4;
const LETTER_PX = 6.6;

/** Titles and points of both axes; the chosen point is bold and always there. */
export const HeatAxes = memo(function HeatAxes({ x, y, box, height, chosen }: HeatAxesProps) {
  const { left, top, columns, rows, cellWidth, cellHeight } = box;
  const bottom = top + rows * cellHeight;
  const xStep = labelStep(cellWidth, Math.min(widestPx(x.texts), 90) + GAP_PX);
  const yStep = labelStep(cellHeight, ROW_TEXT_PX);
  const most = Math.max(3, Math.floor((xStep * cellWidth - 4) / LETTER_PX));
  return (
    <svg className={xy.layer} aria-hidden="true">
      <AxisTitle title={y.title} unit={y.unit} x={0} y={11} />
      {shownTexts(y.texts, rows, yStep, chosen.row).map(({ text, index }) => (
        <text
          key={index}
          className={clsx(styles.rowText, marks.levelText, index === chosen.row && 'strong')}
          x={left - 8}
          y={top + (rows - index - 0.5) * cellHeight}
        >
          {shortened(text, Math.floor((left - 8) / LETTER_PX))}
        </text>
      ))}
      {shownTexts(x.texts, columns, xStep, chosen.column).map(({ text, index }) => (
        <text
          key={index}
          className={clsx(styles.columnText, index === chosen.column && 'strong')}
          x={left + (index + 0.5) * cellWidth}
          y={bottom + 16}
        >
          {shortened(text, most)}
        </text>
      ))}
      <AxisTitle title={x.title} unit={x.unit} x={left} y={height - 4} />
    </svg>
  );
});

/** Every so many-th, and the chosen one in place of its neighbours. */
function shownTexts(texts: readonly string[], count: number, step: number, chosen: number) {
  return Array.from({ length: count }, (_, index) => ({ index, text: texts[index] ?? '' })).filter(
    ({ index }) =>
      index === chosen || (index % step === 0 && (step === 1 || Math.abs(index - chosen) >= step)),
  );
}

function shortened(text: string, most: number): string {
  // A map of one row has no place for a text beside it, nor a text.
  return text === '' || text.length <= most
    ? text
    : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}

interface AxisTitleProps {
  readonly title: string;
  readonly unit: string;
  readonly x: number;
  readonly y: number;
}

function AxisTitle({ title, unit, x, y }: AxisTitleProps) {
  return (
    <>
      <text className="strong" x={x} y={y}>
        {title}
      </text>
      <text className={marks.unit} x={x + title.length * TITLE_LETTER_PX + 4} y={y}>
        {unit}
      </text>
    </>
  );
}
