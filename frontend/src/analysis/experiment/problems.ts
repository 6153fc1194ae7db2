/** Whether the parts of an experiment fit together, as far as that can be said without a server. */

import { aligned, countOf } from '@/analysis/numbers/shown';

import { moveValues, sizeOf, type IsWhole } from './axes';
import { MOST_AXES, MOST_CELLS, MOST_UNITS, type Axis, type Replications } from './definition';

export interface ExperimentProblem {
  /** In the definition: `axes.1.moves.0.values`. */
  readonly path: string;
  readonly message: string;
  /** The value that was refused, and the limit that it breaks. */
  readonly value?: unknown;
  readonly bound?: unknown;
}

export interface Combined {
  readonly axes: readonly Axis[];
  readonly replications: Replications;
}

export function experimentProblems(combined: Combined, isWhole: IsWhole): ExperimentProblem[] {
  const { axes } = combined;
  const found = [
    ...axes.flatMap((axis, index) => ofAxis(axis, index, isWhole)),
    ...ofPaths(axes),
    ...ofArms(axes),
  ];
  // With wrong fields the counts would only repeat the mistake in other words.
  return found.length > 0 ? found : ofSize(combined, isWhole);
}

function ofAxis({ moves }: Axis, axisIndex: number, isWhole: IsWhole): ExperimentProblem[] {
  const at = (moveIndex: number) => `axes.${axisIndex}.moves.${moveIndex}.values`;
  const first = moves[0] && moveValues(moves[0].values, isWhole(moves[0].path)).length;
  return moves.flatMap(({ path, values }, moveIndex): ExperimentProblem[] => {
    if (values.kind === 'logarithmic' && Math.min(values.from, values.to) <= 0) {
      return [{ path: at(moveIndex), message: 'Equal factors need values above 0.' }];
    }
    const { length } = moveValues(values, isWhole(path));
    if (length === 0) return [{ path: at(moveIndex), message: 'No value yet.' }];
    if (length === first || first === undefined) return [];
    return [
      {
        path: at(moveIndex),
        message:
          `${countOf(length, 'value')} where what it moves with has ${first}: ` +
          'paths that move together need equally many.',
        bound: first,
      },
    ];
  });
}

function ofPaths(axes: readonly Axis[]): ExperimentProblem[] {
  const seen = new Set<string>();
  return axes.flatMap(({ moves }, axisIndex) =>
    moves.flatMap(({ path }, moveIndex) => {
      const isSecond = seen.has(path);
      seen.add(path);
      const place = `axes.${axisIndex}.moves.${moveIndex}.path`;
      return isSecond
        ? [{ path: place, message: `${path} is already varied by another axis.` }]
        : [];
    }),
  );
}

function ofArms(axes: readonly Axis[]): ExperimentProblem[] {
  const arms = axes.flatMap(({ role }, index) => (role === 'arm' ? [index] : []));
  const [, second] = arms;
  const tooMany = {
    path: 'axes',
    message: `At most ${MOST_AXES} axes are allowed.`,
    bound: MOST_AXES,
  };
  return [
    ...(axes.length > MOST_AXES ? [tooMany] : []),
    ...(second === undefined
      ? []
      : [{ path: `axes.${second}.role`, message: 'Another axis already has the arms.' }]),
  ];
}

function ofSize(combined: Combined, isWhole: IsWhole): ExperimentProblem[] {
  const { cellCount, unitCount } = sizeOf(combined, isWhole);
  if (cellCount > MOST_CELLS) {
    return [
      {
        path: 'axes',
        message: `These axes make ${aligned(cellCount, 0)} cells; at most ${aligned(MOST_CELLS, 0)} are allowed.`,
        bound: MOST_CELLS,
      },
    ];
  }
  if (unitCount <= MOST_UNITS) return [];
  const message = `That makes ${aligned(unitCount, 0)} runs; at most ${aligned(MOST_UNITS, 0)} are allowed.`;
  return [{ path: 'replications.count', message, bound: MOST_UNITS }];
}
