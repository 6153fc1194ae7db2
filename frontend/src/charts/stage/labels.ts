/** What stands in the right gutter of a pane: references and lines, pushed apart. */
import { isFaded, type FlowMark } from '@/analysis/series/flowMarks';
import { bucketAt, valueAt } from '@/analysis/series/series';
import { spreadLabels, type Placed } from '@/analysis/numbers/spread';
import { toShortest } from '@/analysis/numbers/units';
import { aligned } from '@/analysis/numbers/shown';

import { yOf, type Box, type StageGeometry } from './geometry';
import type { Hue, Pane, PaneLine, PaneReference } from '../model';
import { isOffScale } from '../panes/references';

export interface GutterLabel {
  readonly key: string;
  readonly text: string;
  /** Digits at the cursor; null for a reference. */
  readonly value: string | null;
  readonly hue: Hue;
  readonly isReference: boolean;
  /** Something else stands out. */
  readonly isFaded: boolean;
}

interface GutterOptions {
  readonly highlight: FlowMark | null;
  /** Least distance of two labels. */
  readonly gapPx: number;
}

const PLAIN: GutterOptions = { highlight: null, gapPx: 14 };

/** The value of a line at a time; null before its first sample or where it has none. */
function lineValue(line: PaneLine, timeSeconds: number): number | null {
  const last = line.timeSeconds.at(-1);
  if (last === undefined) return null;
  return valueAt(line.values, bucketAt(line.timeSeconds, Math.min(timeSeconds, last)));
}

interface Candidate {
  readonly item: GutterLabel;
  readonly y: number;
  /** The lower, the sooner it gets its place. */
  readonly rank: number;
}

/** As many labels as there is room for: what stands out first, then references, then lines. */
export function gutterLabels(
  pane: Pane,
  box: Box,
  timeSeconds: number,
  options: GutterOptions = PLAIN,
): Placed<GutterLabel>[] {
  const { min = 0, max } = pane.scale;
  const y = (value: number) => yOf(Math.max(min, Math.min(value, max)), max, box, min);
  const candidates: Candidate[] = [
    ...pane.references.map((reference) => ({
      rank: reference.isOther === true ? 5 : 1,
      y: y(reference.value),
      item: referenceLabel(reference, pane),
    })),
    ...pane.lines.flatMap((line) => {
      const text = namedNow(line, options.highlight);
      const value = text === null ? null : lineValue(line, timeSeconds);
      if (text === null || value === null) return [];
      const item = {
        key: line.key,
        text,
        value: aligned(value, pane.decimals),
        hue: line.hue,
        isReference: false,
        isFaded: isOut(line, options.highlight),
      };
      return [{ rank: rankOf(line, options.highlight), y: y(value), item }];
    }),
  ];
  const room = Math.max(1, Math.floor((box.bottom - box.top - 4) / options.gapPx) + 1);
  const shown = [...candidates].sort((a, b) => a.rank - b.rank).slice(0, room);
  return spreadLabels(shown, options.gapPx, box.top + 2, box.bottom - 2);
}

function referenceLabel(reference: PaneReference, pane: Pane): GutterLabel {
  const { label, value, hue } = reference;
  // A label with a number in it has said it already.
  const number = /\d/.test(label) ? '' : ` ${toShortest(value)}`;
  return {
    key: `reference:${hue}:${label}`,
    text: isOffScale(reference, pane.scale) ? `↑ ${label}${number}` : label,
    value: null,
    hue,
    isReference: true,
    isFaded: false,
  };
}

function rankOf(line: PaneLine, highlight: FlowMark | null): number {
  if (isOut(line, highlight)) return 4;
  if (highlight !== null && line.mark !== null) return 0;
  return line.style === 'solid' ? 2 : 3;
}

/** A line that stands out has its name said, also where there is no room for all names. */
function namedNow(line: PaneLine, highlight: FlowMark | null): string | null {
  if (line.label !== null || highlight?.flowIndex == null) return line.label;
  return line.mark?.flowIndex === highlight.flowIndex ? line.name : null;
}

function isOut(line: PaneLine, highlight: FlowMark | null): boolean {
  return line.mark !== null && isFaded(highlight, line.mark);
}

/** Where the cursor crosses the labelled lines of a pane. */
export function cursorPoints(
  pane: Pane,
  box: Box,
  timeSeconds: number,
  highlight: FlowMark | null = null,
) {
  return pane.lines.flatMap((line) => {
    if (namedNow(line, highlight) === null || isOut(line, highlight)) return [];
    const value = lineValue(line, timeSeconds);
    const { min = 0, max } = pane.scale;
    if (value === null || value > max || value < min) return [];
    return [{ key: line.key, hue: line.hue, y: yOf(value, max, box, min) }];
  });
}

/** Some letters at 12 px; bold ones are a little wider. */
export const LETTER_PX = 6.3;
export const BOLD_PX = 7.4;

/** So much of a label as fits before its value; the whole name is in the rail and the table. */
export function fittingText(
  text: string,
  value: string | null,
  { width, right, zoom }: Pick<StageGeometry, 'width' | 'right' | 'zoom'>,
): string {
  const valuePx = value === null || value === '' ? 0 : value.length * BOLD_PX + 6;
  const most = Math.floor(((width - right - 11) / zoom - valuePx) / LETTER_PX);
  return text.length <= most ? text : `${text.slice(0, Math.max(3, most - 1)).trimEnd()}…`;
}

/** As much of the unit as there is room for: of which time it is stays longest. */
export function fittingUnit(
  { title, unit, shortUnit }: Pick<Pane, 'title' | 'unit' | 'shortUnit'>,
  { width, zoom }: Pick<StageGeometry, 'width' | 'zoom'>,
): string {
  const parts = unit.split('; ');
  const texts = parts.map((_, left) => parts.slice(0, parts.length - left).join('; '));
  const fits = (text: string) =>
    (title.length * BOLD_PX + text.length * LETTER_PX) * zoom + 6 <= width;
  return texts.find(fits) ?? shortUnit;
}
