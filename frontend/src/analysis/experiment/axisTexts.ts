/** Axes and their points in words. */
import { toSignificant } from '@/analysis/numbers/decimal';
import { countOf } from '@/analysis/numbers/shown';

import { axisPoints } from './axes';
import type { Axis } from './definition';
import { bareText, fullText, isWholeIn, movedField, type Known, type MovedField } from './fields';

const MOST_NAMED = 3;
const FEWEST_DIGITS = 3;
const MOST_DIGITS = 12;
const RANGED = 4;

/** What an axis is called: its label, or the name of the first field that it moves. */
export function axisLabel({ label, moves }: Axis, known: Known): string {
  if (label !== '') return label;
  return moves[0] === undefined ? '' : movedField(moves[0].path, known).name;
}

/** What each point is called, without the name that a user may have given it. */
export function pointTexts(axis: Axis, known: Known): string[] {
  return joinedColumns(axis.moves.map((_, move) => columnOf(axis, move, known, fullText)));
}

/** The values of one move without their unit, for a line that says the unit once. */
export function moveTexts(axis: Axis, moveIndex: number, known: Known): string[] {
  return columnOf(axis, moveIndex, known, bareText);
}

type TextOf = (field: MovedField, value: unknown, known: Known) => string;

/** The values of a range are as short as keeps them distinct; those of a list as typed. */
function columnOf(axis: Axis, moveIndex: number, known: Known, textOf: TextOf): string[] {
  const move = axis.moves[moveIndex];
  if (move === undefined) return [];
  const field = movedField(move.path, known);
  const values = axisPoints(axis, isWholeIn(known)).map((point) => point[moveIndex]);
  const different = new Set(values.map((value) => JSON.stringify(value))).size;
  for (let digits = FEWEST_DIGITS; digits < MOST_DIGITS; digits += 1) {
    const short = move.values.kind === 'list' ? values : values.map((each) => toFew(each, digits));
    const texts = short.map((value) => textOf(field, value, known));
    if (new Set(texts).size === different) return texts;
  }
  return values.map((value) => textOf(field, value, known));
}

function toFew(value: unknown, digits: number): unknown {
  return typeof value === 'number' ? toSignificant(value, digits) : value;
}

/** Paths that read alike at every point are said once. */
function joinedColumns(columns: readonly (readonly string[])[]): string[] {
  const different = [...new Map(columns.map((column) => [column.join('\n'), column])).values()];
  return (different[0] ?? []).map((_, point) =>
    different.map((column) => column[point] ?? '').join(' / '),
  );
}

/** `BBRv2, FaiRTT`, or `0.5 to 100 BDP, 7 values` of many. */
export function pointsInWords(texts: readonly string[]): string {
  const [first] = texts;
  const last = texts.at(-1);
  if (first === undefined || last === undefined) return 'no value';
  if (texts.length <= MOST_NAMED) return texts.join(', ');
  const range = `${withoutUnitOf(first, last)} to ${last}`;
  return texts.length < RANGED ? range : `${range}, ${texts.length} values`;
}

/** `25` of `25 ms` where the other text ends in the same unit. */
function withoutUnitOf(text: string, other: string): string {
  const [, number, unit] = /^([\d.,]+) (.+)$/.exec(text) ?? [];
  return number !== undefined && unit !== undefined && other.endsWith(` ${unit}`) ? number : text;
}

interface NamedAxis {
  readonly label: string;
  readonly points: readonly { readonly text: string }[];
}

/** `Algorithm: BBRv2, FaiRTT × Buffer: 0.5 to 100 BDP, 7 values × 20 seeds`. */
export function axesInWords(axes: readonly NamedAxis[], seedCount: number): string {
  const parts = axes.map(
    ({ label, points }) => `${label}: ${pointsInWords(points.map(({ text }) => text))}`,
  );
  return [...parts, seedsText(seedCount)].join(' × ');
}

export function seedsText(count: number): string {
  return countOf(count, 'seed');
}
