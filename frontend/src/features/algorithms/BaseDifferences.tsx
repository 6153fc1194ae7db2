import type { Algorithm } from '@/api/types';
import { algorithmsText } from '@/messages/algorithms';

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
    [algorithmsText.addedParameters(difference.addedParameters.length), difference.addedParameters],
    [algorithmsText.changedParameters, difference.changedParameters],
    [algorithmsText.removedParameters, difference.removedParameters],
    [algorithmsText.addedMetrics, difference.addedMetrics],
  ] as const;
  return (
    <section>
      <h2>{algorithmsText.differsTitle(base.title)}</h2>
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
        {difference.hasSamePhases ? algorithmsText.samePhases : algorithmsText.otherPhases}
      </p>
    </section>
  );
}
