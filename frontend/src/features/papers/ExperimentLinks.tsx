import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { PaperExperiment } from '@/analysis/papers/types';
import { papersText } from '@/messages/papers';
import { newDraftId, saveDraft } from '@/state/drafts';

import styles from './experiments.module.css';
import { usePaperContext } from './paperContext';

const text = papersText.experiments;

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
        <Link to="/experiments/$id" params={{ id }} aria-label={text.openOf(title)}>
          {text.open}
        </Link>
      )}
      <button
        type="button"
        className={styles.link}
        aria-label={is_shipped ? text.forkOf(title) : text.buildOf(title)}
        onClick={fork}
      >
        {is_shipped ? text.fork : text.build}
      </button>
      {isRefused && <span role="alert">{text.notKept}</span>}
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
