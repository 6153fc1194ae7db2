import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { useChangeClass } from '@/api/classes/classes';
import type { Classroom } from '@/api/classes/classTypes';
import { useExperiment, useExperimentList } from '@/api/experiments/experiments';
import { Note } from '@/ui/Note';
import { SelectField } from '@/ui/fields/SelectField';

import styles from '../dashboard/dashboard.module.css';

/** An experiment of the teacher that the class may compute, and how far it is. */
export function ComputedTogether({ classroom: { id, experiment_id } }: { classroom: Classroom }) {
  const change = useChangeClass(id);
  const list = useExperimentList('');
  const given = useExperiment(experiment_id).data;
  const running = (list.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ status, is_shared }) => status === 'running' && !is_shared);
  const others = running.filter((each) => each.id !== experiment_id);
  return (
    <section className={styles.part}>
      <h2>{t`Compute together`}</h2>
      <p className="quiet">
        {t`Students who agree let their tab compute runs of one of your running experiments while the tab is visible and the battery is not low. This lab checks what they send.`}
      </p>
      <p className={styles.pair}>
        <SelectField
          label={t`Experiment`}
          className={styles.chosen}
          value={experiment_id ?? ''}
          onChange={(chosen) => change.mutate({ experiment_id: chosen === '' ? null : chosen })}
        >
          <option value="">{t`None`}</option>
          {experiment_id !== null && <option value={experiment_id}>{given?.name ?? '…'}</option>}
          {others.map(({ id: other, name }) => (
            <option key={other} value={other}>
              {name}
            </option>
          ))}
        </SelectField>
      </p>
      {given === undefined ? (
        <p className="small quiet">
          {others.length === 0 ? t`None of your experiments is running.` : null}
        </p>
      ) : (
        <p role="status">
          <Link to="/experiments/$id" params={{ id: given.id }}>
            {given.name}
          </Link>
          {t`, ${given.progress.done_count} of ${given.progress.unit_count} runs are done.`}
        </p>
      )}
      {change.error !== null && (
        <Note tone="bad" title={t`Nothing was changed`}>
          {change.error.message}
        </Note>
      )}
    </section>
  );
}
