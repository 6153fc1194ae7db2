import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { hasServer } from '@/api/http/transport';

import styles from './labs.module.css';

/** A lab on paper: for students, and with its answers for their teachers. */
export function SheetLinks({ labId, title }: { labId: string; title: string }) {
  const params = { labId };
  return (
    <span className={styles.actions}>
      <Link to="/labs/$labId/worksheet" params={params} aria-label={t`Worksheet of ${title}`}>
        {t`Worksheet`}
      </Link>
      {hasServer() && (
        <Link to="/labs/$labId/solutions" params={params} aria-label={t`Solutions of ${title}`}>
          {t`Solutions`}
        </Link>
      )}
    </span>
  );
}
