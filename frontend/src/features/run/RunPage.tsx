import { useElementSize } from '@mantine/hooks';
import { useMemo, useState } from 'react';

import { useAlgorithmTitle } from '@/api/catalog';
import { useRuns } from '@/api/runs';
import { useRunEvents } from '@/api/stream';
import type { Run } from '@/api/types';
import { ProblemError } from '@/api/problem';
import { runText } from '@/messages/run';
import { createCursor, CursorProvider } from '@/state/cursor';
import { usePageKeys } from '@/state/keys';
import { Note } from '@/ui/Note';

import { MeaningRail } from './MeaningRail';
import { PhoneTabs, type Sheet } from './PhoneTabs';
import { RunFocus } from './RunFocus';
import { RunHead } from './RunHead';
import styles from './run.module.css';
import { RunStage } from './RunStage';
import { ScenarioRail } from './ScenarioRail';
import { StateTable } from './StateTable';
import { useStageRuns } from './useStageRuns';
import { useRunView, type RunViewState } from './useRunView';
import { runLabels } from './view';

/** One run, or two beside one another: curves, what was set, and what it means. */
export function RunPage() {
  const view = useRunView();
  const { runs, error, retry } = useRuns(view.ids);
  useRunEvents(runs);

  if (error !== null) return <LoadFailure error={error} onRetry={retry} />;
  if (runs.length < view.ids.length) return <Waiting />;
  // A new pair of runs starts with a cursor of its own.
  return (
    <RunFocus scenario={runs[0]?.scenario} view={view}>
      <Workbench key={view.ids.join()} runs={runs} view={view} />
    </RunFocus>
  );
}

function Workbench({ runs, view }: { runs: readonly Run[]; view: RunViewState }) {
  const [cursor] = useState(createCursor);
  const [folded, setFolded] = useState({ left: false, right: false });
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const titleOf = useAlgorithmTitle();
  const labels = useMemo(() => runLabels(runs, titleOf), [runs, titleOf]);
  const { ref, width } = useElementSize<HTMLElement>();
  const isSide = view.isSide && runs.length > 1;
  const staged = useStageRuns(runs, labels, view, isSide ? width / 2 : width);
  const [current] = staged.stageRuns;
  usePageKeys({
    f: cursor.toggleFrozen,
    '0': view.resetZoom,
    t: view.toggleTable,
    '[': () => setFolded((old) => ({ ...old, left: !old.left })),
    ']': () => setFolded((old) => ({ ...old, right: !old.right })),
    Escape: () => setSheet(null),
  });
  return (
    <CursorProvider value={cursor}>
      <main className={styles.page}>
        <RunHead runs={runs} labels={labels} view={view} titleOf={titleOf} />
        <div
          className={styles.work}
          data-left={folded.left ? 'folded' : undefined}
          data-right={folded.right ? 'folded' : undefined}
        >
          <aside
            className={`${styles.rail} ${styles.left}`}
            aria-label={runText.scenario}
            data-open={sheet === 'scenario' || undefined}
          >
            <ScenarioRail runs={runs} view={view} titleOf={titleOf} />
          </aside>
          <section ref={ref} className={styles.stage} aria-label={runText.plots}>
            <RunStage runs={runs} staged={staged} labels={labels} view={view} />
          </section>
          <aside
            className={`${styles.rail} ${styles.right}`}
            aria-label={runText.meaning}
            data-open={sheet === 'meaning' || undefined}
          >
            <MeaningRail runs={runs} labels={labels} isSide={isSide} />
            {current !== undefined && (
              <StateTable
                run={current}
                packetBytes={current.facts.packetBytes}
                endSeconds={view.zoom?.[1] ?? Infinity}
              />
            )}
          </aside>
        </div>
        <PhoneTabs open={sheet} onOpen={setSheet} onFreeze={cursor.toggleFrozen} />
      </main>
    </CursorProvider>
  );
}

function Waiting() {
  // Axes need the scenario; it is one small answer away, so there is nothing to spin.
  return <main className={styles.page} aria-busy="true" />;
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const text = error instanceof ProblemError ? error.detail : runText.loadFailedWhy;
  return (
    <main className={styles.failure}>
      <Note
        tone="bad"
        title={runText.loadFailed}
        action={{ label: runText.retry, onClick: onRetry }}
      >
        {text}
      </Note>
    </main>
  );
}
