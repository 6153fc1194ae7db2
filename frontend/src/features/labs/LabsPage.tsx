import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';

import { whenText, wholeTime } from '@/analysis/numbers/times';
import {
  type AttemptListed,
  type LabListed,
  useDeleteAttempt,
  useLabs,
  useMyAttempts,
  useStartLab,
} from '@/api/classes/labs';
import { hasServer } from '@/api/http/transport';
import { StepText } from '@/steps/StepText';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { NotLoaded } from '@/ui/NotLoaded';

import { DeleteButton } from './DeleteButton';
import styles from './labs.module.css';
import { SheetLinks } from './SheetLinks';
import { WrittenLabs } from './WrittenLabs';

/** The labs that come with the product, above them those that this browser has begun. */
export function LabsPage() {
  return (
    <main className={styles.page}>
      <h1 className="page-title">{t`Labs`}</h1>
      <p className="quiet">{hasServer() ? <InALab /> : <WithoutServer />}</p>
      <BegunLabs />
      <ShippedLabs />
      {hasServer() && <WrittenLabs />}
    </main>
  );
}

function InALab() {
  return (
    <Trans>
      A lab leads you through a few runs: predict, run, compare, and reach a measured goal.{' '}
      <Link to="/join">Join a class</Link> with the code that your teacher shows. Teachers can{' '}
      <a href="#written-labs">write labs of their own</a>.
    </Trans>
  );
}

/** On a site without a server. */
function WithoutServer() {
  return (
    <Trans>
      A lab leads you through a few runs: predict, run, compare, and reach a measured goal. Here you
      work alone: this page computes and marks, your answers stay in this browser, and nothing is
      graded. Classes, the wall and labs that teachers write need a lab with a server.
    </Trans>
  );
}

/** Attempts begun in this browser, to continue. Nothing while there are none. */
function BegunLabs() {
  const list = useMyAttempts();
  const remove = useDeleteAttempt();
  if (list.error !== null) {
    return (
      <section>
        <NotLoaded
          what={t`Labs you have started`}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      </section>
    );
  }
  if (list.data === undefined || list.data.length === 0) return null;
  return (
    <section aria-labelledby="begun-labs">
      <h2 id="begun-labs">{t`Started in this browser`}</h2>
      {remove.error !== null && (
        <Note tone="bad" title={t`The lab was not deleted`}>
          {remove.error.message}
        </Note>
      )}
      <ul className={styles.begun}>
        {list.data.map((attempt) => (
          <AttemptRow
            key={attempt.id}
            attempt={attempt}
            isBusy={remove.isPending && remove.variables === attempt.id}
            onDelete={() => remove.mutate(attempt.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface AttemptRowProps {
  readonly attempt: AttemptListed;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

function AttemptRow({ attempt, isBusy, onDelete }: AttemptRowProps) {
  const { id, title, started_at, answered_step_count: count } = attempt;
  const when = whenText(started_at, new Date());
  return (
    <li className={styles.attempt}>
      <div>
        <h3>{title}</h3>
        <p className="small quiet">
          {plural(count, { one: '# step answered', other: '# steps answered' })}
          {t`, started `}
          <time dateTime={started_at} title={wholeTime(started_at)}>
            {when}
          </time>
        </p>
      </div>
      <DeleteButton
        name={t`${title}, started ${when}`}
        question={t`Delete this lab and your answers for good?`}
        why={t`Runs that you made outside of a class stay under My work.`}
        isBusy={isBusy}
        onDelete={onDelete}
      >
        <Button
          renderRoot={(props) => (
            <Link
              to="/labs/attempts/$attemptId"
              params={{ attemptId: id }}
              aria-label={t`Continue ${title}, started ${when}`}
              {...props}
            />
          )}
        >
          {t`Continue`}
        </Button>
      </DeleteButton>
    </li>
  );
}

/** The labs to start, with what they teach and how long they take. */
function ShippedLabs() {
  const { data: labs, error, refetch, isPending } = useLabs();
  return (
    <section aria-busy={isPending} aria-labelledby="all-labs">
      <h2 id="all-labs">{t`All labs`}</h2>
      {isPending && <p className="quiet">{t`Loading the labs`}</p>}
      {error !== null && (
        <NotLoaded what={t`The labs`} error={error} onRetry={() => void refetch()} />
      )}
      {labs?.length === 0 && (
        <Note
          title={t`There are no labs.`}
        >{t`This version of the lab was built without any.`}</Note>
      )}
      <ul className={styles.labs}>
        {labs?.map((lab) => (
          <ShippedLab key={lab.id} lab={lab} />
        ))}
      </ul>
    </section>
  );
}

function ShippedLab({ lab }: { lab: LabListed }) {
  const navigate = useNavigate();
  const start = useStartLab();
  const { id, title, summary, goals, minutes, step_count } = lab;
  const begin = () =>
    start.mutate(id, {
      onSuccess: (attempt) =>
        void navigate({ to: '/labs/attempts/$attemptId', params: { attemptId: attempt.id } }),
    });
  return (
    <li className={styles.lab}>
      <div>
        <h3>{title}</h3>
        <p className="small quiet">{t`${countOf(step_count, 'step')}, about ${minutes} minutes`}</p>
      </div>
      <div>
        <StepText text={summary} />
        <p className={styles.after}>{t`Afterwards you can:`}</p>
        <ul className="bullets">
          {goals.map((goal) => (
            <li key={goal}>{goal}</li>
          ))}
        </ul>
        {start.error !== null && (
          <Note tone="bad" title={t`The lab was not started`}>
            {start.error.message}
          </Note>
        )}
      </div>
      <div className={styles.ways}>
        <Button
          variant="filled"
          aria-label={t`Start ${title}`}
          disabled={start.isPending}
          onClick={begin}
        >
          {start.isPending ? t`Starting` : t`Start`}
        </Button>
        <SheetLinks labId={id} title={title} />
      </div>
    </li>
  );
}
