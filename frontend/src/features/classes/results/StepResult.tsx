import { t } from '@lingui/core/macro';

import type { StepBoard, Tallied } from '@/api/classes/classTypes';
import type {
  CurvePrediction,
  LabFile,
  PredictionStepFile,
  QuestionStepFile,
  RunStepFile,
  StepFile,
} from '@/steps/labFile';
import { countOf } from '@/texts/counts';

import styles from './board.module.css';
import type { AnswersOfClass } from './classCurves';
import { CurveBoard } from './CurveBoard';
import { GameBoard } from './GameBoard';
import { GoalBoard } from './GoalBoard';
import { NumberBoard } from './NumberBoard';
import { nameOf } from '../dashboard/studentNames';

interface StepResultProps {
  readonly lab: LabFile;
  readonly step: StepFile;
  readonly board: StepBoard;
  /** Measured and right answers may be shown. */
  readonly isTruthShown: boolean;
}

/** The results of a class in a step, each kind in its own picture. Maps stand elsewhere. */
export function StepResult({ lab, step, board, isTruthShown }: StepResultProps) {
  switch (step.kind) {
    case 'text':
    case 'map':
      return null;
    case 'game':
      return <GameBoard title={step.title} board={board} isTruthShown={isTruthShown} />;
    case 'run':
    case 'goal':
      return <GoalBoard step={step} board={board} />;
    case 'prediction': {
      const toleranceRatio = toleranceOf(step.prediction);
      return <Predicted {...{ lab, step, board, isTruthShown, toleranceRatio }} />;
    }
    case 'question': {
      if (step.question.kind === 'text') return <TextBoard board={board} />;
      const toleranceRatio = toleranceOf(step.question);
      return <Answered {...{ step, board, isTruthShown, toleranceRatio }} />;
    }
  }
}

interface AskedProps {
  readonly board: AnswersOfClass;
  readonly isTruthShown: boolean;
  /** An answer is right within this part of the truth. */
  readonly toleranceRatio: number;
}

interface PredictedProps extends AskedProps {
  readonly lab: LabFile;
  readonly step: PredictionStepFile;
}

/** The predictions of a class, with the measurement. */
export function Predicted({ lab, step, ...asked }: PredictedProps) {
  const { board, isTruthShown } = asked;
  const { prediction, title } = step;
  if (board.answers.length === 0) return <p className="quiet">{t`No one has predicted yet.`}</p>;
  switch (prediction.kind) {
    case 'curve': {
      const about = lab.steps.find(({ id }) => id === step.about) as RunStepFile;
      return (
        <CurveBoard
          step={step as PredictionStepFile & { readonly prediction: CurvePrediction }}
          about={about}
          board={board}
          isTruthShown={isTruthShown}
        />
      );
    }
    case 'number':
      return (
        <NumberBoard
          {...asked}
          title={title}
          unit={prediction.unit}
          truthLabel={t`what happened`}
        />
      );
    case 'pick':
    case 'order':
      return <TallyBoard title={title} tally={board.tally} isTruthShown={isTruthShown} />;
  }
}

interface AnsweredProps extends AskedProps {
  readonly step: QuestionStepFile;
}

/** The answers of a class, except texts. */
export function Answered({ step, ...asked }: AnsweredProps) {
  const { board, isTruthShown } = asked;
  const { question, title } = step;
  if (board.answers.length === 0) return <p className="quiet">{t`No one has answered yet.`}</p>;
  switch (question.kind) {
    case 'text':
      return null;
    case 'choice':
      return <TallyBoard title={title} tally={board.tally} isTruthShown={isTruthShown} />;
    case 'number':
      return (
        <NumberBoard {...asked} title={title} unit={question.unit} truthLabel={t`right answer`} />
      );
  }
}

/** Teachers get the tolerance with the file; what it is by default stands in `lab_model`. */
function toleranceOf(asked: object): number {
  return (asked as { readonly tolerance_ratio?: number }).tolerance_ratio ?? 0;
}

interface TallyBoardProps {
  readonly title: string;
  readonly tally: readonly Tallied[];
  /** Which one is right may be seen. */
  readonly isTruthShown: boolean;
}

/** How many chose what. */
function TallyBoard({ title, tally, isTruthShown }: TallyBoardProps) {
  const most = Math.max(1, ...tally.map(({ count }) => count));
  return (
    <ul className={styles.bars} aria-label={title}>
      {tally.map(({ label, count, is_right }) => {
        const isRight = isTruthShown && is_right === true;
        return (
          <li key={label} data-right={isRight || undefined}>
            <span className={styles.barLabel}>
              {label}
              {isRight && <b>{t` ✓ right`}</b>}
            </span>
            <span className={styles.barTrack} aria-hidden="true">
              <i style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <b className={styles.barCount}>
              {count}
              <span className="visually-hidden">{` ${countOf(count, 'answer').replace(/^\d+ /, '')}`}</span>
            </b>
          </li>
        );
      })}
    </ul>
  );
}

interface TextBoardProps {
  readonly board: StepBoard;
}

/** The texts of a class. A wall never shows it: a text may identify its author. */
function TextBoard({ board: { answers } }: TextBoardProps) {
  if (answers.length === 0) return <p className="quiet">{t`No one has answered yet.`}</p>;
  return (
    <ul className={styles.texts}>
      {answers.map((answer) => (
        <li key={answer.student_id}>
          <b className="small">{nameOf(answer)}</b>
          <p>{String(answer.answer)}</p>
        </li>
      ))}
    </ul>
  );
}
