import { t } from '@lingui/core/macro';
import { Link, useParams } from '@tanstack/react-router';

import { useClassGuide } from '@/api/http/onPaper';
import { Sheet } from '@/steps/Sheet';

/** The guide to the lab of a class, to be printed. */
export function GuidePage() {
  const { classId } = useParams({ from: '/classes/$classId/guide' });
  const query = useClassGuide(classId);
  return (
    <Sheet name={t`Teacher's guide`} query={query}>
      <Link
        to="/classes/$classId"
        params={{ classId }}
        search={{ show: 'guide' }}
        activeOptions={{ exact: true }}
      >
        {t`To the class`}
      </Link>
    </Sheet>
  );
}
