/** The lab of a class with what only its teachers get: docs/labs.md. Pure. */
import { t } from '@lingui/core/macro';

import { toShortest } from '@/analysis/numbers/units';
import type { Classroom } from '@/api/classes/classTypes';
import type { Json } from '@/api/classes/labs';
import { predictionsAbout, type LabFile, type StepFile } from '@/steps/labFile';

export interface TeacherLab extends LabFile {
  readonly misconceptions: readonly string[];
}

/** The parts of a step's file that students do not get. */
interface Keys {
  readonly notes?: string;
  readonly goal?: string;
  readonly solution?: Readonly<Record<string, Json>>;
}

export function labOfClass({ lab }: Classroom): TeacherLab {
  return lab as unknown as TeacherLab;
}

/** The step that the class has reached and its wall shows; null: none is set. */
export function stepOfClass({ closed_at, paced_step_id, wall_step_id }: Classroom): string | null {
  // An ended class goes nowhere together, but one can look back on its wall.
  return closed_at === null ? (paced_step_id ?? wall_step_id) : (wall_step_id ?? paced_step_id);
}

/** Whether what is right at a step is to be seen, by teachers and on the wall. */
export function isRevealed({ revealed_step_ids }: Classroom, stepId: string): boolean {
  return revealed_step_ids.includes(stepId);
}

/** Questions, games and what was tried at a goal are revealed by hand; a prediction by its run. */
export function isRevealedByHand({ kind }: StepFile): boolean {
  return kind === 'question' || kind === 'game' || kind === 'goal';
}

export function keysOf(step: StepFile): Keys {
  return step as unknown as Keys;
}

/** The right answer of a question in words; null: known only from a run, or no question. */
export function rightAnswer(step: StepFile): string | null {
  if (step.kind !== 'question') return null;
  const question = step.question as unknown as {
    readonly kind: string;
    readonly expected?: string;
    readonly right?: Json;
    readonly options?: readonly string[];
    readonly unit?: string;
    readonly tolerance_ratio?: number;
  };
  switch (question.kind) {
    case 'text':
      return question.expected === undefined || question.expected === '' ? null : question.expected;
    case 'choice':
      return Array.isArray(question.right)
        ? question.right.map((index) => question.options?.[Number(index)] ?? '').join(t`; or `)
        : null;
    case 'number': {
      const percent = toShortest((question.tolerance_ratio ?? 0) * 100);
      const right = `${String(question.right)} ${question.unit ?? ''}`.trimEnd();
      return t`${right}, right within ±${percent}%`;
    }
    default:
      return null;
  }
}

/** The steps whose answers are shown at a step: at a run the predictions about it. */
export function askedAt(lab: LabFile, step: StepFile): readonly StepFile[] {
  if (step.kind !== 'run') return [step];
  const about = predictionsAbout(lab, step.id);
  return about.length === 0 ? [step] : about;
}

/** Whether a class that has come to `reachedId` has come to a prediction's run. */
export function isRunReached(lab: LabFile, step: StepFile, reachedId: string): boolean {
  if (step.kind !== 'prediction') return true;
  const at = (id: string) => lab.steps.findIndex((each) => each.id === id);
  return at(reachedId) >= at(step.about);
}
