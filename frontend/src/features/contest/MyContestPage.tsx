import { t } from '@lingui/core/macro';
import { Link, useParams } from '@tanstack/react-router';

import { hasNone, useMyContest, useWithdrawEntry, type Contest } from '@/api/classes/contest';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './contest.module.css';
import { ContestBoard } from './ContestBoard';
import { ContestEntries } from './ContestEntries';
import { stateSentence } from './contestTexts';
import { EnterModule } from './EnterModule';
import { HowJudged } from './HowJudged';

/** The contest of the class, for a student. */
export function MyContestPage() {
  const { attemptId } = useParams({ from: '/labs/attempts/$attemptId/contest' });
  const { data, error, refetch } = useMyContest(attemptId);
  usePageTitle(t`Contest`);
  return (
    <main className={styles.page}>
      <h1>{t`Contest`}</h1>
      <p>
        <Link to="/labs/attempts/$attemptId" params={{ attemptId }}>
          {t`Back to the lab`}
        </Link>
      </p>
      {hasNone(error) && <p>{t`The class has no contest at present.`}</p>}
      {error !== null && data === undefined && !hasNone(error) && (
        <NotLoaded what={t`The contest`} error={error} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && (
        <p className="quiet" aria-busy="true">
          {t`Loading the contest`}
        </p>
      )}
      {data !== undefined && !hasNone(error) && <Shown attemptId={attemptId} contest={data} />}
    </main>
  );
}

interface ShownProps {
  readonly attemptId: string;
  readonly contest: Contest;
}

function Shown({ attemptId, contest }: ShownProps) {
  const withdraw = useWithdrawEntry(attemptId);
  const isOpen = contest.state === 'open';
  const own = contest.entries;
  return (
    <>
      <p role="status">{stateSentence(contest, new Date())}</p>
      <ContestBoard contest={contest} hasParts />
      <section className={styles.part} aria-labelledby="own-entries">
        <h2 id="own-entries">{t`Your entries`}</h2>
        {own.length === 0 && <p>{t`You have not entered a module.`}</p>}
        <ContestEntries
          entries={own}
          runCount={contest.scenario_count}
          removal={isOpen ? t`Withdraw` : null}
          isPending={withdraw.isPending}
          onRemove={(entryId) => withdraw.mutate(entryId)}
        />
        {withdraw.error !== null && (
          <Note tone="bad" title={t`The entry was not withdrawn`}>
            {withdraw.error.message}
          </Note>
        )}
        {isOpen && <EnterModule attemptId={attemptId} contest={contest} />}
      </section>
      <HowJudged contest={contest} />
    </>
  );
}
