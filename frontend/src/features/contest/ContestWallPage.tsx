import { t } from '@lingui/core/macro';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';

import { isShut } from '@/api/classes/classes';
import { useContestWall, type Contest } from '@/api/classes/contest';
import { wallKeyIn } from '@/state/classUrl';
import { noteWallKey, wallKeyOf } from '@/state/wallKey';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './contest.module.css';
import { ContestBoard } from './ContestBoard';
import { stateSentence } from './contestTexts';

/** The board on a wall, to be read from ten metres: titles of entries, no names. */
export function ContestWallPage() {
  const { classId } = useParams({ from: '/classes/$classId/contest/wall' });
  const came = wallKeyIn(useLocation({ select: ({ hash }) => hash }));
  const navigate = useNavigate();
  usePageTitle(t`Contest, wall`);
  // The class can see the address, too: the key leaves it.
  useEffect(() => {
    if (came === null) return;
    noteWallKey(classId, came);
    void navigate({ to: '/classes/$classId/contest/wall', params: { classId }, replace: true });
  }, [came, classId, navigate]);
  return (
    <main className={styles.wall} aria-busy={came !== null}>
      <h1>{t`Contest`}</h1>
      {came === null && <OfClass key={classId} classId={classId} />}
    </main>
  );
}

function OfClass({ classId }: { readonly classId: string }) {
  const { data, error, refetch } = useContestWall(classId, wallKeyOf(classId));
  // Loaded data stays on the page if a refresh fails, but not if it is refused.
  if (error !== null && (data === undefined || isShut(error)))
    return (
      <Note
        tone="bad"
        title={t`The board could not be opened`}
        action={isShut(error) ? undefined : { label: t`Try again`, onClick: () => void refetch() }}
      >
        {error.message}
      </Note>
    );
  return data === undefined ? <p>{t`Loading the contest`}</p> : <Board contest={data} />;
}

function Board({ contest }: { readonly contest: Contest }) {
  const [score, draw] = contest.said;
  const titles = contest.kinds.map(({ title }) => title).join('; ');
  return (
    <>
      <p role="status">{stateSentence(contest, new Date())}</p>
      <ContestBoard contest={contest} hasParts={false} />
      {contest.rows.length === 0 && contest.state === 'open' && (
        <p>{t`Best of at most ${contest.entries_per_student} entries.`}</p>
      )}
      <p className="small">
        {draw} {titles}.
      </p>
      <p className="small">{score}</p>
    </>
  );
}
