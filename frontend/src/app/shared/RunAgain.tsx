import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { isSame, useRunAgain, type ShownRun } from '@/api/runAgain';
import { useRuns } from '@/api/runs';
import type { Share } from '@/api/shares';
import { useRunEvents } from '@/api/stream';
import type { Run } from '@/api/types';
import { shareText } from '@/messages/share';

/** The same scenarios and seeds under today's core, and whether they give what the link shows. */
export function RunAgain({ share }: { share: Share }) {
  const again = useRunAgain(shareText.sharedRun);
  const { data, isPending, error } = again;
  if (data !== undefined) {
    return <Outcome kind={share.kind} shown={data.shown} freshIds={data.freshIds} />;
  }
  return (
    <>
      <Button
        variant={share.kind === 'runs' ? 'filled' : 'default'}
        disabled={isPending}
        title={shareText.againWhich[share.kind]}
        onClick={() => again.mutate(share)}
      >
        {shareText.again}
      </Button>
      {error !== null && <p role="alert">{shareText.againFailed(error.message)}</p>}
    </>
  );
}

interface OutcomeProps {
  readonly kind: Share['kind'];
  readonly shown: readonly ShownRun[];
  readonly freshIds: readonly string[];
}

function Outcome({ kind, shown, freshIds }: OutcomeProps) {
  const { runs } = useRuns(freshIds);
  useRunEvents(runs);
  const [first] = runs;
  if (first === undefined || runs.length < shown.length || runs.some(isOpen)) {
    return <p role="status">{shareText.againRuns}</p>;
  }
  const core = first.core_version ?? '';
  const different = runs.findIndex((run, index) => !isSame(run, shown[index]));
  const fresh = runs[different];
  if (fresh === undefined) {
    const which = shareText.againOf[kind](shown.length);
    return <p role="status">{shareText.holds(core, which)}</p>;
  }
  const other = shown[different]?.id;
  return (
    <p role="status">
      {fresh.status === 'done' ? shareText.differs(core) : shareText.againBroke(fresh.status)}{' '}
      <Link to="/runs/$id" params={{ id: fresh.id }} search={other == null ? {} : { with: other }}>
        {other == null ? shareText.seeRun : shareText.compare}
      </Link>
    </p>
  );
}

function isOpen({ status }: Run): boolean {
  return status === 'queued' || status === 'running';
}
