import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { plainField } from '@/analysis/scenario/fields/plainField';
import { useGiveFeedback } from '@/api/classes/classes';
import type { Classroom, StudentFeedback } from '@/api/classes/classTypes';
import type { StepFile } from '@/steps/labFile';
import { Button } from '@/ui/Button';
import { NumberInput } from '@/ui/fields/NumberInput';

import styles from './student.module.css';

interface FeedbackFormProps {
  readonly classroom: Classroom;
  readonly studentId: string;
  readonly step: StepFile;
  /** Feedback sent to this student earlier: it can be changed or withdrawn. */
  readonly said: StudentFeedback | undefined;
  /** The points that count now, by hand or automatic. */
  readonly marked: number | null;
  /** Whose work it is, where several stand on one page. */
  readonly of?: string;
}

/** A word to a piece of work, and points in place of the automatic ones. */
export function FeedbackForm(props: FeedbackFormProps) {
  const { classroom, studentId, step, said, marked, of } = props;
  const whose = of === undefined ? '' : ` of ${of}`;
  // Only what is being typed; everything else is as the class has it.
  const [draft, setDraft] = useState<{ readonly text?: string; readonly points?: unknown }>({});
  const before = { text: said?.text ?? '', points: said?.points ?? null };
  const { text, points } = { ...before, ...draft };
  const isSame = text.trim() === before.text && points === before.points;
  const isEmpty = text.trim() === '' && points === null;
  const give = useGiveFeedback(classroom.id, studentId, step.id);
  const isNothing = give.variables?.text === '' && give.variables.points === null;
  const waits = classroom.holds_back_points && before.points !== null;
  const number = typeof points === 'number' ? points : null;
  const isOutside = number !== null && !(number >= 0 && number <= step.points);
  const isBad = points !== number || isOutside;
  return (
    <form
      className={styles.feedback}
      onSubmit={(event) => {
        event.preventDefault();
        give.mutate({ text: text.trim(), points: number }, { onSuccess: () => setDraft({}) });
      }}
    >
      <textarea
        aria-label={t`Feedback on ${step.title}${whose}`}
        placeholder={t`Feedback`}
        rows={1}
        maxLength={2000}
        value={text}
        onChange={({ target }) => setDraft({ ...draft, text: target.value })}
      />
      {step.points > 0 && (
        <label>
          <NumberInput
            label={t`Points for ${step.title}${whose}, 0 to ${step.points}`}
            field={plainField({ isNullable: true, minimum: 0, maximum: step.points })}
            value={points}
            factor={1}
            isBad={isBad}
            placeholder={String(marked ?? '')}
            onChange={(next) => setDraft({ ...draft, points: next })}
          />
          {`of ${step.points}`}
          {isOutside && (
            <span role="alert" className={styles.bad}>
              {t`Points go from 0 to ${step.points}.`}
            </span>
          )}
        </label>
      )}
      <Button type="submit" disabled={isBad || give.isPending || isSame}>
        {said === undefined ? t`Give` : isEmpty ? t`Take back` : t`Change`}
      </Button>
      <span className="small" role="status">
        {give.isSuccess && isSame && (isNothing ? t`Taken back.` : waits ? WAITS : t`Given.`)}
        {give.error !== null && <b className={styles.bad}>{give.error.message}</b>}
      </span>
    </form>
  );
}

const WAITS = t`Kept until you release the points.`;
