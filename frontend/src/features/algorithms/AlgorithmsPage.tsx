import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { capital } from '@/analysis/series/fragments';
import { useAlgorithms, useAlgorithmsNotPublic } from '@/api/catalog';
import { hasServer } from '@/api/http/transport';
import type { Algorithm } from '@/api/types';
import { inFamilies } from '@/ui/fields/families';
import { Note } from '@/ui/Note';
import { PageFailure } from '@/ui/PageFailure';
import { Pill } from '@/ui/Pill';

import { AlgorithmMarks } from './AlgorithmMarks';
import { fidelityOf } from './algorithms';
import styles from './algorithms.module.css';
import { CASE_NAMES, caseOf } from './cases';

const KINDS = {
  exact: {
    name: 'exact',
    text: 'follows the named code step by step; docs/kernel-details.md lists the exceptions.',
  },
  reconstruction: {
    name: 'reconstruction',
    text: 'follows a text, or code from outside TCP in Linux; its page lists what is assumed.',
  },
  oracle: {
    name: 'oracle',
    text: 'marks settings that give it knowledge that no real sender has.',
  },
} as const;

const YourAlgorithm = lazy(() =>
  import('./YourAlgorithm').then((module) => ({ default: module.YourAlgorithm })),
);

/** Every congestion control of the core, one row each. */
export function AlgorithmsPage() {
  const { data, error, refetch } = useAlgorithms();
  if (error !== null)
    return (
      <PageFailure
        title="The list of algorithms could not be loaded"
        onRetry={() => void refetch()}
      />
    );
  return (
    <main className="page-list" aria-busy={data === undefined}>
      <h1>Algorithms</h1>
      <p className="quiet">
        Every congestion control algorithm of the core. Each page runs one against another, draws
        its states and lists its parameters, with the source of every default. The{' '}
        <Link to="/league">RTT-fairness league</Link> evaluates all of them in the same situations;{' '}
        <Link to="/break">Break it</Link> searches for the simplest one in which one of them fails.
      </p>
      {data?.length === 0 && (
        <Note title="The core lists no algorithms.">
          It was built without any; rebuild it with ./lab up.
        </Note>
      )}
      {hasServer() && (
        <Suspense>
          <YourAlgorithm />
        </Suspense>
      )}
      <Kinds />
      {data !== undefined &&
        inFamilies(data).map(({ title, members }) => (
          <section key={title} className={styles.family}>
            <h2>{title}</h2>
            <ul className={styles.rows}>
              {members.map((algorithm) => (
                <AlgorithmRow key={algorithm.name} algorithm={algorithm} all={data} />
              ))}
            </ul>
          </section>
        ))}
      {data !== undefined && <NotPublicList all={data} />}
    </main>
  );
}

/** The meaning of the labels at the right. */
function Kinds() {
  return (
    <dl className={styles.kinds}>
      {Object.values(KINDS).map(({ name, text }) => (
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
        <h3>
          <Link to="/algorithms/$name" params={{ name }}>
            {title}
          </Link>
        </h3>
        <p className="small quiet">{`${phases.length} states, ${parameters.length} ${parameters.length === 1 ? 'parameter' : 'parameters'}`}</p>
        {base !== undefined && <p className="small quiet">{`variant of ${base.title}`}</p>}
      </div>
      <div className={styles.summary}>
        <p>{summary}</p>
        {beside !== undefined && (
          <p className="small quiet">
            {`Compared with ${beside.title}: ${inSentence(CASE_NAMES[live.id])}.`}
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

function inSentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

interface NotPublicListProps {
  readonly all: readonly Algorithm[];
}

/** Published algorithms that cannot be simulated: the facts about each and where we looked. */
function NotPublicList({ all }: NotPublicListProps) {
  const { data, error } = useAlgorithmsNotPublic();
  if (error !== null)
    return <p className="quiet">The list of those that are not public could not be loaded.</p>;
  if (data === undefined) return null;
  return (
    <section aria-labelledby="not-public">
      <h2 id="not-public">Published, but their rule is not public</h2>
      <p className="quiet">
        The papers name these, too. None is simulated: the lab invents no missing rule.
      </p>
      <ul className={styles.rows}>
        {data.map(({ name, title, source, known, looked_for, nearest }) => {
          const near = all.find((algorithm) => algorithm.name === nearest);
          return (
            <li key={name} className={styles.row}>
              <h3>{title}</h3>
              <div className={styles.summary}>
                <p>{known}</p>
                <p className="small quiet">{`Looked for: ${looked_for}`}</p>
              </div>
              <div className={styles.rowFacts}>
                <p className={styles.marks}>
                  <Pill>not public</Pill>
                </p>
                <p className="small quiet">{source}</p>
                {near !== undefined && (
                  <p className="small">
                    Nearest here:{' '}
                    <Link to="/algorithms/$name" params={{ name: near.name }}>
                      {near.title}
                    </Link>
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
