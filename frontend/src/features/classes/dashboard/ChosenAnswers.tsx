import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';

import { useChooseAnswers, useEndDiscussion } from '@/api/classes/classes';
import type { ClassAnswer, Classroom, Discussion, StepBoard } from '@/api/classes/classTypes';
import type { StepFile } from '@/steps/labFile';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';
import { Dialog } from '@/ui/overlay/Dialog';

import { answerText } from './answerText';
import styles from './discussion.module.css';
import { nameOf } from './studentNames';

/** As many as the service takes. */
const MOST = 12;

interface ChosenAnswersProps {
  readonly classroom: Classroom;
  readonly step: StepFile;
  readonly board: StepBoard;
}

/** Answers that a teacher wants to talk about: which, in which order, and which are on the wall. */
export function ChosenAnswers({ classroom, step, board }: ChosenAnswersProps) {
  const [isOpen, setOpen] = useState(false);
  const { discussion } = classroom;
  const chosen = discussion?.step_id === step.id ? discussion : null;
  if (board.answers.length === 0 && chosen === null) return null;
  return (
    <section className={styles.part} aria-label={t`For discussion: ${step.title}`}>
      {chosen !== null && <Chosen {...{ classroom, step, board, chosen }} />}
      <p>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {chosen === null ? t`Choose answers to discuss` : t`Choose others`}
        </Button>
      </p>
      {isOpen && (
        <ChooseDialog {...{ classroom, step, board, chosen }} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}

interface ChosenProps extends ChosenAnswersProps {
  readonly chosen: Discussion;
}

function Chosen({ classroom, step, board, chosen }: ChosenProps) {
  const choose = useChooseAnswers(classroom.id);
  const end = useEndDiscussion(classroom.id);
  const ids = chosen.answers.map(({ student_id }) => student_id);
  const { shown_count: shown } = chosen;
  const store = (student_ids: string[], shown_count: number) =>
    choose.mutate({ step_id: step.id, student_ids, shown_count });
  const move = (place: number, by: -1 | 1) => {
    const [one, other] = [ids[place], ids[place + by]];
    if (one === undefined || other === undefined) return;
    store(ids.with(place, other).with(place + by, one), shown);
  };
  const isBusy = choose.isPending || end.isPending;
  const error = choose.error ?? end.error;
  return (
    <>
      <h3>{t`For discussion`}</h3>
      <ol className={styles.chosen}>
        {chosen.answers.map(({ student_id, answer }, place) => (
          <ChosenItem
            key={student_id}
            {...{ step, answer, place }}
            now={board.answers.find((each) => each.student_id === student_id)}
            isShown={place < shown}
            isLast={place === ids.length - 1}
            isBusy={isBusy}
            onMove={(by) => move(place, by)}
          />
        ))}
      </ol>
      <p className={styles.buttons}>
        <Button
          variant="filled"
          disabled={isBusy || shown === ids.length}
          onClick={() => store(ids, shown + 1)}
        >
          {shown === 0 ? t`Show the first on the wall` : t`Show the next`}
        </Button>
        <Button disabled={isBusy || shown === ids.length} onClick={() => store(ids, ids.length)}>
          {t`Show all`}
        </Button>
        <Button disabled={isBusy || shown === 0} onClick={() => store(ids, 0)}>
          {t`Show none`}
        </Button>
        <Button disabled={isBusy} onClick={() => end.mutate()}>
          {t`End the discussion`}
        </Button>
      </p>
      <p role="status" className={styles.bad}>
        {error?.message}
      </p>
    </>
  );
}

interface ChosenItemProps {
  readonly step: StepFile;
  /** As it was when it was chosen. */
  readonly answer: Discussion['answers'][number]['answer'];
  readonly place: number;
  /** The student's current answer. */
  readonly now: ClassAnswer | undefined;
  readonly isShown: boolean;
  readonly isLast: boolean;
  readonly isBusy: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

function ChosenItem({ step, answer, place, now, isShown, isLast, ...more }: ChosenItemProps) {
  const { isBusy, onMove } = more;
  const name = now === undefined ? t`A student` : nameOf(now);
  const isEnd = (by: -1 | 1) => (by < 0 ? place === 0 : isLast);
  return (
    <li data-shown={isShown || undefined}>
      <b aria-hidden="true">{letterOf(place)}</b>
      <div>
        <p className={styles.said}>{answerText(step, answer)}</p>
        <p className="small quiet">
          {isShown ? t`${name}, on the wall` : t`${name}, not shown yet`}
          {now !== undefined && !isSame(now.answer, answer) && t`, has changed it since`}
        </p>
      </div>
      <span className={styles.moves}>
        {([-1, 1] as const).map((by) => (
          <Button
            key={by}
            size="xs"
            aria-label={
              by < 0 ? t`Move ${letterOf(place)} up ↑` : t`Move ${letterOf(place)} down ↓`
            }
            disabled={isBusy || isEnd(by)}
            onClick={() => onMove(by)}
          >
            {by < 0 ? '↑' : '↓'}
          </Button>
        ))}
      </span>
    </li>
  );
}

interface ChooseDialogProps extends ChosenAnswersProps {
  readonly chosen: Discussion | null;
  readonly onClose: () => void;
}

/** Those that are ticked, in the order in which they are ticked. */
function ChooseDialog({ classroom, step, board, chosen, onClose }: ChooseDialogProps) {
  const choose = useChooseAnswers(classroom.id);
  const [ids, setIds] = useState<readonly string[]>(
    () => chosen?.answers.map(({ student_id }) => student_id) ?? [],
  );
  const tick = (id: string, is: boolean) =>
    setIds((before) =>
      is ? [...before, id].slice(0, MOST) : before.filter((each) => each !== id),
    );
  const still = ids.filter((id) => isKnown(board.answers, chosen, id));
  return (
    <Dialog title={t`Discuss answers to ${step.title}`} onClose={onClose} isWide>
      <p className="quiet">
        {t`Tick answers in the order in which you want to talk about them; you can change it later. The wall shows them without names, also to students who have not answered yet.`}
      </p>
      <ul className={styles.choices}>
        {board.answers.map((answer) => {
          const place = still.indexOf(answer.student_id);
          return (
            <li key={answer.student_id}>
              <Checkbox
                checked={place >= 0}
                onChange={(is) => tick(answer.student_id, is)}
                label={`${place < 0 ? '' : `${letterOf(place)}: `}${answerText(step, answer.answer)}`}
              />
              <span className="small quiet">{nameOf(answer)}</span>
            </li>
          );
        })}
      </ul>
      <p role="status" className={styles.bad}>
        {choose.error?.message}
      </p>
      <p className={styles.buttons}>
        <Button
          variant="filled"
          disabled={still.length === 0 || choose.isPending}
          onClick={() =>
            choose.mutate(
              { step_id: step.id, student_ids: still, shown_count: chosen?.shown_count ?? 0 },
              { onSuccess: onClose },
            )
          }
        >
          {plural(still.length, { one: 'Take this answer', other: 'Take these # answers' })}
        </Button>
        {still.length >= MOST && <span className="quiet">{t`At most ${MOST}.`}</span>}
      </p>
    </Dialog>
  );
}

/** How a class calls the answers: A, B, C. */
export const letterOf = (place: number) => String.fromCodePoint(65 + place);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const isKnown = (answers: readonly ClassAnswer[], chosen: Discussion | null, id: string) =>
  [...answers, ...(chosen?.answers ?? [])].some((each) => each.student_id === id);
