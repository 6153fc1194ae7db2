import { Link } from '@tanstack/react-router';

import { useAnswer, type Attempt, type Json } from '@/api/labs';

import { useStepDraft } from '@/state/stepDraft';

import { CurveAnswer } from './CurveAnswer';
import {
  answerTo,
  labOf,
  runsOf,
  type PredictionStepFile,
  type RunStepFile,
  type StepFile,
} from '@/steps/labFile';
import { NumberAnswer } from './NumberAnswer';
import { OrderAnswer, orderOf } from './OrderAnswer';
import { PickAnswer } from './PickAnswer';
import { outcomeWords, predictedWords } from './predictionWords';
import { Right } from './Right';
import styles from './step.module.css';
import { StoreAnswer } from './StoreAnswer';

interface PredictionStepProps {
  readonly attempt: Attempt;
  readonly step: PredictionStepFile;
}

/** A prediction: it may change until its run exists. */
export function PredictionStep({ attempt, step }: PredictionStepProps) {
  const stored = answerTo(attempt, step.id);
  const about = labOf(attempt).steps.find(({ id }) => id === step.about);
  const showing = stepsThatShow(attempt, step.id);
  const shown = showing.find(({ id }) => runsOf(attempt, id).length > 0);
  const isFinal = stored !== undefined && shown !== undefined;
  const store = useAnswer(attempt.id, step.id);
  const first = stored?.answer ?? firstDraft(step);
  const [draft, setDraft] = useStepDraft<Json>(attempt.id, step.id, first);
  if (isFinal) {
    return (
      <div className={styles.task}>
        <p>{outcomeWords(step, stored) ?? predictedWords(step, stored.answer)}</p>
        <Right mark={stored.mark} />
        <p className="small quiet">
          The run exists, so the prediction stays as it is. <SeeRun step={shown} />
        </p>
      </div>
    );
  }
  return (
    <div className={styles.task}>
      <PredictionInput step={step} about={about} value={draft} onChange={setDraft} />
      <StoreAnswer
        label="Store the prediction"
        rule={`You may change it until ${titlesOf(showing)} is run; then it is final.`}
        store={store}
        draft={draft}
        stored={stored?.answer}
      />
    </div>
  );
}

/** The steps that wait for a prediction: each of them could show what it asks. */
function stepsThatShow(attempt: Attempt, predictionId: string): readonly StepFile[] {
  const { waits_for } = attempt;
  return labOf(attempt).steps.filter(({ id }) => waits_for[id]?.includes(predictionId) === true);
}

/** Each title once: two steps may have the same. */
function titlesOf(steps: readonly StepFile[]): string {
  return [...new Set(steps.map(({ title }) => `“${title}”`))].join(' or ');
}

/** An order is one from the beginning. */
function firstDraft({ prediction }: PredictionStepFile): Json {
  return prediction.kind === 'order' ? orderOf(null, prediction.items.length) : null;
}

function SeeRun({ step }: { step: StepFile | undefined }) {
  if (step === undefined) return null;
  return (
    <Link to="." search={{ step: step.id }}>
      {`See “${step.title}”`}
    </Link>
  );
}

interface PredictionInputProps {
  readonly step: PredictionStepFile;
  readonly about: StepFile | undefined;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

function PredictionInput({ step, about, value, onChange }: PredictionInputProps) {
  const { prediction, title } = step;
  const shared = { label: title, value, onChange };
  switch (prediction.kind) {
    case 'pick':
      return <PickAnswer options={prediction.options.map(({ text }) => text)} {...shared} />;
    case 'number':
      return <NumberAnswer unit={prediction.unit} isFinal={false} {...shared} />;
    case 'order':
      return <OrderAnswer items={prediction.items.map(({ text }) => text)} {...shared} />;
    case 'curve':
      // The lab's file allows a prediction about steps with a run only.
      return (
        <CurveAnswer
          prediction={prediction}
          scenario={(about as RunStepFile).scenario}
          {...shared}
        />
      );
  }
}
