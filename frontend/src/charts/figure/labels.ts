/** Labels beside a figure at one of its values, and the text that is read aloud there. Pure. */
import { spreadLabels, type Placed } from '@/analysis/numbers/spread';
import { toShortest } from '@/analysis/numbers/units';
import { aligned } from '@/analysis/numbers/shown';

import { yOf, type FigureGeometry } from './geometry';
import type { FigureLine, FigureModel, FigurePoint } from './model';

/** Every value of the axis below that a line has a point at. */
export function xValues({ lines }: Pick<FigureModel, 'lines'>): number[] {
  const all = lines.flatMap(({ points }) => points.map(({ x }) => x));
  return [...new Set(all)].sort((a, b) => a - b);
}

export function pointAt({ points }: FigureLine, x: number): FigurePoint | null {
  return points.find((point) => point.x === x) ?? null;
}

/** What a value of the axis below is called. */
export function xText(value: number, { texts }: FigureModel['x']): string {
  return texts?.[value] ?? toShortest(value);
}

export function readText(value: number, { decimals, factor = 1 }: FigureModel['y']): string {
  return aligned(value * factor, decimals);
}

interface FigureLabel {
  readonly key: string;
  readonly text: string;
  readonly value: string | null;
  readonly isReference: boolean;
}

const GAP_PX = 15;

/** Names and values in the gutter, pushed apart. A line without a value there is left out. */
export function figureLabels(
  model: FigureModel,
  geometry: FigureGeometry,
  at: number | null,
): Placed<FigureLabel>[] {
  const items = [
    ...model.references.map(({ label, value, text }) => ({
      y: yOf(value, geometry),
      item: { key: `reference:${label}`, text: label, value: text ?? null, isReference: true },
    })),
    ...model.lines.flatMap((line) => {
      const y = at === null ? null : (pointAt(line, at)?.y ?? null);
      if (y === null) return [];
      const { key, label: text } = line;
      const item = { key, text, value: readText(y, model.y), isReference: false };
      return [{ y: yOf(y, geometry), item }];
    }),
  ];
  return spreadLabels<FigureLabel>(items, GAP_PX, geometry.top + 4, geometry.bottom - 4);
}

/** `Buffer 10 BDP: BBRv2 1.42 (1.23 to 1.61), FaiRTT 1.07 (1.04 to 1.10)`. */
export function saidAt(model: FigureModel, x: number): string {
  const { name, unit } = model.x;
  const said = model.lines.flatMap((line) => {
    const point = pointAt(line, x);
    return point?.y == null ? [] : [`${line.label} ${pointText(point, model.y)}`];
  });
  return `${name} ${xText(x, model.x)} ${unit}: ${said.join(', ')}`;
}

export function pointText({ y, low, high }: FigurePoint, axis: FigureModel['y']): string {
  if (y === null) return '';
  if (low == null || high == null) return readText(y, axis);
  return `${readText(y, axis)} (${readText(low, axis)} to ${readText(high, axis)})`;
}
