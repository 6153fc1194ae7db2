import { t } from '@lingui/core/macro';
import { Link, useParams } from '@tanstack/react-router';

import { useSolutions, useSolutionsOfClass, useWorksheet } from '@/api/http/onPaper';
import { Sheet } from '@/steps/Sheet';

/** The tasks of a lab with room to write. */
export function WorksheetPage() {
  const { labId } = useParams({ from: '/labs/$labId/worksheet' });
  const query = useWorksheet(labId);
  return (
    <Sheet name={t`Worksheet`} query={query} hasRoom>
      <ToLab labId={labId} />
    </Sheet>
  );
}

/** The same for teachers: expected answers, keys, and what was measured. */
export function SolutionsPage() {
  const { labId } = useParams({ from: '/labs/$labId/solutions' });
  const query = useSolutions(labId);
  return (
    <Sheet name={t`Solutions`} query={query}>
      <ToLab labId={labId} />
    </Sheet>
  );
}

/** The same for students of a class that has ended. */
export function ClassSolutionsPage() {
  const { attemptId } = useParams({ from: '/labs/attempts/$attemptId/solutions' });
  const query = useSolutionsOfClass(attemptId);
  return (
    <Sheet name={t`Solutions`} query={query}>
      <Link to="/labs/attempts/$attemptId" params={{ attemptId }} activeOptions={{ exact: true }}>
        {t`To your lab`}
      </Link>
    </Sheet>
  );
}

function ToLab({ labId }: { labId: string }) {
  return (
    <Link to="/labs/$labId" params={{ labId }} activeOptions={{ exact: true }}>
      {t`To the lab`}
    </Link>
  );
}
