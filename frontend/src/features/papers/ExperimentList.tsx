import { formatCount } from '@/analysis/numbers/units';
import { durationText } from '@/analysis/papers/numbers';
import type { PaperExperiment } from '@/analysis/papers/types';

import { LinksOf } from './ExperimentLinks';
import styles from './experiments.module.css';

/** What was computed for the page, and what is offered with its cost. */
export function ExperimentList({ experiments }: { experiments: readonly PaperExperiment[] }) {
  const offered = experiments.filter(({ is_shipped }) => !is_shipped);
  return (
    <>
      <h2>Experiments of this page</h2>
      <p className="quiet">
        Stored experiments: open one to see its cells and seeds, or fork it to change it.
      </p>
      <List experiments={experiments.filter(({ is_shipped }) => is_shipped)} />
      {offered.length > 0 && (
        <>
          <h3>Not computed yet: the full grid, with its cost.</h3>
          <List experiments={offered} />
        </>
      )}
    </>
  );
}

function List({ experiments }: { experiments: readonly PaperExperiment[] }) {
  return (
    <ul className={styles.list}>
      {experiments.map((experiment) => (
        <li key={experiment.key}>
          <div>
            <b>{experiment.title}</b>
            <p>{experiment.purpose}</p>
          </div>
          <p className={styles.size}>{sizeText(experiment)}</p>
          <LinksOf experiment={experiment} />
        </li>
      ))}
    </ul>
  );
}

function sizeText({ is_shipped, cell_count, unit_count, predicted_s }: PaperExperiment): string {
  if (is_shipped) return `${formatCount(cell_count)} cells, ${formatCount(unit_count)} runs`;
  return `${formatCount(unit_count)} runs, about ${durationText(predicted_s)} on one processor`;
}
