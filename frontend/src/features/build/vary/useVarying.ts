import { useState } from 'react';

import { moveOfField, type MovePlace } from '@/analysis/experiment/axes';
import type { Axis, Precision } from '@/analysis/experiment/definition';
import {
  readExperiment,
  type ReadExperiment,
  unwrapped,
  toPlain,
  USUAL_SEEDS,
  withAxes,
  wrapped,
} from '@/analysis/experiment/document';
import { canAddAxis, fittedBaseline } from '@/analysis/experiment/edits';
import { isAlgorithmPath, isWholeIn, movedField, type Known } from '@/analysis/experiment/fields';
import { getAt, setInText } from '@/analysis/scenario/fields/fieldPath';
import { useScenarioSchema } from '@/api/catalog';
import { useChoosableAlgorithms, type ChoosableAlgorithm } from '@/api/algorithms/modules';

import { hasStartingMove, startingMove } from './startingMove';
import type { CheckedText } from '../document/useCheckedText';
import type { EditedDocument } from '../document/useDocument';

/** How fields become axes, and what is done with those. */
export interface Varying {
  readonly known: Known;
  readonly algorithms: readonly ChoosableAlgorithm[];
  readonly axes: readonly Axis[];
  readonly baselineIndex: number;
  readonly seedCount: number;
  /** null: every cell has so many seeds. */
  readonly precision: Precision | null;
  /** The text has axes that only its JSON can show: they are not touched from a form. */
  readonly isPartial: boolean;
  /** Whether there is something to vary a field over, and room for one more axis. */
  readonly canVary: (path: string) => boolean;
  readonly moveOf: (path: string) => MovePlace | null;
  /** Makes a field an axis, or finds the one that it is, and opens it. */
  readonly open: (path: string) => void;
  readonly openAxis: (place: MovePlace | null) => void;
  /** The axis that is open. */
  readonly opened: MovePlace | null;
  /** Fields of the definition, where they stand in the text. */
  readonly set: (fields: Readonly<Record<string, unknown>>) => void;
  readonly setAxes: (axes: readonly Axis[], baselineIndex?: number) => void;
  readonly setSeedCount: (count: number) => void;
  /** The extended experiment, which only grows. null: everything may change. */
  readonly original: ReadExperiment | null;
  /** A scenario again. */
  readonly stop: () => void;
}

/** `isAlways`: it stays an experiment without any axis too. */
export function useVarying(
  document: EditedDocument,
  checked: CheckedText,
  original: ReadExperiment | null,
  isAlways = false,
): Varying {
  const schema = useScenarioSchema().data;
  const [opened, setOpened] = useState<MovePlace | null>(null);
  const { experiment, value: scenario, name } = checked;
  const algorithms = useChoosableAlgorithms(experiment ?? scenario).data ?? [];
  const known = { schema, scenario, algorithms };
  const isWhole = isWholeIn(known);
  const read = experiment === null ? null : readExperiment(experiment);
  const axes = read?.axes ?? [];
  const { text, seed } = document;
  const begin = (next: readonly Axis[], count: number) =>
    wrapped(text, name, { axes: next, replications: { count, first_seed: seed } });
  const setAxes = (next: readonly Axis[], wanted = read?.baselineIndex ?? 0) => {
    if (read === null) {
      document.change({ text: begin(next, USUAL_SEEDS) }, '');
      return;
    }
    const baselineIndex = fittedBaseline(next, wanted, isWhole);
    const edited = isAlways
      ? setInText(setInText(text, 'axes', next.map(toPlain)), 'baseline_index', baselineIndex)
      : withAxes(text, { axes: next, baselineIndex }, name);
    document.change({ text: edited, seed: read.replications.first_seed }, '');
  };
  const stop = () => {
    setOpened(null);
    document.change(
      { text: unwrapped(text, name), seed: read?.replications.first_seed ?? seed },
      '',
    );
  };
  return {
    known,
    algorithms,
    axes,
    baselineIndex: read?.baselineIndex ?? 0,
    seedCount: read?.replications.count ?? 1,
    precision: read?.replications.precision ?? null,
    isPartial: read?.isPartial ?? false,
    canVary: (path) =>
      original === null &&
      canAddAxis(axes) &&
      hasStartingMove(path, { schema, scenario, algorithms }),
    moveOf: (path) => moveOfField(axes, path),
    open: (path) => {
      const place = moveOfField(axes, path);
      const axis = place === null ? newAxis(path, known, axes, algorithms) : null;
      if (axis !== null) setAxes([...axes, axis]);
      if (place !== null || axis !== null) {
        setOpened(place ?? { axisIndex: axes.length, moveIndex: 0 });
      }
    },
    original,
    openAxis: setOpened,
    opened,
    set: document.set,
    setAxes,
    setSeedCount: (count) => {
      if (read === null) document.change({ text: begin([], count) }, '');
      else if (axes.length === 0 && count === 1 && !isAlways) stop();
      else document.set({ 'replications.count': count });
    },
    stop,
  };
}

function newAxis(
  path: string,
  known: Known,
  axes: readonly Axis[],
  algorithms: readonly ChoosableAlgorithm[],
): Axis | null {
  const wide = isAlgorithmPath(path) && isSameInAll(known.scenario) ? 'flows.*.algorithm' : path;
  const move = startingMove(wide, { ...known, algorithms });
  if (move === null) return null;
  const label = movedField(wide, known)[wide.includes('*') ? 'title' : 'name'];
  // Algorithms are what is compared here, unless something else is already.
  const isArm = isAlgorithmPath(path) && axes.every(({ role }) => role !== 'arm');
  return { label, ...(isArm ? { role: 'arm' as const } : {}), moves: [move] };
}

/** All groups have one algorithm: then another one is tried in all of them. */
function isSameInAll(scenario: unknown): boolean {
  const flows = getAt(scenario, 'flows');
  const all = (Array.isArray(flows) ? flows : []).map((group) =>
    JSON.stringify(getAt(group, 'algorithm')),
  );
  return new Set(all).size === 1;
}
