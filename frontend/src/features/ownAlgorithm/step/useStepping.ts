import { useMemo, useState } from 'react';

import type { Scenario } from '@/api/types';
import type { Step, StepsAsked } from '@/core/steps';

import type { DebugText } from '../compiler/useCompiled';
import { useSteps } from './useSteps';
import { EVENTS_OF, type Choice } from './stepTexts';

/** Recorded at a time, around where one is; a step beyond asks for the next ones. */
const EACH_WAY = 200;

/** Where stepping begins, and how many steps from there. */
interface Target {
  readonly from: StepsAsked['from'];
  readonly offset: number;
}

/** An event that was gone to. */
interface Place {
  /** Its number. */
  readonly index: number;
  /** The recording that it is valid for; null: for the next one too. */
  readonly of: StepsAsked['from'] | null;
}

/** Steps through the first connection of the module: where one is, and how one gets on. */
export function useStepping(scenario: Scenario, debug: DebugText | null) {
  const [choice, setChoice] = useState<Choice>('all');
  const [target, setTarget] = useState<Target>({ from: { timeNs: 0n }, offset: 0 });
  /** null: the one that `target` begins with. */
  const [at, setAt] = useState<Place | null>(null);
  const question = useMemo(() => {
    if (debug === null || !('bytes' in debug.compiled)) return null;
    const module = debug.compiled;
    const asked: StepsAsked = {
      connection: 0,
      from: target.from,
      before: EACH_WAY,
      after: EACH_WAY,
      functions: EVENTS_OF[choice],
      variables: module.variables.map(({ exportName }) => exportName),
      watches: module.watchProblems.map((problem) => problem === ''),
    };
    return { scenario, debug, bytes: module.bytes, asked };
  }, [debug, scenario, target, choice]);
  const { answer, isBusy, stop, again } = useSteps(question);
  const recorded = answer?.recorded ?? null;
  const steps = recorded?.steps ?? [];
  // Until what is aimed at is recorded, one stays where one was.
  const shown = answer?.question.asked.from ?? null;
  const found =
    at === null || (at.of !== null && at.of !== shown)
      ? -1
      : steps.findIndex(({ index }) => index >= at.index);
  const wanted = found >= 0 ? found : (recorded?.start ?? 0) + target.offset;
  const place = Math.min(Math.max(0, wanted), steps.length - 1);
  const step: Step | null = steps[place] ?? null;
  const aim = (next: Target) => {
    setTarget(next);
    setAt(step === null || shown === null ? null : { index: step.index, of: shown });
  };
  const goTo = (next: number) => {
    const [begin, end, there] = [steps[0], steps.at(-1), steps[next]];
    if (there !== undefined) setAt({ index: there.index, of: null });
    else if (next < 0 && begin !== undefined && recorded?.hasEarlier === true) {
      aim({ from: { index: begin.index }, offset: -1 });
    } else if (next > 0 && end !== undefined && recorded?.hasLater === true) {
      aim({ from: { index: end.index + 1 }, offset: 0 });
    }
  };
  return {
    choice,
    choose: (other: Choice) => {
      // Where one is, as far as there are such events.
      if (step !== null) aim({ from: { index: step.index }, offset: 0 });
      setChoice(other);
    },
    begin: (seconds: number) =>
      aim({ from: { timeNs: BigInt(Math.round(seconds * 1e9)) }, offset: 0 }),
    steps,
    place,
    step,
    last: steps[place - 1],
    hasBefore: place > 0 || recorded?.hasEarlier === true,
    hasAfter: place < steps.length - 1 || recorded?.hasLater === true,
    goTo,
    isBusy,
    stop,
    again,
    problem: answer?.problem ?? '',
    isAnswered: recorded !== null,
    /** What the module was made of that the steps are of. */
    debug: answer?.question.debug ?? null,
  };
}

export type Stepping = ReturnType<typeof useStepping>;
