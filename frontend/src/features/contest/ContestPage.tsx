import { t } from '@lingui/core/macro';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { useClassroom } from '@/api/classes/classes';
import type { Classroom } from '@/api/classes/classTypes';
import {
  hasNone,
  useContest,
  useDeleteContest,
  useEndContest,
  useRemoveEntry,
  type Contest,
} from '@/api/classes/contest';
import { Button } from '@/ui/Button';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './contest.module.css';
import { ContestBoard } from './ContestBoard';
import { ContestEntries } from './ContestEntries';
import { stateSentence } from './contestTexts';
import { HowJudged } from './HowJudged';
import { SetContest } from './SetContest';

/** The contest of a class, for its teachers. */
export function ContestPage() {
  const { classId } = useParams({ from: '/classes/$classId/contest' });
  const { data: classroom, error, refetch } = useClassroom(classId);
  usePageTitle(classroom === undefined ? t`Contest` : t`Contest, ${classroom.name}`);
  return (
    <main className={styles.page}>
      <h1>{t`Contest`}</h1>
      {classroom !== undefined && (
        <p>
          <Link to="/classes/$classId" params={{ classId }}>
            {classroom.name}
          </Link>
        </p>
      )}
      {classroom === undefined && error !== null && (
        <NotLoaded what={t`The class`} error={error} onRetry={() => void refetch()} />
      )}
      {classroom === undefined && error === null && <Loading />}
      {classroom !== undefined && <OfClass classroom={classroom} />}
    </main>
  );
}

function Loading() {
  return (
    <p className="quiet" aria-busy="true">
      {t`Loading the contest`}
    </p>
  );
}

function OfClass({ classroom: { id } }: { readonly classroom: Classroom }) {
  const { data, error, refetch } = useContest(id);
  if (hasNone(error)) return <NoneYet classId={id} />;
  if (data !== undefined) return <Shown key={data.state} classId={id} contest={data} />;
  if (error === null) return <Loading />;
  return <NotLoaded what={t`The contest`} error={error} onRetry={() => void refetch()} />;
}

function NoneYet({ classId }: { readonly classId: string }) {
  return (
    <>
      <p>
        {t`Students write algorithms and enter them as modules. When the contest ends, the server draws scenarios of the kinds that you choose, runs every entry in all of them, and ranks the students by their best entry.`}
      </p>
      <SetContest classId={classId} />
    </>
  );
}

interface ShownProps {
  readonly classId: string;
  readonly contest: Contest;
}

function Shown({ classId, contest }: ShownProps) {
  const removal = useRemoveEntry(classId);
  return (
    <>
      <p role="status">{stateSentence(contest, new Date())}</p>
      <ContestActions classId={classId} contest={contest} />
      <ContestBoard contest={contest} hasParts />
      {contest.state === 'open' && (
        <details className="ui-fold">
          <summary>{t`Change the end, the entries or what is drawn`}</summary>
          <SetContest classId={classId} contest={contest} />
        </details>
      )}
      <HowJudged contest={contest} />
      <section className={styles.part} aria-labelledby="entries">
        <h2 id="entries">{t`All entries`}</h2>
        {contest.entries.length === 0 ? (
          <p>{t`No module has been entered yet. Students find the contest in the bar of their lab.`}</p>
        ) : (
          <ContestEntries
            entries={contest.entries}
            runCount={contest.scenario_count}
            removal={t`Remove`}
            isPending={removal.isPending}
            onRemove={(entryId) => removal.mutate(entryId)}
          />
        )}
        {removal.error !== null && (
          <Note tone="bad" title={t`The entry was not removed`}>
            {removal.error.message}
          </Note>
        )}
      </section>
    </>
  );
}

/** A teacher's actions on the whole contest. Irreversible ones ask for confirmation. */
function ContestActions({ classId, contest }: ShownProps) {
  const [asked, setAsked] = useState<'end' | 'delete' | null>(null);
  const end = useEndContest(classId);
  const remove = useDeleteContest(classId);
  const error = end.error ?? remove.error;
  return (
    <div className={styles.acts}>
      <Link to="/classes/$classId/contest/wall" params={{ classId }} target="_blank">
        {t`Open the wall`}
      </Link>
      {contest.state === 'open' && asked !== 'end' && (
        <Button onClick={() => setAsked('end')}>{t`End now`}</Button>
      )}
      {asked === 'end' && (
        <Button variant="filled" disabled={end.isPending} onClick={() => end.mutate()}>
          {t`End the contest: no more entries`}
        </Button>
      )}
      {asked === 'delete' ? (
        <Button variant="filled" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t`Delete entries and results for good`}
        </Button>
      ) : (
        <Button onClick={() => setAsked('delete')}>{t`Delete the contest`}</Button>
      )}
      {asked !== null && <Button onClick={() => setAsked(null)}>{t`Keep it as it is`}</Button>}
      {error !== null && (
        <Note tone="bad" title={t`Nothing was changed`}>
          {error.message}
        </Note>
      )}
    </div>
  );
}
