import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

import { useAlgorithms } from '@/api/catalog';
import type { Algorithm } from '@/api/types';
import { algorithmsText } from '@/messages/algorithms';
import { pageTitle } from '@/messages/app';
import { Note } from '@/ui/Note';

import styles from './algorithms.module.css';
import { AlgorithmMarks } from './AlgorithmMarks';
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
      <ul className={styles.rows}>
        {data?.map((algorithm) => (
          <AlgorithmRow key={algorithm.name} algorithm={algorithm} all={data} />
        ))}
      </ul>
    </main>
  );
}

interface AlgorithmRowProps {
  readonly algorithm: Algorithm;
  readonly all: readonly Algorithm[];
}

function AlgorithmRow({ algorithm, all }: AlgorithmRowProps) {
  const { name, title, summary, source, phases, parameters } = algorithm;
  const base = all.find((other) => other.name === algorithm.base);
  return (
    <li className={styles.row}>
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
      <p className={styles.summary}>{summary}</p>
      <div className={styles.rowFacts}>
        <AlgorithmMarks algorithm={algorithm} />
        <p className="small quiet">{source}</p>
      </div>
    </li>
  );
}
