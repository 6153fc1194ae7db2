import { useEffect } from 'react';

import type { Run } from '@/api/types';
import { useCursorStore } from '@/state/cursor';
import { usePageKeys } from '@/state/keys';

import { LazyReplay } from './LazyReplay';
import { Transport } from './transport/Transport';
import { usePageTime } from './usePageTime';
import type { ReplayChoice, TimeView } from './useRunView';
import type { Staged } from './useStageRuns';

interface EmbeddedReplayProps {
  readonly runs: readonly Run[];
  readonly staged: Staged;
  readonly time: TimeView;
  readonly replay: ReplayChoice;
}

/** The packets of the first run of a link, with a clock to play them: nothing moves by itself. */
export function EmbeddedReplay({ runs, staged, time, replay }: EmbeddedReplayProps) {
  const clock = useCursorStore();
  const page = usePageTime(runs, staged.stageRuns, time, replay);
  const { frozenSeconds } = time;
  useEffect(() => {
    if (frozenSeconds !== undefined) clock.freezeAt(frozenSeconds);
  }, [clock, frozenSeconds]);
  usePageKeys({ ' ': page.onPlay, '<': page.slower, '>': page.faster });
  const [run] = runs;
  const [stage] = staged.stageRuns;
  if (run === undefined || stage === undefined) return null;
  return (
    <div>
      <LazyReplay
        run={run}
        stage={stage}
        pace={page.pace}
        name={null}
        restSeconds={page.restSeconds}
        onClose={replay.toggle}
        onZoom={time.setZoom}
      />
      <Transport
        {...page}
        run={{ ...stage, flows: page.overviewFlows }}
        isReplay
        onReplay={replay.toggle}
      />
    </div>
  );
}
