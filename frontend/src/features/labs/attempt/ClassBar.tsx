import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { useAskForHelp, useAttemptAgain } from '@/api/classes/attemptClass';
import type { AttemptClass } from '@/api/classes/classTypes';
import { useExperiment } from '@/api/experiments/experiments';
import { ComputeInTab } from '@/steps/ComputeInTab';
import { StepTimer } from '@/steps/StepTimer';
import { Button } from '@/ui/Button';

import styles from './classBar.module.css';
import { workBlockedText } from './workBlocked';
import type { StepState } from './stepStates';
import { StudentMenu } from './StudentMenu';

const REFRESH_MS = 5000;

/** An experiment that the teacher has given to the class, and the switch to compute it here. */
function ClassExperiment({ id }: { readonly id: string }) {
  const { data: experiment } = useExperiment(id, REFRESH_MS);
  if (experiment === undefined) return null;
  const { name, status, progress } = experiment;
  const { done_count: done, unit_count: all } = progress;
  return (
    <section className={styles.together} aria-label={t`Experiment of the class`}>
      <p className="breaks">
        {status === 'running' ? t`Your class can compute ` : t`The experiment of your class: `}
        <Link to="/experiments/$id" params={{ id }}>
          {name}
        </Link>
        {t`, ${done} of ${all} runs are done.`}
      </p>
      <ComputeInTab
        experimentId={id}
        isPossible={status === 'running'}
        className={styles.computing}
      />
    </section>
  );
}

interface ClassBarProps {
  readonly attemptId: string;
  readonly classroom: AttemptClass;
  readonly states: readonly StepState[];
  readonly shownId: string;
}

/** Which class this is, who one is there, and what the teacher has set for everybody. */
export function ClassBar({ attemptId, classroom, states, shownId }: ClassBarProps) {
  const help = useAskForHelp(attemptId);
  const askAgain = useAttemptAgain(attemptId);
  const { name, asks_help, is_closed, has_solutions, timer, contest_ends_at, experiment_id } =
    classroom;
  return (
    <>
      <section className={styles.bar} aria-label={t`Class`}>
        <p className="breaks">
          <b>{name}</b>
        </p>
        <StudentMenu attemptId={attemptId} classroom={classroom} />
        <p className={styles.state} role="status">
          {workBlockedText(classroom) ?? (
            <Pace classroom={classroom} states={states} shownId={shownId} />
          )}
        </p>
        {timer != null && !is_closed && (
          <StepTimer
            key={timer.ends_at}
            timer={timer}
            className={styles.timer}
            stepTitle={timer.step_id === shownId ? undefined : titleOf(states, timer.step_id)}
            onEnd={askAgain}
          />
        )}
        {help.error !== null && (
          <p className={styles.refused} role="alert">
            {help.error.message}
          </p>
        )}
        {has_solutions && (
          <Link to="/labs/attempts/$attemptId/solutions" params={{ attemptId }}>
            {t`Solutions`}
          </Link>
        )}
        {contest_ends_at != null && (
          <Link to="/labs/attempts/$attemptId/contest" params={{ attemptId }}>
            {t`Contest`}
          </Link>
        )}
        {!is_closed && (
          <Button
            aria-pressed={asks_help}
            disabled={help.isPending}
            onClick={() => help.mutate({ asks: !asks_help })}
          >
            {asks_help ? t`I no longer need help` : t`Ask for help`}
          </Button>
        )}
      </section>
      {experiment_id != null && !is_closed && (
        <ClassExperiment key={experiment_id} id={experiment_id} />
      )}
    </>
  );
}

const titleOf = (states: readonly StepState[], stepId: string) =>
  states.find(({ step }) => step.id === stepId)?.step.title;

type PaceProps = Pick<ClassBarProps, 'classroom' | 'states' | 'shownId'>;

/** Where the class is, if it goes together. */
function Pace({ classroom: { paced_step_id, asks_help }, states, shownId }: PaceProps) {
  const at = states.findIndex(({ step }) => step.id === paced_step_id);
  const paced = states[at];
  const asked = asks_help ? t`Your teacher sees that you ask for help. ` : '';
  if (paced === undefined) return asked;
  const { id, title } = paced.step;
  return (
    <>
      {asked}
      {t`The class is at step ${at + 1}, `}
      {id === shownId ? (
        title
      ) : (
        <Link to="." search={{ step: id }}>
          {title}
        </Link>
      )}
      .
    </>
  );
}
