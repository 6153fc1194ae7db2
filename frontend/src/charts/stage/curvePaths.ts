/**
 * Curves of small plots as SVG path data in a box of `BOX` by `BOX`: whole numbers, and steps from
 * point to point, which are written and read in a fraction of the time of decimals. Pure.
 */
import type { Values } from '@/analysis/series/series';

import type { TimeRange } from '../model';

/** Finer than the pixels of any drawing. */
export const BOX = 10_000;
export const VIEW_BOX = `0 0 ${BOX} ${BOX}`;

interface SmallScale {
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
  const pen = penIn(scale);
  for (let index = 0; index < timeSeconds.length; index += 1) {
    pen.to(timeSeconds[index], values[index], true);
  }
  return pen.path();
}

/** The outline of a band, forth along the highest and back along the lowest. */
export function bandPath(
  timeSeconds: readonly number[],
  min: Values,
  max: Values,
  scale: SmallScale,
): string {
  const pen = penIn(scale);
  for (let index = 0; index < timeSeconds.length; index += 1) {
    pen.to(timeSeconds[index], max[index], false);
  }
  for (let index = timeSeconds.length - 1; index >= 0; index -= 1) {
    pen.to(timeSeconds[index], min[index], false);
  }
  const outline = pen.path();
  return outline === '' ? '' : `${outline}z`;
}

/** Draws from one point to the next; over a gap it continues, or begins anew behind it. */
function penIn({ range, top, bottom = 0 }: SmallScale) {
  const perSecond = BOX / (range[1] - range[0]);
  let path = '';
  let isDown = false;
  let x = 0;
  let y = 0;
  return {
    to(time: number | undefined, value: number | null | undefined, isBroken: boolean) {
      if (value == null || time === undefined) {
        if (isBroken) isDown = false;
        return;
      }
      const share = Math.min(1, (value - bottom) / (top - bottom));
      const nextX = Math.round((time - range[0]) * perSecond);
      const nextY = Math.round((1 - share) * BOX);
      path += isDown ? `l${nextX - x} ${nextY - y}` : `M${nextX} ${nextY}`;
      isDown = true;
      x = nextX;
      y = nextY;
    },
    path: () => path,
  };
}
