import { useParams } from '@tanstack/react-router';

import { useBoard, useClassChanges, useClassroom, useStepBoards } from '@/api/classes';
import type { Board, Classroom } from '@/api/classTypes';
import { joinLink } from '@/state/classUrl';
import type { StepFile } from '@/steps/labFile';
import { StepText } from '@/steps/StepText';
import { QrCode } from '@/ui/QrCode';
import { usePageTitle } from '@/ui/usePageTitle';

import { NotThere } from './ClassPage';
import { MapPanel } from './MapPanel';
import { countOf, isDone } from './people';
import { StepResult } from './StepResult';
import {
  askedAt,
  isRevealed,
  isRevealedByHand,
  isRunReached,
  labOfClass,
  stepOfClass,
  type TeacherLab,
} from './teacherLab';
import styles from './wall.module.css';

/** A class on a wall, to be read from ten metres: without names, whatever the class says. */
export function WallPage() {
  const { classId } = useParams({ from: '/classes/$classId/wall' });
  const { data: classroom, error, refetch } = useClassroom(classId);
  const board = useBoard(classId, true);
  useClassChanges(classId);
  usePageTitle(classroom === undefined ? 'Wall' : `${classroom.name}, wall`);
  const failure = error ?? board.error;
  if (classroom === undefined || board.data === undefined) {
    if (failure !== null) {
      return (
        <NotThere error={failure} onRetry={() => void Promise.all([refetch(), board.refetch()])} />
      );
    }
    return (
      <main className={styles.wall} aria-busy="true">
        <p>Loading the class</p>
      </main>
    );
  }
  return <Wall classroom={classroom} board={board.data} />;
}

function Wall({ classroom, board }: { classroom: Classroom; board: Board }) {
  const lab = labOfClass(classroom);
  const { name, code, is_paused, closed_at } = classroom;
  const shownId = stepOfClass(classroom);
  const at = lab.steps.findIndex(({ id }) => id === shownId);
  const step = lab.steps[Math.max(0, at)];
  if (step === undefined) return null;
  const isEmpty = board.students.length === 0 && closed_at === null;
  return (
    <main className={styles.wall}>
      <header className={styles.head}>
        <p>
          <b>{name}</b>
        </p>
        <p>{stateWords(classroom, board)}</p>
        {!isEmpty && closed_at === null && (
          <p className={styles.code}>
            {`${window.location.host}/join `}
            <b>{code}</b>
          </p>
        )}
      </header>
      {isEmpty ? (
        <Arriving classroom={classroom} labTitle={lab.title} />
      ) : (
        <Shown classroom={classroom} lab={lab} step={step} board={board} />
      )}
      {is_paused && (
        <p className={styles.paused} role="status">
          Paused. Look up!
        </p>
      )}
    </main>
  );
}

function stateWords({ closed_at }: Classroom, { students }: Board): string {
  return closed_at === null ? countOf(students.length, 'student') : 'The class has ended.';
}

/** Nobody is there yet: how to come in, as large as it gets. */
function Arriving({ classroom, labTitle }: { classroom: Classroom; labTitle: string }) {
  const { code, is_locked } = classroom;
  const link = joinLink(window.location.origin, code);
  return (
    <div className={styles.arriving}>
      <div>
        <h1>{labTitle}</h1>
        <p>{`Go to ${window.location.host}/join and type`}</p>
        <p className={styles.bigCode}>{code}</p>
        <p>{is_locked ? 'The class is locked at the moment.' : 'No account, no e-mail.'}</p>
      </div>
      <QrCode className={styles.qr} text={link} label={`QR code of ${link}`} />
    </div>
  );
}

interface ShownProps {
  readonly classroom: Classroom;
  readonly lab: TeacherLab;
  readonly step: StepFile;
  readonly board: Board;
}

/** The step, and what the class makes of it. While it predicts or answers, only how many have. */
function Shown({ classroom, lab, step, board }: ShownProps) {
  const asked = askedAt(lab, step);
  const { boards } = useStepBoards(
    classroom.id,
    asked.map(({ id }) => id),
    true,
  );
  const done = board.students.filter((student) => isDone(student, step.id)).length;
  const isOpen = step.kind === 'prediction' || step.kind === 'question';
  const place = lab.steps.findIndex(({ id }) => id === step.id) + 1;
  return (
    <>
      <div className={styles.title}>
        <h1>{`${place}. ${step.title}`}</h1>
        {step.kind !== 'text' && (
          <p>{`${done} of ${board.students.length} ${isOpen ? 'have answered' : 'done'}`}</p>
        )}
      </div>
      {step.kind !== 'run' && step.kind !== 'map' && <StepText text={step.text} />}
      {step.kind === 'map' && (
        <MapPanel classId={classroom.id} lab={lab} shownStep={step} heightPx={MAP_PX} isWall />
      )}
      {mayBeSeen(classroom, step) &&
        asked.map((each, index) => {
          const of = boards[index];
          return of === undefined ? null : (
            <section key={each.id} aria-label={each.title}>
              {each.id !== step.id && <h2>{each.title}</h2>}
              <StepResult
                lab={lab}
                step={each}
                board={of}
                isTruthShown={
                  isRevealedByHand(each)
                    ? isRevealed(classroom, each.id)
                    : isRunReached(lab, each, step.id)
                }
                isWall
              />
            </section>
          );
        })}
    </>
  );
}

/** What others answered would be copied: it waits for the teacher. What they wrote never comes. */
function mayBeSeen(classroom: Classroom, step: StepFile): boolean {
  if (step.kind === 'prediction') return false;
  if (step.kind !== 'question') return true;
  return step.question.kind !== 'text' && isRevealed(classroom, step.id);
}

const MAP_PX = 210;
