import type { WallTalk } from '@/api/classTypes';
import type { LabFile, RunStepFile, StepFile } from '@/steps/labFile';

import { answerWords } from './answerWords';
import { letterOf } from './ChosenAnswers';
import { CurveBoard } from './CurveBoard';
import styles from './discussion.module.css';

interface WallDiscussionProps {
  readonly lab: LabFile;
  readonly step: StepFile;
  readonly talk: WallTalk;
}

/** The answers that the teacher shows, in the teacher's order, without names. */
export function WallDiscussion({ lab, step, talk }: WallDiscussionProps) {
  if (step.kind === 'prediction' && step.prediction.kind === 'curve') {
    return <Drawn {...{ lab, talk }} step={step as DrawnStep} />;
  }
  return (
    <ol className={styles.wall} aria-label={`Answers to ${step.title}`}>
      {talk.answers.map(({ answer }, place) => (
        <li key={place}>
          <b>{letterOf(place)}</b>
          <p className={styles.said}>{answerWords(step, answer)}</p>
        </li>
      ))}
    </ol>
  );
}

type DrawnStep = React.ComponentProps<typeof CurveBoard>['step'];

interface DrawnProps extends WallDiscussionProps {
  readonly step: DrawnStep;
}

/** Drawn curves, over each other. */
function Drawn({ lab, step, talk }: DrawnProps) {
  const about = lab.steps.find(({ id }) => id === step.about) as RunStepFile;
  const board = { answers: talk.answers, truth: NO_TRUTH, tally: [] };
  return <CurveBoard step={step} about={about} board={board} isTruthShown={false} />;
}

const NO_TRUTH = { number: null, positions: null, curve: null };
