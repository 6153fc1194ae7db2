/** Curves of a thumbnail as SVG paths, and its axis in words: pure. */
import { formatMilliseconds, formatSetRate, joinQuantity } from '@/analysis/numbers/units';
import type { PresetVariant } from '@/api/types';

/** Which curves these are, and how far their axis goes: from nothing to the line at the top. */
export function axisText({ metric, top }: PresetVariant['thumbnail']): string {
  return metric === 'throughput_bps'
    ? `Throughput, 0 to ${joinQuantity(formatSetRate(top))}`
    : `RTT, 0 to ${joinQuantity(formatMilliseconds(top, 0))}`;
}

/** Height of a value: 0 at the bottom edge, `top` at the upper one; nothing sticks out. */
export function levelOf(value: number, top: number, height: number): number {
  const share = top > 0 ? value / top : 0;
  return round(height * (1 - Math.min(1, Math.max(0, share))));
}

/** The values at even distances over the width; where there is no value the line is broken. */
export function linePath(
  values: readonly (number | null)[],
  top: number,
  width: number,
  height: number,
): string {
  const step = width / Math.max(1, values.length - 1);
  let isOpen = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false;
        return '';
      }
      const command = isOpen ? 'L' : 'M';
      isOpen = true;
      return `${command}${round(index * step)} ${levelOf(value, top, height)}`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
