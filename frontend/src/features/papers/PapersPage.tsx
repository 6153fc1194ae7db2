import { Link } from '@tanstack/react-router';

import type { PaperListed } from '@/analysis/papers/types';
import { judgedCount } from '@/analysis/papers/verdicts';
import { formatCount } from '@/analysis/numbers/units';
import { usePapers } from '@/api/papers';
import { Note } from '@/ui/Note';
import { PageFailure } from '@/ui/PageFailure';

import { Citation } from './Citation';
import styles from './papers.module.css';
import { Sentence } from './Sentence';
import { VerdictTally } from './findings/VerdictMark';
import { shortNames } from './findings/verdictTexts';

/** Every paper that the lab computes again, one entry each. */
export function PapersPage() {
  const { data, error, refetch } = usePapers();
  if (error !== null)
    return <PageFailure title="The papers could not be loaded" onRetry={() => void refetch()} />;
  return (
    <main className="page-list" aria-busy={data === undefined}>
      <h1>Papers</h1>
      <p className="quiet">
        Papers whose experiments this lab repeats: their numbers against those of our core,
        including every disagreement.
      </p>
      {data?.length === 0 && (
        <Note title="This lab has no papers.">
          The data are missing; get the whole repository and restart the lab.
        </Note>
      )}
      <ul className={styles.entries}>
        {data?.map((paper) => (
          <Entry key={paper.name} paper={paper} />
        ))}
      </ul>
      <p className={styles.beside}>
        <Link to="/papers/linux">How near this lab is to Linux</Link>: the core against measured
        kernels, as a short paper of our own.
      </p>
    </main>
  );
}

function Entry({ paper }: { paper: PaperListed }) {
  const { name, title, question, answer, verdicts } = paper;
  return (
    <li className={styles.entry}>
      <h2>
        <Link to="/papers/$name" params={{ name }}>
          {shortNames[name] ?? name}
        </Link>
      </h2>
      <div>
        <p className={styles.question}>{question}</p>
        <p className={styles.measured}>
          <Sentence parts={answer} />
        </p>
        <p className="small quiet">
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

const doNot = (count: number) => (count === 1 ? 'does not' : 'do not');

/** The result in one sentence. */
function Measured({ paper: { verdicts, unit_count } }: { paper: PaperListed }) {
  const judged = judgedCount(verdicts);
  if (judged === 0) return 'Nothing has been compared yet.';
  return (
    <>
      <b>{verdicts.within}</b>
      {' of '}
      <b>{judged}</b> {judged === 1 ? 'claim' : 'claims'} that we tested{' '}
      {verdicts.within === 1 ? 'holds' : 'hold'} within the preregistered tolerance,{' '}
      <b>{verdicts.mixed}</b> in part, <b>{verdicts.outside}</b> {doNot(verdicts.outside)};{' '}
      <b>{verdicts.cannot_tell}</b> {verdicts.cannot_tell === 1 ? 'is' : 'are'} inconclusive.{' '}
      {`${formatCount(unit_count)} simulated runs support this.`}
    </>
  );
}
