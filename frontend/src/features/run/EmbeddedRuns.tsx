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
import { useRunView, type RunViewState } from './useRunView';
import { useStageRuns } from './useStageRuns';
import { runLabels } from './view';

/** The plots of shown runs and nothing else. */
export function EmbeddedRuns({ runs }: { runs: readonly Run[] }) {
  const view = useRunView();
  const [clock] = useState(createCursor);
  return (
    <RunFocus scenario={runs[0]?.scenario} view={view}>
      <CursorProvider value={clock}>
        <Plots runs={runs} view={view} />
      </CursorProvider>
    </RunFocus>
  );
}

interface PlotsProps {
  readonly runs: readonly Run[];
  readonly view: RunViewState;
}

function Plots({ runs, view }: PlotsProps) {
  const titleOf = useAlgorithmTitle();
  const labels = useMemo(() => runLabels(runs, titleOf), [runs, titleOf]);
  const { ref, width } = useElementSize<HTMLElement>();
  const staged = useStageRuns(runs, labels, view, width);
  return (
    <section ref={ref} className={styles.embedStage} aria-label={shareText.shared}>
      {view.view.replay === true && <EmbeddedReplay runs={runs} staged={staged} view={view} />}
      <RunStage runs={runs} staged={staged} labels={labels} view={view} />
    </section>
  );
}
