import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

import { pageTitle } from '@/messages/app';
import { citations, papersText, type Citation } from '@/messages/papers';

import { CitationLine } from './CitationLine';
import styles from './papers.module.css';

/** Every paper that the lab computes again, one entry each. */
export function PapersPage() {
  useDocumentTitle(pageTitle(papersText.title));
  return (
    <main className={styles.list}>
      <h1>{papersText.title}</h1>
      <p className="quiet">{papersText.intro}</p>
      <ul className={styles.entries}>
        {citations.map((citation) => (
          <Entry key={citation.name} citation={citation} />
        ))}
      </ul>
    </main>
  );
}

function Entry({ citation }: { citation: Citation }) {
  return (
    <li className={styles.entry}>
      <h2>
        <Link to="/papers/$name" params={{ name: citation.name }}>
          {citation.short}
        </Link>
      </h2>
      <div>
        <p className={styles.claim}>{citation.claim}</p>
        <CitationLine citation={citation} />
      </div>
    </li>
  );
}
