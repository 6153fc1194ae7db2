import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { useExperiment } from '@/api/experiments';
import { ComputeInTab } from '@/steps/ComputeInTab';

import styles from './classBar.module.css';

const REFRESH_MS = 5000;

/** An experiment that the teacher has given to the class, and the switch to compute it here. */
export function ClassExperiment({ id }: { readonly id: string }) {
  const { data: experiment } = useExperiment(id, REFRESH_MS);
  if (experiment === undefined) return null;
  const { name, status, progress } = experiment;
  const { done_count: done, unit_count: all } = progress;
  return (
    <section className={styles.together} aria-label={t`Experiment of the class`}>
      <p className="breaks">
        {status === 'running' ? t`Your class can compute ` : t`The experiment of your class: `}
        <Link to="/experiments/$id" params={{ id }}>
          {name}
        </Link>
        {t`, ${done} of ${all} runs are done.`}
      </p>
      <ComputeInTab
        experimentId={id}
        isPossible={status === 'running'}
        className={styles.computing}
      />
    </section>
  );
}
