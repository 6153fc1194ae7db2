import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import type { Classroom } from '@/api/classTypes';

import styles from './dashboard.module.css';

/** The way to the contest of the class, which a teacher opens there. */
export function ContestLink({ classroom: { id } }: { classroom: Classroom }) {
  return (
    <section className={styles.part}>
      <h2>{t`Contest`}</h2>
      <p className="quiet">
        {t`Students enter algorithms that they wrote; the server ranks them in scenarios that it draws at the end.`}
      </p>
      <p>
        <Link to="/classes/$classId/contest" params={{ classId: id }}>
          {t`Contest of this class`}
        </Link>
      </p>
    </section>
  );
}
