import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { PaperExperiment } from '@/analysis/papers/types';
import { newDraftId, saveDraft } from '@/state/drafts';

import styles from './experiments.module.css';
import { usePaperContext } from './paperContext';

/** Opens the experiment behind a figure, or a copy of it in the builder. */
export function ExperimentLinks({ experimentKey }: { experimentKey: string }) {
  const { paper } = usePaperContext();
  const experiment = paper.experiments.find(({ key }) => key === experimentKey);
  return experiment === undefined ? null : <LinksOf experiment={experiment} />;
}

export function LinksOf({ experiment }: { experiment: PaperExperiment }) {
  const { id, title, is_shipped } = experiment;
  const { fork, isRefused } = useFork(experiment);
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
        onClick={fork}
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

/** A draft of one's own with the definition, opened in the builder. */
function useFork({ title, definition }: PaperExperiment) {
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(false);
  const fork = () => {
    const id = newDraftId();
    const content = { text: JSON.stringify(definition, null, 2), seed: 1, base: null };
    const isKept = saveDraft(id, title, content) === 'kept';
    setRefused(!isKept);
    if (isKept) void navigate({ to: '/build', search: { draft: id } });
  };
  return { fork, isRefused };
}
