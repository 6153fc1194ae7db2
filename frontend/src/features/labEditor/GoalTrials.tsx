import { t } from '@lingui/core/macro';
import { useEffect } from 'react';

import { stepsOf, textAt } from '@/analysis/labs/draft';
import { useAlgorithmTitle, useScenarioSchema } from '@/api/catalog';
import {
  useGoalsTried,
  useTryGoals,
  type GoalTried,
  type LabDocument,
} from '@/api/classes/labDocuments';
import type { Settings } from '@/api/classes/labs';
import type { RunStepFile } from '@/steps/labFile';
import { openFields, settingsWords } from '@/steps/openFields';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import type { EditedLab } from './useDraft';

interface Trials {
  readonly goals: readonly GoalTried[];
  /** Nothing is known of the goals yet: they are being read. */
  readonly isReading: boolean;
  /** A goal is shown that its solution misses, or of which that is not known. */
  readonly isDoubtful: boolean;
  readonly error: Error | null;
  readonly tryAgain: () => void;
}

/** Tries the goals that nothing is known of, once the draft has no problems. */
export function useGoalTrials(document: LabDocument, isWanted: boolean): Trials {
  const read = useGoalsTried(document, isWanted);
  const begin = useTryGoals(document);
  const goals = isWanted ? (read.data ?? []) : [];
  const isOwed = ({ known_count, seed_count, is_reached_as_given }: GoalTried) =>
    known_count < seed_count || is_reached_as_given === null;
  const owed = goals.filter((goal) => isOwed(goal) && goal.open_count === 0);
  const untried = owed.filter(({ failed_count }) => failed_count === 0);
  const { mutate, isIdle } = begin;
  const names = untried.map(({ step_id }) => step_id).join(' ');
  useEffect(() => {
    if (names !== '' && isIdle) mutate(names.split(' '));
  }, [names, isIdle, mutate]);
  return {
    goals,
    isReading: isWanted && read.isPending,
    isDoubtful: goals.some(({ is_reached }) => is_reached !== true),
    error: read.error ?? begin.error,
    tryAgain: () => {
      void read.refetch();
      mutate(owed.map(({ step_id }) => step_id));
    },
  };
}

interface GoalTrialsProps {
  readonly draft: EditedLab['draft'];
  readonly trials: Trials;
}

/** For each goal: which settings reach it, in how many seeds, and its problems. */
export function GoalTrials({ draft, trials: { goals, error, tryAgain } }: GoalTrialsProps) {
  const titleOf = useAlgorithmTitle();
  const schema = useScenarioSchema();
  const steps = stepsOf(draft);
  if (goals.length === 0 && error === null) return null;
  const hasFailed = goals.some((goal) => goal.failed_count > 0 && goal.open_count === 0);
  return (
    <section aria-label={t`Goals, tried`}>
      <h3>{t`Goals, tried by the server`}</h3>
      {goals.map((goal) => {
        const index = steps.findIndex((step) => textAt(step, 'id') === goal.step_id);
        // The server has checked the draft, or it would have tried no goal.
        const step = steps[index] as RunStepFile | undefined;
        const opens =
          step === undefined || schema.data === undefined ? [] : openFields(step, schema.data);
        const verdict = verdictOf(goal);
        return (
          <Note
            key={goal.step_id}
            tone={verdict.isGood ? 'plain' : 'warn'}
            title={t`Step ${index + 1}, ${goal.title}: ${verdict.words}`}
          >
            <p>{t`The solution: ${settingsWords(goal.settings as Settings, opens, titleOf)}.`}</p>
            {verdict.advice !== '' && <p>{verdict.advice}</p>}
          </Note>
        );
      })}
      {error !== null && (
        <Note tone="bad" title={t`The goals could not be tried`}>
          {error.message}
        </Note>
      )}
      {(error !== null || hasFailed) && (
        <p>
          <Button onClick={tryAgain}>{t`Try the goals again`}</Button>
        </p>
      )}
    </section>
  );
}

function verdictOf(goal: GoalTried): { isGood: boolean; words: string; advice: string } {
  const { known_count, seed_count, reached_count, is_reached, is_reached_as_given } = goal;
  const words =
    known_count === seed_count
      ? t`reached in ${reached_count} of ${seed_count} seeds`
      : t`reached in ${reached_count} of ${known_count} seeds so far; ${seed_count} are tried`;
  if (is_reached === null) {
    const advice =
      goal.failed_count > 0
        ? t`A run of the trial gave no result. Try again, or change the scenario.`
        : '';
    return {
      isGood: goal.open_count > 0,
      words: goal.open_count > 0 ? t`being tried` : t`not known yet`,
      advice,
    };
  }
  if (!is_reached) {
    const advice = t`It is missed with seed ${goal.seed}, which every student gets: this solution does not reach it for any of them. Change the goal, the bounds or the solution.`;
    return { isGood: false, words, advice };
  }
  if (is_reached_as_given === true) {
    const advice = t`It is also reached without any change: students have nothing to find.`;
    return { isGood: false, words, advice };
  }
  return { isGood: true, words, advice: '' };
}
