import { formatCount } from '@/analysis/numbers/units';
import { durationText } from '@/analysis/papers/numbers';
import type { PaperExperiment } from '@/analysis/papers/types';
import { papersText } from '@/messages/papers';

import { LinksOf } from './ExperimentLinks';
import styles from './experiments.module.css';

const text = papersText.experiments;

/** What was computed for the page, and what is offered with its cost. */
export function ExperimentList({ experiments }: { experiments: readonly PaperExperiment[] }) {
  const offered = experiments.filter(({ is_shipped }) => !is_shipped);
  return (
    <>
      <h2>{text.title}</h2>
      <p className="quiet">{text.why}</p>
      <List experiments={experiments.filter(({ is_shipped }) => is_shipped)} />
      {offered.length > 0 && (
        <>
          <h3>{text.offered}</h3>
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
  if (is_shipped) return text.size(formatCount(cell_count), formatCount(unit_count));
  return text.cost(formatCount(unit_count), durationText(predicted_s));
}
