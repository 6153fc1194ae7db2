import type { Algorithm } from '@/api/types';

import { differenceFromBase } from './algorithms';
import styles from './algorithms.module.css';

interface BaseDifferencesProps {
  readonly algorithm: Algorithm;
  readonly base: Algorithm;
}

/** A variant as its difference from what it varies. */
export function BaseDifferences({ algorithm, base }: BaseDifferencesProps) {
  const difference = differenceFromBase(algorithm, base);
  const lists = [
    [
      `${difference.addedParameters.length} ${difference.addedParameters.length === 1 ? 'parameter' : 'parameters'} of its own`,
      difference.addedParameters,
    ],
    ['Other defaults', difference.changedParameters],
    ['Without', difference.removedParameters],
    ['Reports in addition', difference.addedMetrics],
  ] as const;
  return (
    <section>
      <h2>{`What differs from ${base.title}`}</h2>
      <dl className={styles.metrics}>
        {lists
          .filter(([, names]) => names.length > 0)
          .map(([title, names]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd className={styles.names}>
                {names.map((name) => (
                  <code key={name}>{name}</code>
                ))}
              </dd>
            </div>
          ))}
      </dl>
      <p className="small quiet">
        {difference.hasSamePhases
          ? 'The states and transitions are the same.'
          : 'Its states differ.'}
      </p>
    </section>
  );
}
