import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';

import { sizeOf, type Size } from '@/analysis/experiment/axes';
import type { ExperimentDefinition } from '@/analysis/experiment/definition';
import { partsOf, readExperiment, type ReadExperiment } from '@/analysis/experiment/document';
import { extensionProblems } from '@/analysis/experiment/extension';
import { isWholeIn, type Known } from '@/analysis/experiment/fields';
import { experimentProblems, type ExperimentProblem } from '@/analysis/experiment/problems';
import { lineOfPath, parseText, type Problem } from '@/analysis/scenario/problems/problems';
import { useScenarioSchema } from '@/api/catalog';
import { useChoosableAlgorithms } from '@/api/algorithms/modules';
import { useExperimentCheck, type ExperimentChecked } from '@/api/experiments/experiments';
import { ProblemError } from '@/api/http/problem';
import type { Base } from '@/state/draft';

import type { CheckedText } from '../document/useCheckedText';

const CHECK_DELAY_MS = 250;

/** A problem of the definition, with its line in the text. */
export type AxisProblem = Problem & ExperimentProblem;

export interface CheckedExperiment extends ReadExperiment {
  /** The extended experiment, none of whose cells may be removed. null: a new experiment. */
  readonly original: ReadExperiment | null;
  /** Runs that an extension adds. */
  readonly addedUnitCount: number;
  readonly known: Known;
  /** Counted here, so that it stands before the server has answered. */
  readonly size: Size;
  /** As far as is known valid; null while there is a problem. */
  readonly definition: ExperimentDefinition | null;
  readonly problems: readonly AxisProblem[];
  /** The size of the experiment; of an earlier text while `isStale`. */
  readonly answer: ExperimentChecked | undefined;
  readonly isStale: boolean;
  readonly isUnreachable: boolean;
}

/** Checks the axes and seeds of the text as they are edited; null: the text is a scenario. */
export function useCheckedExperiment(
  text: string,
  { experiment, value, problems: ofBase }: CheckedText,
  base: Base | null,
): CheckedExperiment | null {
  const schema = useScenarioSchema().data;
  const algorithms = useChoosableAlgorithms(experiment ?? value).data;
  const known = useMemo(
    () => ({ schema, scenario: value, algorithms: algorithms ?? [] }),
    [schema, value, algorithms],
  );
  const read = useMemo(
    () => (experiment === null ? null : readExperiment(experiment)),
    [experiment],
  );
  const original = useMemo(() => originalOf(base), [base]);
  const local = useMemo(
    () => (read === null ? [] : problemsOf(read, original, known)),
    [read, original, known],
  );
  // Problems found here need no request to the server.
  const asked = local.length === 0 && ofBase.length === 0 ? experiment : null;
  const [settled] = useDebouncedValue(asked, CHECK_DELAY_MS);
  // The server says whether it is one; until then its shape is only hoped for.
  const check = useExperimentCheck(settled as ExperimentDefinition | null);
  const isSettled = settled === asked && !check.isFetching;
  const refusal =
    isSettled && asked !== null && check.error instanceof ProblemError ? check.error : null;
  const problems = useMemo(
    () => withLines(refusal === null ? local : itemsOf(refusal), text),
    [refusal, local, text],
  );
  if (read === null) return null;
  const isWhole = isWholeIn(known);
  const size = sizeOf(read, isWhole);
  const isStale = asked === null || !isSettled || !check.isSuccess || check.isPlaceholderData;
  const isFine = problems.length === 0 && ofBase.length === 0;
  return {
    ...read,
    known,
    original,
    size,
    addedUnitCount: size.unitCount - (original === null ? 0 : sizeOf(original, isWhole).unitCount),
    definition: isFine ? (experiment as unknown as ExperimentDefinition) : null,
    problems,
    answer: check.data,
    isStale,
    isUnreachable: isSettled && asked !== null && check.error !== null && refusal === null,
  };
}

/** The experiment that is extended; null: none. */
function originalOf(base: Base | null): ReadExperiment | null {
  if (base?.kind !== 'extension') return null;
  const { experiment } = partsOf(parseText(base.text).value);
  return experiment === null ? null : readExperiment(experiment);
}

function problemsOf(
  read: ReadExperiment,
  original: ReadExperiment | null,
  known: Known,
): readonly ExperimentProblem[] {
  const own = experimentProblems(read, isWholeIn(known));
  return original === null ? own : [...own, ...extensionProblems(read, original, known)];
}

function itemsOf({ items, detail }: ProblemError): readonly ExperimentProblem[] {
  return items.length === 0 ? [{ path: '', message: detail }] : items;
}

function withLines(problems: readonly ExperimentProblem[], text: string): AxisProblem[] {
  return problems.map((problem) => ({ ...problem, line: lineOfPath(text, problem.path) }));
}
