import type { StepBoard } from '@/api/classTypes';
import {
  type CurvePrediction,
  type LabFile,
  type PredictionStepFile,
  type QuestionStepFile,
  type RunStepFile,
  type StepFile,
} from '@/steps/labFile';

import { CurveBoard } from './CurveBoard';
import { GameBoard } from './GameBoard';
import { GoalBoard } from './GoalBoard';
import { NumberBoard } from './NumberBoard';
import { TallyBoard } from './TallyBoard';
import { TextBoard } from './TextBoard';

interface StepResultProps {
  readonly lab: LabFile;
  readonly step: StepFile;
  readonly board: StepBoard;
  /** What was measured, and what is right, may be seen. */
  readonly isTruthShown: boolean;
  readonly isWall: boolean;
}

/** What the class has made of a step, each kind in its own picture. Maps stand elsewhere. */
export function StepResult(props: StepResultProps) {
  const { step, board, isWall } = props;
  switch (step.kind) {
    case 'text':
    case 'map':
      return null;
    case 'game':
      return <GameBoard title={step.title} board={board} isTruthShown={props.isTruthShown} />;
    case 'run':
    case 'goal':
      return <GoalBoard step={step} board={board} isWall={isWall} />;
    case 'prediction':
      return <Predicted {...props} step={step} />;
    case 'question':
      return <Answered {...props} step={step} />;
  }
}

function Predicted(props: StepResultProps & { readonly step: PredictionStepFile }) {
  const { lab, step, board, isTruthShown } = props;
  const { prediction, title } = step;
  if (board.answers.length === 0) return <p className="quiet">Nobody has predicted yet.</p>;
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
          title={title}
          unit={prediction.unit}
          toleranceRatio={toleranceOf(prediction)}
          board={board}
          truth={isTruthShown ? (board.truth.number ?? null) : null}
          truthLabel="what happened"
        />
      );
    case 'pick':
    case 'order':
      return <TallyBoard title={title} tally={board.tally} isTruthShown={isTruthShown} />;
  }
}

function Answered(props: StepResultProps & { readonly step: QuestionStepFile }) {
  const { step, board, isTruthShown, isWall } = props;
  const { question, title } = step;
  if (board.answers.length === 0) return <p className="quiet">Nobody has answered yet.</p>;
  switch (question.kind) {
    case 'text':
      return <TextBoard board={board} isWall={isWall} />;
    case 'choice':
      return <TallyBoard title={title} tally={board.tally} isTruthShown={isTruthShown} />;
    case 'number': {
      const { right } = question as unknown as { readonly right?: number };
      return (
        <NumberBoard
          title={title}
          unit={question.unit}
          toleranceRatio={toleranceOf(question)}
          board={board}
          truth={isTruthShown ? (right ?? null) : null}
          truthLabel="right answer"
        />
      );
    }
  }
}

/** Teachers get the tolerance with the file; what it is by default stands in `lab_model`. */
function toleranceOf(asked: object): number {
  return (asked as { readonly tolerance_ratio?: number }).tolerance_ratio ?? 0;
}
