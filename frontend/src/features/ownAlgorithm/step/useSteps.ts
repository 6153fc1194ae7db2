import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import type { Scenario } from '@/api/types';
import { completeScenario } from '@/core/complete';
import { loadWithRules } from '@/core/loadWithRules';
import { planOf } from '@/core/plan';
import { CorePool } from '@/core/pool';
import type { StepsAsked, StepsRecorded } from '@/core/steps';

import type { DebugText } from '../compiler/useCompiled';

const SEED = 1;
/** With watches, an event costs a copy of the module's memory. */
const MOST_MS = 20_000;
const TOO_LONG =
  'The run did not reach these events within 20 s and was stopped. Does the algorithm, or a watch, have an endless loop?';
const STOPPED = 'Stopped.';

interface StepsQuestion {
  readonly scenario: Scenario;
  /** What the module was made of. */
  readonly debug: DebugText;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly asked: StepsAsked;
}

/** What came of a question. */
interface StepsAnswer {
  readonly question: StepsQuestion;
  /** null: there is none, as `problem` says. */
  readonly recorded: StepsRecorded | null;
  readonly problem: string;
}

interface Steps {
  /** The last one; null before it. */
  readonly answer: StepsAnswer | null;
  readonly isBusy: boolean;
  readonly stop: () => void;
  /** Asks what was stopped again; null: nothing was. */
  readonly again: (() => void) | null;
}

/** Recorded steps of the same run and events stay: only further ones failed. */
function endedEarly(
  last: StepsAnswer | null,
  question: StepsQuestion,
  problem: string,
): StepsAnswer {
  const { scenario, debug, asked } = question;
  const isSame =
    last?.question.scenario === scenario &&
    last.question.debug === debug &&
    last.question.asked.functions === asked.functions;
  return isSame ? { ...last, problem } : { question, recorded: null, problem };
}

/** Steps of a run by the core of this page. null: nothing is wanted. */
export function useSteps(question: StepsQuestion | null): Steps {
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState<StepsAnswer | null>(null);
  const [stopped, setStopped] = useState<StepsQuestion | null>(null);
  useEffect(() => {
    if (question === null || question === stopped) return;
    const report = (recorded: StepsRecorded | null, problem: string) =>
      setAnswer({ question, recorded, problem });
    let pool: CorePool | null = null;
    let isWanted = true;
    const end = () => {
      isWanted = false;
      clearTimeout(timer);
      pool?.close();
    };
    const timer = setTimeout(() => {
      setStopped(question);
      setAnswer((last) => endedEarly(last, question, TOO_LONG));
    }, MOST_MS);
    loadWithRules(queryClient)
      .then(({ module, rules }) => {
        if (!isWanted) return;
        const scenario = completeScenario(rules, question.scenario) as unknown as Scenario;
        pool = new CorePool(module, 1);
        const finish = (recorded: StepsRecorded | null, problem: string) => {
          end();
          report(recorded, problem);
        };
        const listener = {
          onResult: () => undefined,
          onProblem: (problem: string) => finish(null, problem),
          onSteps: (recorded: StepsRecorded) => finish(recorded, recorded.problem),
        };
        const { bytes, asked } = question;
        pool.ask([
          { plan: planOf(rules, scenario), seed: SEED, own: bytes, steps: asked, listener },
        ]);
      })
      .catch((error: unknown) => {
        if (!isWanted) return;
        end();
        report(null, error instanceof Error ? error.message : String(error));
      });
    return end;
  }, [question, stopped, queryClient]);
  const isBusy = question !== null && question !== stopped && answer?.question !== question;
  return useMemo(
    () => ({
      answer,
      isBusy,
      stop: () => {
        setStopped(question);
        if (question !== null) setAnswer((last) => endedEarly(last, question, STOPPED));
      },
      again: question === null || question !== stopped ? null : () => setStopped(null),
    }),
    [answer, isBusy, question, stopped],
  );
}
