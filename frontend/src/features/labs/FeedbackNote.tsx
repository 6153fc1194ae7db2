import type { AttemptClass } from '@/api/classTypes';
import type { StepFile } from '@/steps/labFile';
import { Note } from '@/ui/Note';

interface FeedbackNoteProps {
  readonly classroom: AttemptClass | null;
  readonly step: StepFile;
}

/** What the teacher says about the answer to a step, and the points given by hand. */
export function FeedbackNote({ classroom, step }: FeedbackNoteProps) {
  const given = classroom?.feedback.find(({ step_id }) => step_id === step.id);
  if (given === undefined) return null;
  const { text, points } = given;
  const title =
    points === null
      ? 'From your teacher'
      : `From your teacher: ${points} of ${step.points} ${step.points === 1 ? 'point' : 'points'}`;
  return (
    <div role="status">
      {text === '' ? <Note title={title} /> : <Note title={title}>{text}</Note>}
    </div>
  );
}
