import { t } from '@lingui/core/macro';

import type { Answer } from '@/api/classes/labs';

import type { PredictionStepFile } from '@/steps/labFile';
import { outcomeText } from './predictionTexts';
import { AnswerMark } from './AnswerMark';
import styles from './run.module.css';

export interface Predicted {
  readonly step: PredictionStepFile;
  readonly answer: Answer;
}

interface OutcomesProps {
  readonly predictions: readonly Predicted[];
  /** The run is of the step as it is given: predictions are about no other. */
  readonly isGiven: boolean;
}

/** The predictions about a run, beside its measurements. */
export function Outcomes({ predictions, isGiven }: OutcomesProps) {
  if (predictions.length === 0) return null;
  if (!isGiven) {
    return (
      <p className="quiet">
        {t`Your prediction is about the step as it is given, not about these settings.`}
      </p>
    );
  }
  return (
    <ul className="stack">
      {predictions.map(({ step, answer }) => (
        <li key={step.id}>
          <p className={styles.outcome}>{outcomeText(step, answer)}</p>
          <AnswerMark mark={answer.mark} />
        </li>
      ))}
    </ul>
  );
}
