import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

import { fidelityOf } from './algorithms';
import { useAlgorithms } from '@/api/catalog';
import type { Algorithm } from '@/api/types';
import { caseText } from '@/messages/algorithmCases';
import { algorithmsText } from '@/messages/algorithms';
import { pageTitle } from '@/messages/app';
import { Note } from '@/ui/Note';
import { Pill } from '@/ui/Pill';

import styles from './algorithms.module.css';
import { AlgorithmMarks } from './AlgorithmMarks';
import { caseOf } from './cases';
import { ListFailure } from './ListFailure';

/** Every congestion control of the core, one row each. */
export function AlgorithmsPage() {
  const { data, error, refetch } = useAlgorithms();
  useDocumentTitle(pageTitle(algorithmsText.title));
  if (error !== null) return <ListFailure onRetry={() => void refetch()} />;
  return (
    <main className={styles.list} aria-busy={data === undefined}>
      <h1>{algorithmsText.title}</h1>
      <p className="quiet">{algorithmsText.intro}</p>
      {data?.length === 0 && <Note title={algorithmsText.empty}>{algorithmsText.emptyWhy}</Note>}
      <Kinds />
      <ul className={styles.rows}>
        {data?.map((algorithm) => (
          <AlgorithmRow key={algorithm.name} algorithm={algorithm} all={data} />
        ))}
      </ul>
    </main>
  );
}

/** What the words at the right mean. */
function Kinds() {
  return (
    <dl className={styles.kinds}>
      {Object.values(algorithmsText.kinds).map(({ name, text }) => (
        <div key={name}>
          <dt>
            <Pill>{name}</Pill>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface AlgorithmRowProps {
  readonly algorithm: Algorithm;
  readonly all: readonly Algorithm[];
}

function AlgorithmRow({ algorithm, all }: AlgorithmRowProps) {
  const { name, title, summary, source, phases, parameters, fidelity } = algorithm;
  const base = all.find((other) => other.name === algorithm.base);
  const live = caseOf(algorithm);
  const beside = all.find((other) => other.name === live.beside);
  return (
    <li className={styles.row} data-varies={base !== undefined || undefined}>
      <div>
        <h2>
          <Link to="/algorithms/$name" params={{ name }}>
            {title}
          </Link>
        </h2>
        <p className="small quiet">{algorithmsText.counts(phases.length, parameters.length)}</p>
        {base !== undefined && (
          <p className="small quiet">{algorithmsText.variantOf(base.title)}</p>
        )}
      </div>
      <div className={styles.summary}>
        <p>{summary}</p>
        {beside !== undefined && (
          <p className="small quiet">
            {algorithmsText.readBeside(beside.title, inSentence(caseText.names[live.id]))}
          </p>
        )}
      </div>
      <div className={styles.rowFacts}>
        <AlgorithmMarks algorithm={algorithm} />
        <p className="small">{capital(fidelityOf(fidelity).of)}</p>
        <p className="small quiet">{source}</p>
      </div>
    </li>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function inSentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
