/** Curves of small plots as SVG path data in a box of 100 by 100. Pure. */
import type { Values } from '@/analysis/series/series';

import type { TimeRange } from './model';

export interface SmallScale {
  readonly range: TimeRange;
  /** The value at the upper edge. */
  readonly top: number;
  /** ... and at the lower one. */
  readonly bottom?: number;
}

/** A line that is broken where there is no value. */
export function curvePath(
  timeSeconds: readonly number[],
  values: Values,
  scale: SmallScale,
): string {
  let isDown = false;
  const parts: string[] = [];
  values.forEach((value, index) => {
    const time = timeSeconds[index];
    if (value === null || time === undefined) {
      isDown = false;
      return;
    }
    parts.push(`${isDown ? 'L' : 'M'}${point(time, value, scale)}`);
    isDown = true;
  });
  return parts.join('');
}

/** The outline of a band, forth along the highest and back along the lowest. */
export function bandPath(
  timeSeconds: readonly number[],
  min: Values,
  max: Values,
  scale: SmallScale,
): string {
  const along = (values: Values) =>
    values.flatMap((value, index) => {
      const time = timeSeconds[index];
      return value === null || time === undefined ? [] : [point(time, value, scale)];
    });
  const outline = [...along(max), ...along(min).reverse()];
  return outline.length === 0 ? '' : `M${outline.join('L')}z`;
}

function point(time: number, value: number, { range, top, bottom = 0 }: SmallScale): string {
  const x = ((time - range[0]) / (range[1] - range[0])) * 100;
  const y = 100 - Math.min(1, (value - bottom) / (top - bottom)) * 100;
  return `${x.toFixed(2)} ${y.toFixed(1)}`;
}
