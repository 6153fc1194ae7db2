/** What stands in the right gutter of a pane: references and lines, pushed apart. */
import { bucketAt, valueAt } from '@/analysis/series';
import { spreadLabels, type Placed } from '@/analysis/spread';

import { yOf, type Box } from './geometry';
import type { Hue, Pane, PaneLine } from './model';

export interface GutterLabel {
  readonly key: string;
  readonly text: string;
  /** Digits at the cursor; null for a reference. */
  readonly value: string | null;
  readonly hue: Hue;
  readonly isReference: boolean;
}

const GAP_PX = 14;

/** The value of a line at a time; null before its first sample or where it has none. */
export function lineValue(line: PaneLine, timeSeconds: number): number | null {
  const last = line.timeSeconds.at(-1);
  if (last === undefined) return null;
  return valueAt(line.values, bucketAt(line.timeSeconds, Math.min(timeSeconds, last)));
}

export function gutterLabels(pane: Pane, box: Box, timeSeconds: number): Placed<GutterLabel>[] {
  const items: { item: GutterLabel; y: number }[] = pane.references.map((reference) => ({
    y: yOf(Math.min(reference.value, pane.scale.max), pane.scale.max, box),
    item: {
      key: `reference:${reference.hue}:${reference.label}`,
      text: reference.label,
      value: null,
      hue: reference.hue,
      isReference: true,
    },
  }));
  for (const line of pane.lines) {
    if (line.label === null) continue;
    const value = lineValue(line, timeSeconds);
    if (value === null) continue;
    items.push({
      y: yOf(Math.min(value, pane.scale.max), pane.scale.max, box),
      item: {
        key: line.key,
        text: line.label,
        value: value.toFixed(pane.decimals),
        hue: line.hue,
        isReference: false,
      },
    });
  }
  return spreadLabels(items, GAP_PX, box.top + 2, box.bottom - 2);
}

/** Where the cursor crosses the labelled lines of a pane. */
export function cursorPoints(pane: Pane, box: Box, timeSeconds: number) {
  return pane.lines.flatMap((line) => {
    if (line.label === null) return [];
    const value = lineValue(line, timeSeconds);
    if (value === null) return [];
    return [{ key: line.key, hue: line.hue, y: yOf(value, pane.scale.max, box) }];
  });
}
