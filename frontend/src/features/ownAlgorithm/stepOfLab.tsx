import { Link } from '@tanstack/react-router';
import { createContext, useMemo, type ReactNode } from 'react';

import { useScenarioSchema } from '@/api/catalog';
import { useAttempt } from '@/api/classes/labs';
import type { Scenario } from '@/api/types';
import { changeStepDraft } from '@/state/stepDraft';
import { labOf } from '@/steps/labFile';
import { openFields, withSettings } from '@/steps/openFields';
import { Note } from '@/ui/Note';

/** The step of a lab that an algorithm is written for. */
export interface StepOfLab {
  readonly attemptId: string;
  readonly stepId: string;
  readonly title: string;
  /** As the step is given, with the algorithm in the place that is open to one. */
  readonly scenario: Scenario;
  /** Chooses a stored module in the step. */
  readonly choose: (name: string) => void;
}

export const StepOfLabContext = createContext<StepOfLab | null>(null);

interface StepOfLabProviderProps {
  readonly attemptId: string;
  readonly stepId: string;
  readonly children: ReactNode;
}

/** Says for which step the editor is open, and gives it to what is inside. */
export function StepOfLabProvider({ attemptId, stepId, children }: StepOfLabProviderProps) {
  const { error } = useAttempt(attemptId);
  const step = useStepOfLab(attemptId, stepId);
  return (
    <>
      {error !== null && step === null && (
        <Note tone="warn" title="The step of the lab could not be loaded">
          {error.message} The preview has another network.
        </Note>
      )}
      {step !== null && (
        <p>
          {'For the step '}
          <Link to="/labs/attempts/$attemptId" params={{ attemptId }} search={{ step: stepId }}>
            {step.title}
          </Link>
          {' of your lab, whose network the preview has.'}
        </p>
      )}
      <StepOfLabContext value={step}>{children}</StepOfLabContext>
    </>
  );
}

/** null: not known yet, or a step that takes no algorithm. */
function useStepOfLab(attemptId: string, stepId: string): StepOfLab | null {
  const lab = useAttempt(attemptId).data?.lab;
  const schema = useScenarioSchema().data;
  return useMemo(() => {
    if (lab === undefined || schema === undefined) return null;
    const step = labOf({ lab }).steps.find(({ id }) => id === stepId);
    if (step?.kind !== 'goal' && step?.kind !== 'run') return null;
    const opens = openFields(step, schema);
    const path = opens.find(({ isOwnAlgorithm }) => isOwnAlgorithm)?.path;
    if (path === undefined) return null;
    const scenario = withSettings(step.scenario, { [path]: 'wasm:preview' }, opens);
    if (scenario === null) return null;
    const choose = (name: string) =>
      changeStepDraft(attemptId, stepId, (before) => ({ ...before, [path]: name }));
    return { attemptId, stepId, title: step.title, scenario, choose };
  }, [lab, schema, attemptId, stepId]);
}
