import { useDocumentTitle } from '@mantine/hooks';
import { Link, useParams } from '@tanstack/react-router';

import { pageTitle } from '@/messages/app';
import { citations, papersText } from '@/messages/papers';
import { Note } from '@/ui/Note';

import { CitationLine } from './CitationLine';
import styles from './papers.module.css';

/** One paper: what it claims and what we measure. */
export function PaperPage() {
  const { name } = useParams({ from: '/papers/$name' });
  const citation = citations.find((other) => other.name === name);
  useDocumentTitle(pageTitle(citation?.short ?? papersText.title));
  if (citation === undefined) return <UnknownPaper name={name} />;
  return (
    <main className={styles.list}>
      <p className="small">
        <Link to="/papers">{papersText.all}</Link>
      </p>
      <h1>{citation.short}</h1>
      <p className={styles.claim}>{citation.claim}</p>
      <CitationLine citation={citation} />
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
