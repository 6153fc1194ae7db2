import { useNavigate } from '@tanstack/react-router';

import { useLabs, useStartLab, type LabListed } from '@/api/labs';
import { Button } from '@/ui/Button';
import { StepText } from '@/steps/StepText';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';

import styles from './labs.module.css';
import { OnPaper } from './OnPaper';

/** The labs to start, with what they teach and how long they take. */
export function ShippedLabs() {
  const { data: labs, error, refetch, isPending } = useLabs();
  return (
    <section aria-busy={isPending} aria-labelledby="all-labs">
      <h2 id="all-labs">All labs</h2>
      {isPending && <p className="quiet">Loading the labs</p>}
      {error !== null && <NotLoaded what="The labs" error={error} onRetry={() => void refetch()} />}
      {labs?.length === 0 && (
        <Note title="There are no labs.">This version of the product was built without any.</Note>
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
        <p className="small quiet">{`${step_count} steps, about ${minutes} minutes`}</p>
      </div>
      <div>
        <StepText text={summary} />
        <p className={styles.after}>Afterwards you can:</p>
        <ul className="bullets">
          {goals.map((goal) => (
            <li key={goal}>{goal}</li>
          ))}
        </ul>
        {start.error !== null && (
          <Note tone="bad" title="The lab was not started">
            {start.error.message}
          </Note>
        )}
      </div>
      <div className={styles.ways}>
        <Button
          variant="filled"
          aria-label={`Start ${title}`}
          disabled={start.isPending}
          onClick={begin}
        >
          {start.isPending ? 'Starting' : 'Start'}
        </Button>
        <OnPaper labId={id} title={title} />
      </div>
    </li>
  );
}
