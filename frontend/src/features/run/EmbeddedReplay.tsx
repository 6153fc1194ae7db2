import { useEffect } from 'react';

import type { Run } from '@/api/types';
import { useCursorStore } from '@/state/cursor';
import { usePageKeys } from '@/state/keys';

import { LazyReplay } from './LazyReplay';
import { Transport } from './transport/Transport';
import { usePageTime } from './usePageTime';
import { usePlayPace } from './usePlayPace';
import type { RunViewState } from './useRunView';
import type { Staged } from './useStageRuns';

interface EmbeddedReplayProps {
  readonly runs: readonly Run[];
  readonly staged: Staged;
  readonly view: RunViewState;
}

/** The packets of the first run of a link, with a clock to play them: nothing moves by itself. */
export function EmbeddedReplay({ runs, staged, view }: EmbeddedReplayProps) {
  const clock = useCursorStore();
  const speed = usePlayPace(runs[0], view);
  const time = usePageTime(runs, staged.stageRuns, view, speed.pace);
  const { at } = view.view;
  useEffect(() => {
    if (at !== undefined) clock.freezeAt(at);
  }, [clock, at]);
  usePageKeys({ ' ': time.play, '<': speed.slower, '>': speed.faster });
  const [run] = runs;
  const [stage] = staged.stageRuns;
  if (run === undefined || stage === undefined) return null;
  return (
    <div>
      <LazyReplay
        run={run}
        stage={stage}
        pace={speed.pace}
        name={null}
        restSeconds={time.restSeconds}
        onClose={view.toggleReplay}
        onZoom={view.setZoom}
      />
      <Transport
        run={{ ...stage, flows: time.overviewFlows }}
        series={time.overview}
        durationSeconds={time.durationSeconds}
        range={time.range}
        restSeconds={time.restSeconds}
        pace={speed.pace}
        onView={time.showView}
        onPlay={time.play}
        onPace={speed.setPace}
        isReplay
        onReplay={view.toggleReplay}
      />
    </div>
  );
}
