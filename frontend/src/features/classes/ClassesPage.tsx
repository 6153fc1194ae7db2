import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { dayText } from '@/analysis/numbers/times';
import { useMyClasses } from '@/api/classes';
import type { ClassListed } from '@/api/classTypes';
import { countOf } from '@/texts/counts';
import { NotLoaded } from '@/ui/NotLoaded';

import styles from './classes.module.css';
import { OpenClass } from './OpenClass';
import { RecoverClasses } from './RecoverClasses';

/** The classes of this teacher, and a new one. */
export function ClassesPage() {
  const list = useMyClasses();
  return (
    <main className={styles.page} aria-busy={list.isPending}>
      <h1>{t`Classes`}</h1>
      <p className="quiet">
        <Trans>
          A class does a lab together: students join by a code, you see what they predict, run and
          answer. No accounts, no e-mail. <Link to="/privacy">What is stored</Link>. Are you a
          student? <Link to="/join">Join a class</Link>.
        </Trans>
      </p>
      <section aria-labelledby="my-classes">
        <h2 id="my-classes">{t`My classes`}</h2>
        {list.isPending && <p className="quiet">{t`Loading the classes`}</p>}
        {list.error !== null && (
          <NotLoaded
            what={t`Your classes`}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data?.length === 0 && <p className="quiet">{t`None in this browser yet.`}</p>}
        <ul className={styles.list}>
          {list.data?.map((each) => (
            <Listed key={each.id} listed={each} />
          ))}
        </ul>
        <RecoverClasses listed={list.data ?? []} />
      </section>
      <OpenClass />
    </main>
  );
}

function Listed({ listed }: { listed: ClassListed }) {
  const { id, name, lab_title, code, student_count, closes_at, closed_at } = listed;
  const end =
    closed_at === null ? t`closes on ${dayText(closes_at)}` : t`ended on ${dayText(closed_at)}`;
  return (
    <li>
      <div>
        <h3>
          <Link to="/classes/$classId" params={{ classId: id }}>
            {name}
          </Link>
        </h3>
        <p className="small quiet">
          {`${lab_title}, ${countOf(student_count, 'student')}, ${end}`}
        </p>
      </div>
      {closed_at === null && <b>{code}</b>}
    </li>
  );
}
