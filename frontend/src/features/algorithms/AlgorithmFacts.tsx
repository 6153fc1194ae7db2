import { Link } from '@tanstack/react-router';

import type { Algorithm } from '@/api/types';
import { algorithmsText } from '@/messages/algorithms';

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
      <h2>{algorithmsText.facts}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{algorithmsText.fidelity}</dt>
          <dd>
            <b>{kind}</b>
            {of !== '' && <>: {of}</>}
          </dd>
        </div>
        <div>
          <dt>{algorithmsText.source}</dt>
          <dd>{algorithm.source}</dd>
        </div>
        <div>
          <dt>{algorithmsText.base}</dt>
          <dd>
            {base === undefined ? (
              algorithmsText.noBase
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
