import { spreadLabels } from '@/analysis/numbers/spread';
import { shareOn, type Axis } from '@/analysis/axes/scale';

import type { Estimates } from './EstimatePlot';
import { BOLD_PX, LETTER_PX } from '../stage/labels';
import styles from './xy.module.css';
import type { PlotBox } from './xyModel';
import type { XyReference } from './XyFrame';

const GUTTER_PX = 150;
const NARROW_PX = 460;
const NARROW_GUTTER_PX = 92;
/** Of the width, where names are long. */
const MOST_GUTTER_SHARE = 0.4;
const LABEL_GAP_PX = 15;
/** From the plot to a name, and from the name to its value. */
const LABEL_PADDING_PX = 26;

/** As wide as the longest name needs with its value, as long as most is left for the plot. */
export function gutterOf(
  lines: readonly Estimates[],
  format: (value: number) => string,
  width: number,
): number {
  const needed = lines.map(({ name, mean }) => {
    const value = lastOf(mean);
    const digits = value === null ? 0 : format(value).length;
    return name.length * LETTER_PX + digits * BOLD_PX + LABEL_PADDING_PX;
  });
  const least = width < NARROW_PX ? NARROW_GUTTER_PX : GUTTER_PX;
  return Math.max(least, Math.min(width * MOST_GUTTER_SHARE, Math.max(0, ...needed)));
}

function lastOf(mean: Estimates['mean']): number | null {
  return mean.findLast((value) => value !== null) ?? null;
}

interface EndLabelsProps {
  readonly lines: readonly Estimates[];
  readonly axis: Axis;
  readonly format: (value: number) => string;
  readonly box: PlotBox;
  readonly width: number;
  readonly references: readonly XyReference[];
}

/** Names and last values in the gutter, pushed apart: as many as there is room for. */
export function EndLabels({ lines, axis, format, box, width, references }: EndLabelsProps) {
  const yOf = (value: number) => box.bottom - shareOn(value, axis) * (box.bottom - box.top);
  const room = Math.max(1, Math.floor((box.bottom - box.top) / LABEL_GAP_PX) - references.length);
  const named = lines.length <= room ? lines : baselineFirst(lines).slice(0, room - 1);
  const ends = named.flatMap(({ name, mean }) => {
    const last = lastOf(mean);
    if (last === null) return [];
    return [{ y: yOf(last), item: { name, value: format(last), isLine: true } }];
  });
  const left = lines.length - named.length;
  const rest = {
    y: box.bottom,
    item: { name: `${left} more`, value: '', isLine: false },
  };
  const marks = references.map(({ value, label }) => ({
    y: yOf(value),
    item: { name: label, value: '', isLine: false },
  }));
  const most = (digits: number) =>
    Math.round((width - box.right - LABEL_PADDING_PX - digits * BOLD_PX) / LETTER_PX);
  const labels = left === 0 ? [...ends, ...marks] : [...ends, ...marks, rest];
  return spreadLabels(labels, LABEL_GAP_PX, box.top, box.bottom).map(
    ({ item: { name, value, isLine }, placedY }) => (
      <g key={name}>
        <text
          className={isLine ? styles.endName : styles.referenceName}
          x={box.right + 12}
          y={placedY}
        >
          {fitting(name, most(value.length))}
        </text>
        <text className={styles.endValue} x={width} y={placedY}>
          {value}
        </text>
      </g>
    ),
  );
}

function baselineFirst(lines: readonly Estimates[]): Estimates[] {
  return [...lines].sort((a, b) => Number(b.isBaseline) - Number(a.isBaseline));
}

const BASELINE = /, baseline$/;

/** Whole; without the word that its line's look says as well; or cut. */
export function fitting(text: string, most: number): string {
  if (text.length <= most) return text;
  const name = text.replace(BASELINE, '');
  return name.length <= most ? name : `${name.slice(0, Math.max(3, most - 1)).trimEnd()}…`;
}
