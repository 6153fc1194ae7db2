/** How far a student is in a lab: pure. */
import type { Attempt } from '@/api/classes/labs';

import { answerTo, gameOf, labOf, runsOf, type StepFile } from '@/steps/labFile';

export interface StepState {
  readonly step: StepFile;
  readonly isDone: boolean;
  /** The first prediction that it could give away and that is not stored; null: it may run. */
  readonly waitsFor: StepFile | null;
  /** False: the class goes together and has not come so far. */
  readonly isOpen: boolean;
}

/** Every step with its state. What has only to be read is done once a later step is shown. */
export function stepStates(attempt: Attempt, shownId: string | undefined): readonly StepState[] {
  const lab = labOf(attempt);
  const worked = lab.steps.map((step) => isWorkedOn(attempt, step));
  const reached = Math.max(
    lab.steps.findIndex(({ id }) => id === shownId),
    worked.lastIndexOf(true),
  );
  const last = lastOpen(attempt);
  return lab.steps.map((step, index) => ({
    step,
    isOpen: index <= last,
    isDone: isReading(step) ? index < reached : isDone(attempt, step),
    waitsFor: waitsFor(attempt, step),
  }));
}

/** Where a student continues: the first open step that is not done, else the last open one. */
export function nextStep(states: readonly StepState[]): StepFile | undefined {
  const open = states.filter(({ isOpen }) => isOpen);
  return (open.find(({ isDone }) => !isDone) ?? open.at(-1))?.step;
}

/** The place of the step that the class has come to. */
function lastOpen(attempt: Attempt): number {
  const paced = attempt.classroom?.paced_step_id ?? null;
  if (paced === null) return Infinity;
  return labOf(attempt).steps.findIndex(({ id }) => id === paced);
}

const isReading = ({ kind }: StepFile) => kind === 'text';

function isWorkedOn(attempt: Attempt, { id }: StepFile): boolean {
  const guessed = gameOf(attempt, id)?.score.answered_count ?? 0;
  return answerTo(attempt, id) !== undefined || runsOf(attempt, id).length > 0 || guessed > 0;
}

function isDone(attempt: Attempt, { id, kind }: StepFile): boolean {
  if (kind === 'run' || kind === 'map')
    return runsOf(attempt, id).some(({ status }) => status === 'done');
  if (kind === 'game')
    return gameOf(attempt, id)?.rounds.every(({ guess }) => guess !== null) === true;
  if (kind === 'goal') return runsOf(attempt, id).some(({ goal }) => goal?.holds === true);
  return answerTo(attempt, id) !== undefined;
}

function waitsFor(attempt: Attempt, { id }: StepFile): StepFile | null {
  const owed = attempt.waits_for[id]?.find((each) => answerTo(attempt, each) === undefined);
  return labOf(attempt).steps.find((each) => each.id === owed) ?? null;
}
