import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';

import { useLabs, useStartLab, type LabListed } from '@/api/labs';
import { Button } from '@/ui/Button';
import { StepText } from '@/steps/StepText';
import { countOf } from '@/texts/counts';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';

import styles from './labs.module.css';
import { OnPaper } from './OnPaper';

/** The labs to start, with what they teach and how long they take. */
export function ShippedLabs() {
  const { data: labs, error, refetch, isPending } = useLabs();
  return (
    <section aria-busy={isPending} aria-labelledby="all-labs">
      <h2 id="all-labs">{t`All labs`}</h2>
      {isPending && <p className="quiet">{t`Loading the labs`}</p>}
      {error !== null && (
        <NotLoaded what={t`The labs`} error={error} onRetry={() => void refetch()} />
      )}
      {labs?.length === 0 && (
        <Note
          title={t`There are no labs.`}
        >{t`This version of the product was built without any.`}</Note>
      )}
      <ul className={styles.labs}>
        {labs?.map((lab) => (
          <ShippedLab key={lab.id} lab={lab} />
        ))}
      </ul>
    </section>
  );
}

function ShippedLab({ lab }: { lab: LabListed }) {
  const navigate = useNavigate();
  const start = useStartLab();
  const { id, title, summary, goals, minutes, step_count } = lab;
  const begin = () =>
    start.mutate(id, {
      onSuccess: (attempt) =>
        void navigate({ to: '/labs/attempts/$attemptId', params: { attemptId: attempt.id } }),
    });
  return (
    <li className={styles.lab}>
      <div>
        <h3>{title}</h3>
        <p className="small quiet">{t`${countOf(step_count, 'step')}, about ${minutes} minutes`}</p>
      </div>
      <div>
        <StepText text={summary} />
        <p className={styles.after}>{t`Afterwards you can:`}</p>
        <ul className="bullets">
          {goals.map((goal) => (
            <li key={goal}>{goal}</li>
          ))}
        </ul>
        {start.error !== null && (
          <Note tone="bad" title={t`The lab was not started`}>
            {start.error.message}
          </Note>
        )}
      </div>
      <div className={styles.ways}>
        <Button
          variant="filled"
          aria-label={t`Start ${title}`}
          disabled={start.isPending}
          onClick={begin}
        >
          {start.isPending ? t`Starting` : t`Start`}
        </Button>
        <OnPaper labId={id} title={title} />
      </div>
    </li>
  );
}
