import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useState, useId } from 'react';

import { useAnswer, type Attempt, type Json } from '@/api/classes/labs';
import type { Scenario } from '@/api/types';
import { useStepDraft } from '@/state/stepDraft';
import { curveAxes } from '@/steps/curveAxes';
import { drawnOf, NOTHING, pointsOf, storedPoints, type Drawn } from '@/steps/drawnCurve';
import {
  answerTo,
  labOf,
  runsOf,
  type PredictionStepFile,
  type RunStepFile,
  type StepFile,
  type CurvePrediction,
} from '@/steps/labFile';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import answerStyles from './answer.module.css';
import { CurvePad } from './CurvePad';
import { NumberAnswer } from './NumberAnswer';
import { outcomeText, predictedText } from './predictionTexts';
import { AnswerMark } from './AnswerMark';
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
        <p>{outcomeText(step, stored) ?? predictedText(step, stored.answer)}</p>
        <AnswerMark mark={stored.mark} />
        <p className="small quiet">
          {t`The run exists, so the prediction can no longer be changed. `}
          <SeeRun step={shown} />
        </p>
      </div>
    );
  }
  return (
    <div className={styles.task}>
      <PredictionInput step={step} about={about} value={draft} onChange={setDraft} />
      <StoreAnswer
        label={t`Store the prediction`}
        rule={t`You may change it until ${titlesOf(showing)} is run; then it is final.`}
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
  return [...new Set(steps.map(({ title }) => `“${title}”`))].join(t` or `);
}

/** An order is one from the beginning. */
function firstDraft({ prediction }: PredictionStepFile): Json {
  return prediction.kind === 'order' ? orderOf(null, prediction.items.length) : null;
}

function SeeRun({ step }: { step: StepFile | undefined }) {
  if (step === undefined) return null;
  return (
    <Link to="." search={{ step: step.id }}>
      {t`See “${step.title}”`}
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

interface CurveAnswerProps {
  readonly label: string;
  readonly prediction: CurvePrediction;
  readonly scenario: Scenario;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** A curve over time, drawn on empty axes. */
function CurveAnswer({ label, prediction, scenario, value, onChange }: CurveAnswerProps) {
  const { duration_s } = scenario;
  const [drawn, setDrawn] = useState<Drawn>(() => drawnOf(storedPoints(value), duration_s));
  const axes = curveAxes(prediction, scenario);
  if (axes === null) {
    return (
      <Note
        title={t`This curve cannot be drawn here.`}
      >{t`No plot shows ${prediction.series}.`}</Note>
    );
  }
  const draw = (next: Drawn) => {
    setDrawn(next);
    const points = pointsOf(next, duration_s);
    onChange(points.length < 2 ? null : points);
  };
  return (
    <div>
      <CurvePad
        label={label}
        axes={axes}
        drawn={drawn}
        durationSeconds={duration_s}
        onDraw={draw}
      />
      <div className={answerStyles.padFoot}>
        <Button size="xs" disabled={drawn === NOTHING} onClick={() => draw(NOTHING)}>
          {t`Start again`}
        </Button>
        <p className="small quiet">
          {t`Draw with the pointer or a finger from left to right. By keyboard: Tab to the square, up and down move it, left and right go to the next one.`}
        </p>
      </div>
    </div>
  );
}

interface OrderAnswerProps {
  readonly label: string;
  readonly items: readonly string[];
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** Several in order, the largest first, moved by buttons. */
function OrderAnswer({ label, items, value, onChange }: OrderAnswerProps) {
  const [said, setSaid] = useState('');
  const order = orderOf(value, items.length);
  const move = (place: number, by: -1 | 1) => {
    const other = order[place + by];
    const moved = order[place];
    // A button at an end stays where the keyboard is, and does nothing.
    if (other === undefined || moved === undefined) return;
    setSaid(t`${items[moved] ?? ''} is now ${place + by + 1} of ${items.length}`);
    onChange(order.with(place, other).with(place + by, moved));
  };
  return (
    <div>
      <p className="small quiet">{t`Largest first.`}</p>
      <ol className={answerStyles.order} aria-label={label}>
        {order.map((item, place) => (
          <li key={item}>
            <b>{place + 1}</b>
            <span>{items[item]}</span>
            {([-1, 1] as const).map((by) => (
              <button
                key={by}
                type="button"
                className="ui-button"
                aria-label={
                  by < 0 ? t`Move ${items[item] ?? ''} up` : t`Move ${items[item] ?? ''} down`
                }
                aria-disabled={order[place + by] === undefined}
                onClick={() => move(place, by)}
              >
                {by < 0 ? '↑' : '↓'}
              </button>
            ))}
          </li>
        ))}
      </ol>
      <output className="visually-hidden">{said}</output>
    </div>
  );
}

/** The order that is shown: as written in the lab, until one is moved. */
function orderOf(value: Json, count: number): number[] {
  return Array.isArray(value) ? value.map(Number) : Array.from({ length: count }, (_, i) => i);
}

interface PickAnswerProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** One of several. */
function PickAnswer({ label, options, value, onChange }: PickAnswerProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={answerStyles.options}>
      {options.map((option, index) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={value === index}
            onChange={() => onChange(index)}
          />
          <span>{option}</span>
        </label>
      ))}
    </div>
  );
}
