import { Link } from '@tanstack/react-router';

import type { Algorithm } from '@/api/types';

import { fidelityOf } from './algorithms';
import styles from './algorithms.module.css';

interface AlgorithmFactsProps {
  readonly algorithm: Algorithm;
  readonly base: Algorithm | undefined;
}

/** Of what it is an implementation, where that is written, and what it varies. */
export function AlgorithmFacts({ algorithm, base }: AlgorithmFactsProps) {
  const { kind, of } = fidelityOf(algorithm.fidelity);
  return (
    <section>
      <h2>What it is</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Based on</dt>
          <dd>
            <b>{kind}</b>
            {of !== '' && <>: {of}</>}
          </dd>
        </div>
        <div>
          <dt>Source</dt>
          <dd>{algorithm.source}</dd>
        </div>
        <div>
          <dt>Varies</dt>
          <dd>
            {base === undefined ? (
              'independent'
            ) : (
              <Link to="/algorithms/$name" params={{ name: base.name }}>
                {base.title}
              </Link>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}
