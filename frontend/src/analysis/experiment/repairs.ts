/** Repairs of what is wrong with an experiment, as changes of fields of its definition. */

import { moveValues, sizeOf } from './axes';
import { MOST_UNITS, type Axis, type AxisValues, type Move } from './definition';
import { fitted } from './edits';
import { fullText, isWholeIn, movedField, type Known } from './fields';
import type { Combined, ExperimentProblem } from './problems';
import { axisLabel, seedsText } from './axisTexts';

interface ExperimentRepair {
  readonly label: string;
  /** By path in the definition. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const NEAR = 1e-6;
const VALUES = /^axes\.(\d+)\.moves\.(\d+)\.values/;

export function experimentRepairs(
  problem: ExperimentProblem,
  combined: Combined,
  known: Known,
): ExperimentRepair[] {
  const { path, bound } = problem;
  const { axes } = combined;
  if (path === 'replications.count') return fewerSeeds(combined, known);
  if (path === 'axes') return fewerValues(combined, bound, known);
  if (path === 'baseline_index')
    return [{ label: 'Compare with the first', fields: { [path]: 0 } }];
  const [, named] = /^axes\.(\d+)\.names/.exec(path) ?? [];
  if (named !== undefined) {
    return [{ label: 'Remove the names', fields: { [`axes.${named}.names`]: null } }];
  }
  if (path.endsWith('.role')) return [{ label: 'Do not compare these', fields: { [path]: null } }];
  const [, axisIndex, moveIndex] = VALUES.exec(path) ?? [];
  const axis = axes[Number(axisIndex)];
  const move = axis?.moves[Number(moveIndex)];
  if (axis === undefined || move === undefined) return [];
  const place = `axes.${axisIndex}.moves.${moveIndex}.values`;
  const repaired = [
    ...insideBound(problem, move, known),
    ...fittedOnes(problem, axis, move, known),
  ];
  return repaired.map(({ label, values }) => ({ label, fields: { [place]: values } }));
}

interface Repair {
  readonly label: string;
  readonly values: AxisValues;
}

/** Leaves out the values beyond a bound, or begins or ends a range at it. */
function insideBound({ value, bound }: ExperimentProblem, move: Move, known: Known): Repair[] {
  if (typeof bound !== 'number' || typeof value !== 'number' || value === bound) return [];
  const field = movedField(move.path, known);
  const all = moveValues(move.values, field.field?.kind === 'integer');
  // The bound may be one of another field, that this move only comes near.
  if (!all.some((each) => typeof each === 'number' && isNear(each, value))) return [];
  const isLeast = value < bound;
  const isInside = (each: unknown) =>
    typeof each !== 'number' || (isLeast ? each >= bound : each <= bound);
  const boundText = fullText(field, bound, known);
  const { values } = move;
  if (values.kind === 'list') {
    const kept = values.values.filter(isInside);
    const label = isLeast ? `Only from ${boundText}` : `Only up to ${boundText}`;
    return kept.length === 0 ? [] : [{ label, values: { kind: 'list', values: kept } }];
  }
  const clamp = (end: number) => (isLeast ? Math.max(end, bound) : Math.min(end, bound));
  const next = { ...values, from: clamp(values.from), to: clamp(values.to) };
  if (next.from === next.to) return [];
  return [
    {
      label: next.from === values.from ? `End at ${boundText}` : `Begin at ${boundText}`,
      values: next,
    },
  ];
}

/** The server may say a value with fewer digits. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= NEAR * Math.abs(other);
}

/** As many values as the first path of the axis has, each once. */
function fittedOnes({ bound }: ExperimentProblem, axis: Axis, move: Move, known: Known): Repair[] {
  const isWhole = isWholeIn(known)(move.path);
  const all = moveValues(move.values, isWhole);
  if (axis.moves.length > 1 && move !== axis.moves[0] && typeof bound === 'number') {
    if (all.length === bound || !Number.isInteger(bound)) return [];
    return [
      {
        label: bound === 1 ? 'Take 1 value' : `Take ${bound} values`,
        values: fitted(move.values, bound, isWhole),
      },
    ];
  }
  const once = [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
  if (axis.moves.length > 1 || once.length === all.length) return [];
  return [{ label: 'Use each value once', values: { kind: 'list', values: once } }];
}

function fewerSeeds(combined: Combined, known: Known): ExperimentRepair[] {
  const { cellCount } = sizeOf(combined, isWholeIn(known));
  const count = Math.floor(MOST_UNITS / Math.max(1, cellCount));
  if (count < 1) return [];
  return [{ label: `Take ${seedsText(count)}`, fields: { 'replications.count': count } }];
}

/** Of the axis with the most values as many as there is room for. */
function fewerValues(combined: Combined, bound: unknown, known: Known): ExperimentRepair[] {
  const { axisSizes, cellCount } = sizeOf(combined, isWholeIn(known));
  const axisIndex = axisSizes.indexOf(Math.max(...axisSizes));
  const axis = combined.axes[axisIndex];
  const size = axisSizes[axisIndex];
  if (axis === undefined || size === undefined || typeof bound !== 'number') return [];
  const count = Math.floor((size * bound) / cellCount);
  if (count < 2 || count >= size) return [];
  const isWhole = isWholeIn(known);
  const fields = axis.moves.map(({ path, values }, moveIndex) => [
    `axes.${axisIndex}.moves.${moveIndex}.values`,
    fitted(values, count, isWhole(path)),
  ]);
  const label = `Take ${count} values of ${axisLabel(axis, known)}`;
  return [{ label, fields: Object.fromEntries(fields) as Record<string, unknown> }];
}
