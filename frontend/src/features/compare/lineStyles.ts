import { LINE_STYLES, type LineStyle } from '@/charts/model';

/** The baseline is dashed 6-3 whatever its place; the others are solid, dotted and so on. */
export function lineStyles(count: number, baseline: number): LineStyle[] {
  const others = LINE_STYLES.filter((style) => style !== 'dashed');
  return Array.from({ length: count }, (_, place) => {
    if (place === baseline && count > 1) return 'dashed';
    const turn = place < baseline ? place : place - 1;
    return others[(count > 1 ? turn : 0) % others.length] ?? 'solid';
  });
}
