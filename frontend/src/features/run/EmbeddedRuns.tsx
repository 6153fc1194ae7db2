import { useElementSize } from '@mantine/hooks';
import { useMemo, useState } from 'react';

import { useAlgorithmTitle } from '@/api/catalog';
import type { Run } from '@/api/types';
import { shareText } from '@/messages/share';
import styles from '@/share/share.module.css';
import { createCursor } from '@/analysis/replay/clock';
import { CursorProvider } from '@/state/cursor';

import { EmbeddedReplay } from './EmbeddedReplay';
import { RunFocus } from './RunFocus';
import { RunStage } from './RunStage';
import {
  useRunView,
  type PlotChoice,
  type ReplayChoice,
  type RunsBeside,
  type TimeView,
} from './useRunView';
import { useStageRuns } from './useStageRuns';
import { runLabels } from './view';

/** The plots of shown runs and nothing else. */
export function EmbeddedRuns({ runs }: { runs: readonly Run[] }) {
  const { flows, ...view } = useRunView();
  const [clock] = useState(createCursor);
  return (
    <RunFocus scenario={runs[0]?.scenario} address={flows}>
      <CursorProvider value={clock}>
        <Plots runs={runs} {...view} />
      </CursorProvider>
    </RunFocus>
  );
}

interface PlotsProps {
  readonly runs: readonly Run[];
  readonly time: TimeView;
  readonly plots: PlotChoice;
  readonly replay: ReplayChoice;
  readonly beside: RunsBeside;
}

function Plots({ runs, replay, ...view }: PlotsProps) {
  const titleOf = useAlgorithmTitle();
  const labels = useMemo(() => runLabels(runs, titleOf), [runs, titleOf]);
  const { ref, width } = useElementSize<HTMLElement>();
  const staged = useStageRuns(runs, labels, view, width);
  return (
    <section ref={ref} className={styles.embedStage} aria-label={shareText.shared}>
      {replay.isOn && <EmbeddedReplay {...{ runs, staged, replay }} time={view.time} />}
      <RunStage {...view} {...{ runs, staged, labels }} />
    </section>
  );
}
