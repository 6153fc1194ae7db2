/** How far somebody is in a lab: pure. */
import type { Attempt } from '@/api/labs';

import { answerTo, labOf, predictionsAbout, runsOf, type StepFile } from '@/steps/labFile';

export interface StepState {
  readonly step: StepFile;
  readonly isDone: boolean;
  /** The first prediction that its run waits for; null: it may run. */
  readonly waitsFor: StepFile | null;
}

/** Every step with its state. What has only to be read is done once a later step is shown. */
export function stepStates(attempt: Attempt, shownId: string | undefined): readonly StepState[] {
  const lab = labOf(attempt);
  const worked = lab.steps.map((step) => isWorkedOn(attempt, step));
  const reached = Math.max(
    lab.steps.findIndex(({ id }) => id === shownId),
    worked.lastIndexOf(true),
  );
  return lab.steps.map((step, index) => ({
    step,
    isDone: isReading(step) ? index < reached : isDone(attempt, step),
    waitsFor: waitsFor(attempt, step),
  }));
}

/** Where somebody goes on: the first step that is not done, else the last one. */
export function nextStep(states: readonly StepState[]): StepFile | undefined {
  return (states.find(({ isDone }) => !isDone) ?? states.at(-1))?.step;
}

const isReading = ({ kind }: StepFile) => kind === 'text' || kind === 'map';

function isWorkedOn(attempt: Attempt, { id }: StepFile): boolean {
  return answerTo(attempt, id) !== undefined || runsOf(attempt, id).length > 0;
}

function isDone(attempt: Attempt, { id, kind }: StepFile): boolean {
  if (kind === 'run') return runsOf(attempt, id).some(({ status }) => status === 'done');
  if (kind === 'goal') return runsOf(attempt, id).some(({ goal }) => goal?.holds === true);
  return answerTo(attempt, id) !== undefined;
}

function waitsFor(attempt: Attempt, { id }: StepFile): StepFile | null {
  const asked = predictionsAbout(labOf(attempt), id);
  return asked.find((each) => answerTo(attempt, each.id) === undefined) ?? null;
}
