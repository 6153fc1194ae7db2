import { useDocumentTitle } from '@mantine/hooks';
import { Link, useParams } from '@tanstack/react-router';

import { usePaper } from '@/api/papers';
import { ProblemError } from '@/api/problem';
import { pageTitle } from '@/messages/app';
import { papersText } from '@/messages/papers';
import { Note } from '@/ui/Note';

import { PaperBody } from './PaperBody';
import { PapersFailure } from './PapersFailure';
import styles from './papers.module.css';

/** One paper: what it says beside what we measure. */
export function PaperPage() {
  const { name } = useParams({ from: '/papers/$name' });
  const { data, error, refetch } = usePaper(name);
  useDocumentTitle(pageTitle(papersText.shortNames[name] ?? papersText.title));
  if (error instanceof ProblemError && error.status === 404) return <UnknownPaper name={name} />;
  if (error !== null) return <PapersFailure onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return <PaperBody key={name} paper={data} />;
}

function Loading() {
  return (
    <main className={styles.list} aria-busy="true">
      <p className="quiet">{papersText.loading}</p>
    </main>
  );
}

function UnknownPaper({ name }: { name: string }) {
  return (
    <main className={styles.list}>
      <Note title={papersText.unknown(name)}>
        {papersText.unknownWhy} <Link to="/papers">{papersText.all}</Link>
      </Note>
    </main>
  );
}
