import { Link } from '@tanstack/react-router';

import type { PaperExperiment } from '@/analysis/papers/types';

import styles from './experiments.module.css';
import { usePaperContext } from '../paperContext';
import { useFork } from './useFork';

/** Opens the experiment behind a figure, or a copy of it in the builder. */
export function ExperimentLinks({ experimentKey }: { experimentKey: string }) {
  const { paper } = usePaperContext();
  const experiment = paper.experiments.find(({ key }) => key === experimentKey);
  return experiment === undefined ? null : <LinksOf experiment={experiment} />;
}

export function LinksOf({ experiment }: { experiment: PaperExperiment }) {
  const { id, title, is_shipped, definition } = experiment;
  const { fork, isRefused } = useFork('/build');
  return (
    <span className={styles.links}>
      {id !== null && (
        <Link to="/experiments/$id" params={{ id }} aria-label={`Open as experiment: ${title}`}>
          Open as experiment
        </Link>
      )}
      <button
        type="button"
        className={styles.link}
        aria-label={is_shipped ? `Fork: ${title}` : `Open in the builder: ${title}`}
        onClick={() => fork(title, definition)}
      >
        {is_shipped ? 'Fork' : 'Open in the builder'}
      </button>
      {isRefused && (
        <span role="alert">
          This browser keeps no drafts, so there is nothing to open in the builder.
        </span>
      )}
    </span>
  );
}
