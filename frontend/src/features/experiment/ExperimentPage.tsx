import { useParams } from '@tanstack/react-router';

import { useExperiment } from '@/api/experiments/experiments';
import { ProblemError } from '@/api/http/problem';
import { useShownExperiment } from '@/state/shownExperiment';
import { PageFailure } from '@/ui/PageFailure';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './experiment.module.css';
import { ExperimentWorkbench } from './ExperimentWorkbench';

/** One experiment: how far it is, its numbers over its axes, and what a chosen cell says. */
export function ExperimentPage() {
  const params = useParams({ strict: false });
  const id = useShownExperiment()?.id ?? params.id ?? '';
  const { data, error, refetch } = useExperiment(id);
  usePageTitle(data?.name ?? 'Experiment');
  // A failed poll leaves the loaded experiment on the page.
  if (data !== undefined) return <ExperimentWorkbench key={id} experiment={data} />;
  if (error === null) return <main className={styles.page} aria-busy="true" />;
  return (
    <PageFailure
      title="The experiment could not be loaded"
      detail={error instanceof ProblemError ? error.detail : undefined}
      onRetry={() => void refetch()}
    />
  );
}
