import { t } from '@lingui/core/macro';

import { useAnswer, type Attempt, type Json } from '@/api/classes/labs';
import { useStepDraft } from '@/state/stepDraft';
import { answerTo, type Question, type QuestionStepFile } from '@/steps/labFile';

import answerStyles from './answer.module.css';
import { NumberAnswer } from './NumberAnswer';
import { AnswerMark } from './AnswerMark';
import styles from './step.module.css';
import { StoreAnswer } from './StoreAnswer';

interface QuestionStepProps {
  readonly attempt: Attempt;
  readonly step: QuestionStepFile;
}

/** A question; what can be marked stays as it was answered first. */
export function QuestionStep({ attempt, step }: QuestionStepProps) {
  const stored = answerTo(attempt, step.id);
  const [draft, setDraft] = useStepDraft<Json>(attempt.id, step.id, stored?.answer ?? null);
  const store = useAnswer(attempt.id, step.id);
  const { question } = step;
  const reader = attempt.classroom == null ? t`It is not marked here.` : t`Your teacher reads it.`;
  const isHeldBack = attempt.classroom?.held_back_step_ids.includes(step.id) === true;
  const isFinal = stored !== undefined && question.kind !== 'text' && !isHeldBack;
  return (
    <div className={styles.task}>
      <QuestionInput
        question={question}
        label={step.title}
        value={isFinal ? stored.answer : draft}
        isFinal={isFinal}
        onChange={setDraft}
      />
      {isFinal ? (
        <AnswerMark mark={stored.mark} />
      ) : (
        <StoreAnswer
          label={t`Store the answer`}
          rule={
            question.kind === 'text'
              ? t`You may change it at any time. ${reader}`
              : isHeldBack
                ? t`You may change it until your teacher shows the right answer.`
                : t`It is final: you see immediately whether it is right.`
          }
          store={store}
          draft={draft}
          stored={stored?.answer}
        />
      )}
    </div>
  );
}

interface QuestionInputProps {
  readonly question: Question;
  readonly label: string;
  readonly value: Json;
  readonly isFinal: boolean;
  readonly onChange: (value: Json) => void;
}

function QuestionInput({ question, ...shared }: QuestionInputProps) {
  switch (question.kind) {
    case 'text':
      return <TextAnswer {...shared} />;
    case 'choice':
      return <ChoiceAnswer options={question.options} {...shared} />;
    case 'number':
      return <NumberAnswer unit={question.unit} {...shared} />;
  }
}

interface ChoiceAnswerProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: Json;
  readonly isFinal: boolean;
  readonly onChange: (value: Json) => void;
}

/** One or several of a list. How many are right is a part of the question. */
function ChoiceAnswer({ label, options, value, isFinal, onChange }: ChoiceAnswerProps) {
  const chosen = Array.isArray(value) ? value.map(Number) : [];
  const toggle = (index: number) => {
    const next = chosen.includes(index)
      ? chosen.filter((each) => each !== index)
      : [...chosen, index].sort((a, b) => a - b);
    onChange(next.length === 0 ? null : next);
  };
  return (
    <fieldset className={answerStyles.options} disabled={isFinal} aria-label={label}>
      {!isFinal && <p className="small quiet">{t`Tick all that are right.`}</p>}
      {options.map((option, index) => (
        <label key={option}>
          <input type="checkbox" checked={chosen.includes(index)} onChange={() => toggle(index)} />
          <span>{option}</span>
        </label>
      ))}
    </fieldset>
  );
}

const MOST_LETTERS = 4000;

interface TextAnswerProps {
  readonly label: string;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** An answer in words. */
function TextAnswer({ label, value, onChange }: TextAnswerProps) {
  return (
    <textarea
      className={answerStyles.words}
      aria-label={t`Your answer: ${label}`}
      rows={5}
      maxLength={MOST_LETTERS}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  );
}
