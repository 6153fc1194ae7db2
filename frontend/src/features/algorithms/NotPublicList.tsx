import { Link } from '@tanstack/react-router';

import { useAlgorithmsNotPublic } from '@/api/catalog';
import type { Algorithm } from '@/api/types';
import { Pill } from '@/ui/Pill';

import styles from './algorithms.module.css';

interface NotPublicListProps {
  readonly all: readonly Algorithm[];
}

/** Published algorithms that cannot be simulated: what is known of each and where we looked. */
export function NotPublicList({ all }: NotPublicListProps) {
  const { data, error } = useAlgorithmsNotPublic();
  if (error !== null)
    return <p className="quiet">The list of those that are not public could not be loaded.</p>;
  if (data === undefined) return null;
  return (
    <section aria-labelledby="not-public">
      <h2 id="not-public">Published, but their rule is not public</h2>
      <p className="quiet">
        The papers name these, too. None is simulated, because nothing is invented in place of a
        rule.
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
