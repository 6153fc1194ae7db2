import { Link } from '@tanstack/react-router';

import { useAlgorithmTitle } from '@/api/catalog';
import type { RunListed } from '@/api/work';
import { hueClass } from '@/charts/palette';

import styles from './row.module.css';
import { groupWords, manyGroups, runName } from './words';

/** What a run is called, and below it what it is. */
export function NameCell({ run }: { run: RunListed }) {
  const titleOf = useAlgorithmTitle();
  const groups = groupWords(run.scenario, titleOf);
  return (
    <>
      <Link className={styles.name} to="/runs/$id" params={{ id: run.id }}>
        {runName(run)}
      </Link>
      <span className={styles.what}>
        {groups === null &&
          manyGroups(run.scenario, titleOf).map((part) => (
            <span key={part} className={styles.group}>
              {part}
            </span>
          ))}
        {groups?.map(({ groupIndex, label, rest }) => (
          <span key={groupIndex} className={styles.group}>
            <b className={`hue-text ${hueClass(groupIndex)}`}>{label}</b> {rest}
          </span>
        ))}
      </span>
    </>
  );
}
