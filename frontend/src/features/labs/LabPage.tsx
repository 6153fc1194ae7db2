import { t } from '@lingui/core/macro';
import { Link, useNavigate, useParams } from '@tanstack/react-router';

import { useLab, useStartLab, type LabListed } from '@/api/classes/labs';
import { ProblemError } from '@/api/http/problem';
import { StepText } from '@/steps/StepText';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './labs.module.css';
import { SheetLinks } from './SheetLinks';

/** The page that a link to a lab opens: its description, and the way in. */
export function LabPage() {
  const { labId } = useParams({ from: '/labs/$labId' });
  const { data: lab, error, refetch } = useLab(labId);
  usePageTitle(lab?.title ?? t`Lab`);
  if (lab !== undefined) return <Described lab={lab} />;
  if (error === null) {
    return (
      <main className={styles.page} aria-busy="true">
        <p className="quiet">{t`Loading the lab`}</p>
      </main>
    );
  }
  const isRefused = error instanceof ProblemError && error.status < 500;
  return (
    <main className={styles.page}>
      <Note
        tone="bad"
        title={t`The lab could not be opened`}
        action={isRefused ? undefined : { label: t`Try again`, onClick: () => void refetch() }}
      >
        {error.message}
      </Note>
      <p>
        <Button renderRoot={(props) => <Link to="/labs" {...props} />}>{t`See all labs`}</Button>
      </p>
    </main>
  );
}

function Described({ lab }: { lab: LabListed }) {
  const navigate = useNavigate();
  const start = useStartLab();
  const { id, title, summary, goals, minutes, step_count: count } = lab;
  const begin = () =>
    start.mutate(id, {
      onSuccess: (attempt) =>
        void navigate({ to: '/labs/attempts/$attemptId', params: { attemptId: attempt.id } }),
    });
  return (
    <main className={styles.page}>
      <article className={styles.opened}>
        <h1 className="page-title">{title}</h1>
        <p className="quiet">{t`${countOf(count, 'step')}, about ${minutes} minutes`}</p>
        <StepText text={summary} />
        {goals.length > 0 && (
          <div>
            <p className={styles.after}>{t`Afterwards you can:`}</p>
            <ul className="bullets">
              {goals.map((goal) => (
                <li key={goal}>{goal}</li>
              ))}
            </ul>
          </div>
        )}
        {start.error !== null && (
          <Note tone="bad" title={t`The lab was not started`}>
            {start.error.message}
          </Note>
        )}
        <div>
          <Button variant="filled" disabled={start.isPending} onClick={begin}>
            {start.isPending ? t`Starting` : t`Begin`}
          </Button>
        </div>
        <SheetLinks labId={id} title={title} />
        <p className="small faint">{t`Your answers stay with this browser. No account is needed.`}</p>
      </article>
    </main>
  );
}
