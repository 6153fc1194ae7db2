import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

import type { PaperListed } from '@/analysis/papers/types';
import { judgedCount } from '@/analysis/papers/verdicts';
import { formatCount } from '@/analysis/numbers/units';
import { usePapers } from '@/api/papers';
import { pageTitle } from '@/messages/app';
import { papersText } from '@/messages/papers';
import { Note } from '@/ui/Note';

import { Citation } from './Citation';
import { PapersFailure } from './PapersFailure';
import styles from './papers.module.css';
import { VerdictTally } from './VerdictMark';

/** Every paper that the lab computes again, one entry each. */
export function PapersPage() {
  const { data, error, refetch } = usePapers();
  useDocumentTitle(pageTitle(papersText.title));
  if (error !== null) return <PapersFailure onRetry={() => void refetch()} />;
  return (
    <main className={styles.list} aria-busy={data === undefined}>
      <h1>{papersText.title}</h1>
      <p className="quiet">{papersText.intro}</p>
      {data?.length === 0 && <Note title={papersText.empty}>{papersText.emptyWhy}</Note>}
      <ul className={styles.entries}>
        {data?.map((paper) => (
          <Entry key={paper.name} paper={paper} />
        ))}
      </ul>
    </main>
  );
}

function Entry({ paper }: { paper: PaperListed }) {
  const { name, title, question, verdicts } = paper;
  return (
    <li className={styles.entry}>
      <h2>
        <Link to="/papers/$name" params={{ name }}>
          {papersText.shortNames[name] ?? name}
        </Link>
      </h2>
      <div>
        <p className={styles.question}>{question}</p>
        <p className={styles.measured}>
          <Measured paper={paper} />
        </p>
        <VerdictTally counts={verdicts} />
        <p className={styles.cited}>
          <cite>{title}</cite>
        </p>
        <Citation paper={paper} />
      </div>
    </li>
  );
}

const { said } = papersText;

/** What came out, in one sentence. */
function Measured({ paper: { verdicts, unit_count } }: { paper: PaperListed }) {
  const judged = judgedCount(verdicts);
  if (judged === 0) return said.none;
  return (
    <>
      <b>{verdicts.within}</b>
      {said.of}
      <b>{judged}</b> {said.compared(judged)}
      {said.within(verdicts.within)}, <b>{verdicts.outside}</b>
      {said.outside}, <b>{verdicts.cannot_tell}</b>
      {said.cannotTell(verdicts.cannot_tell)}. {said.behind(formatCount(unit_count))}
    </>
  );
}
