import { useState } from 'react';

import { ProblemError } from '@/api/http/problem';
import { useRuns } from '@/api/runs/runs';
import { useRunEvents } from '@/api/runs/stream';
import { createCursor } from '@/analysis/replay/clock';
import { useIsRunPrefetching } from '@/opening/curvesFirst';
import { CursorProvider } from '@/state/cursor';
import { PageFailure } from '@/ui/PageFailure';
import { useSize } from '@/ui/useSize';

import { RunFocus } from './RunFocus';
import { AwaitedStage } from './plots/RunStage';
import { useRunView } from './view/useRunView';
import { Workbench } from './Workbench';
import { WorkbenchFrame, WorkFrame } from './WorkbenchFrame';

/** One run, or two beside one another: curves, what was set, and what it means. */
export function RunPage() {
  const { flows, ...view } = useRunView();
  const { ids } = view.beside;
  const { runs, error, retry } = useRuns(ids);
  useRunEvents(runs);
  const isPrefetching = useIsRunPrefetching(ids, runs);

  if (error !== null) {
    const detail = error instanceof ProblemError ? error.detail : undefined;
    return <PageFailure title="This run could not be loaded" detail={detail} onRetry={retry} />;
  }
  if (runs.length < ids.length || isPrefetching) return <Waiting />;
  // A new pair of runs starts with a cursor of its own.
  return (
    <RunFocus scenario={runs[0]?.scenario} address={flows}>
      <PageClock key={ids.join()} frozenSeconds={view.time.frozenSeconds}>
        <Workbench runs={runs} {...view} />
      </PageClock>
    </RunFocus>
  );
}

interface PageClockProps {
  /** A link may say which moment it shows. */
  readonly frozenSeconds: number | undefined;
  readonly children: React.ReactNode;
}

function PageClock({ frozenSeconds, children }: PageClockProps) {
  const [clock] = useState(() => {
    const fresh = createCursor();
    if (frozenSeconds !== undefined) fresh.freezeAt(frozenSeconds);
    return fresh;
  });
  return <CursorProvider value={clock}>{children}</CursorProvider>;
}

/**
 * Axes need the scenario; it is one small answer away, so there is nothing to spin. Until then the
 * page has the room of its parts, and finds how large its plots will be.
 */
function Waiting() {
  const { ref } = useSize<HTMLElement>('plots');
  return (
    <WorkbenchFrame
      isAwaited
      work={<WorkFrame isAwaited stageRef={ref} stage={<AwaitedStage />} />}
    />
  );
}
