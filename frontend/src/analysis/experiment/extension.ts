/** An experiment that grows: every seed and every point that it has stays. */

import { axisPoints } from './axes';
import type { Axis } from './definition';
import { isWholeIn, type Known } from './fields';
import type { Combined, ExperimentProblem } from './problems';
import { pointTexts, seedsText } from './axisTexts';

/** What an extension has taken away from the experiment that it adds to. */
export function extensionProblems(
  { axes, replications }: Combined,
  original: Combined,
  known: Known,
): ExperimentProblem[] {
  const { count, first_seed } = original.replications;
  const isLess =
    replications.first_seed > first_seed ||
    replications.first_seed + replications.count < first_seed + count;
  const seeds = {
    path: 'replications.count',
    message: `The experiment has ${seedsText(count)} already: an extension can only add.`,
    bound: count,
  };
  const missing = original.axes.flatMap((old, axisIndex): ExperimentProblem[] => {
    const gone = missingPoints(axes[axisIndex], old, known);
    const path = `axes.${axisIndex}.moves.0.values`;
    return gone.length === 0
      ? []
      : [
          {
            path,
            message: `${gone.join(', ')} already exists and stays: an extension can only add.`,
          },
        ];
  });
  return [...(isLess ? [seeds] : []), ...missing];
}

/** The texts of the points that an axis has no more. */
function missingPoints(axis: Axis | undefined, original: Axis, known: Known): string[] {
  const isWhole = isWholeIn(known);
  const keys = new Set(
    axis === undefined ? [] : axisPoints(axis, isWhole).map((point) => JSON.stringify(point)),
  );
  const texts = pointTexts(original, known);
  return axisPoints(original, isWhole).flatMap((point, index) =>
    keys.has(JSON.stringify(point)) ? [] : [texts[index] ?? ''],
  );
}

/** The axis with the points of the original that it has lost put back, before its own. */
export function withOriginalPoints(axis: Axis, original: Axis, known: Known): Axis {
  const isWhole = isWholeIn(known);
  const all = [...axisPoints(original, isWhole), ...axisPoints(axis, isWhole)];
  const points = [...new Map(all.map((point) => [JSON.stringify(point), point])).values()];
  const moves = original.moves.map(({ path }, move) => ({
    path,
    values: { kind: 'list' as const, values: points.map((point) => point[move]) },
  }));
  return { ...original, moves, names: null };
}
