import { Link, useParams } from '@tanstack/react-router';

import { usePaper } from '@/api/papers';
import { ProblemError } from '@/api/http/problem';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';
import { PageFailure } from '@/ui/PageFailure';

import { PaperBody } from './PaperBody';
import { shortNames } from './findings/verdictTexts';

/** One paper: what it says beside what we measure. */
export function PaperPage() {
  const { name } = useParams({ from: '/papers/$name' });
  const { data, error, refetch } = usePaper(name);
  usePageTitle(shortNames[name] ?? 'Papers');
  if (error instanceof ProblemError && error.status === 404) return <UnknownPaper name={name} />;
  if (error !== null)
    return <PageFailure title="The papers could not be loaded" onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return <PaperBody key={name} paper={data} />;
}

function Loading() {
  return (
    <main className="page-list" aria-busy="true">
      <p className="quiet">Waiting for the lab to answer.</p>
    </main>
  );
}

function UnknownPaper({ name }: { name: string }) {
  return (
    <main className="page-list">
      <Note title={`There is no paper “${name}”`}>
        It may have been renamed. <Link to="/papers">All papers</Link>
      </Note>
    </main>
  );
}
