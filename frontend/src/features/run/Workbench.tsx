import { useElementSize } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { useAlgorithmTitle } from '@/api/catalog';
import { useSeries } from '@/api/series';
import { isOver, type Run } from '@/api/types';
import type { StageRun, TimeRange } from '@/charts/model';
import { runText } from '@/messages/run';
import { useCursorStore } from '@/state/cursor';

import { COMPARISON_ID } from './Comparison';
import { MeaningRail } from './MeaningRail';
import { PhoneTabs, type Sheet } from './PhoneTabs';
import { RunHead } from './RunHead';
import styles from './run.module.css';
import { RunStage } from './RunStage';
import { ScenarioRail } from './ScenarioRail';
import { StateTable } from './StateTable';
import { isWholeRun } from './transport/overviewGeometry';
import { Transport } from './transport/Transport';
import { useFirstDrawing } from './transport/useFirstDrawing';
import { usePlayback } from './transport/usePlayback';
import { useCopyLink } from './useCopyLink';
import { useFrozenAddress } from './useFrozenAddress';
import { useRunKeys } from './useRunKeys';
import type { RunViewState } from './useRunView';
import { useStageRuns } from './useStageRuns';
import { drawnFlows, runLabels } from './view';

/** More points than a strip of the page's width has pixels would not be seen. */
const OVERVIEW_POINTS = 500;

interface WorkbenchProps {
  readonly runs: readonly Run[];
  readonly view: RunViewState;
}

/** Plots in the middle, what was set on the left, what it means on the right, time below. */
export function Workbench({ runs, view }: WorkbenchProps) {
  const [folded, setFolded] = useState({ left: false, right: false });
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const clock = useCursorStore();
  const titleOf = useAlgorithmTitle();
  const labels = useMemo(() => runLabels(runs, titleOf), [runs, titleOf]);
  const { ref, width } = useElementSize<HTMLElement>();
  const isSide = view.isSide && runs.length > 1;
  const staged = useStageRuns(runs, labels, view, isSide ? width / runs.length : width);
  const time = usePageTime(runs, staged.stageRuns, view);
  const link = useCopyLink();
  const fork = useFork(runs[0]);
  const [current] = staged.stageRuns;
  useFrozenAddress(view.view.at, view.setFrozen);
  const compare = () => {
    setFolded((old) => ({ ...old, left: false }));
    setSheet('scenario');
    // The rail may have to be shown first.
    requestAnimationFrame(() => document.getElementById(COMPARISON_ID)?.focus());
  };
  const actions = {
    play: time.play,
    copyLink: link.copy,
    compare,
    fork,
    foldLeft: () => setFolded((old) => ({ ...old, left: !old.left })),
    foldRight: () => setFolded((old) => ({ ...old, right: !old.right })),
    closeSheets: () => setSheet(null),
  };
  useRunKeys(view, actions, time);
  return (
    <main className={styles.page}>
      <RunHead
        runs={runs}
        labels={labels}
        view={view}
        titleOf={titleOf}
        link={link}
        onCompare={compare}
      />
      <div
        className={styles.work}
        data-left={folded.left ? 'folded' : undefined}
        data-right={folded.right ? 'folded' : undefined}
      >
        <Rail side="left" isOpen={sheet === 'scenario'}>
          <ScenarioRail runs={runs} view={view} titleOf={titleOf} />
        </Rail>
        <section ref={ref} className={styles.stage} aria-label={runText.plots}>
          <RunStage runs={runs} staged={staged} labels={labels} view={view} />
        </section>
        <Rail side="right" isOpen={sheet === 'meaning'}>
          <MeaningRail runs={runs} labels={labels} isSide={isSide} />
          <StateAtCursor run={current} view={view} />
        </Rail>
      </div>
      {current !== undefined && (
        <Transport
          run={current}
          series={time.overview}
          durationSeconds={time.durationSeconds}
          range={time.range}
          restSeconds={time.restSeconds}
          onView={time.showView}
          onPlay={time.play}
        />
      )}
      <PhoneTabs open={sheet} onOpen={setSheet} onFreeze={clock.toggleFrozen} />
    </main>
  );
}

interface RailProps {
  readonly side: 'left' | 'right';
  /** On a phone a rail is a sheet. */
  readonly isOpen: boolean;
  readonly children: React.ReactNode;
}

function Rail({ side, isOpen, children }: RailProps) {
  return (
    <aside
      className={`${styles.rail} ${side === 'left' ? styles.left : styles.right}`}
      aria-label={side === 'left' ? runText.scenario : runText.meaning}
      data-open={isOpen || undefined}
    >
      {children}
    </aside>
  );
}

function StateAtCursor({ run, view }: { run: StageRun | undefined; view: RunViewState }) {
  if (run === undefined) return null;
  const endSeconds = view.zoom?.[1] ?? Infinity;
  return <StateTable run={run} packetBytes={run.facts.packetBytes} endSeconds={endSeconds} />;
}

/** What the page's clock runs over: how long, how far simulated, what is in view; playing it. */
function usePageTime(runs: readonly Run[], stageRuns: readonly StageRun[], view: RunViewState) {
  const { zoom, slideZoom, resetZoom } = view;
  const durationSeconds = Math.max(...runs.map(({ scenario }) => scenario.duration_s));
  const range = useMemo<TimeRange>(() => zoom ?? [0, durationSeconds], [zoom, durationSeconds]);
  const restSeconds = Math.max(0, ...stageRuns.map((run) => run.simulatedSeconds));
  const [run] = runs;
  const flowIndices = useMemo(
    () => (run === undefined ? [] : drawnFlows(run.scenario).map(({ index }) => index)),
    [run],
  );
  const wish = { metrics: ['throughput_bps'], flowIndices, range: null, points: OVERVIEW_POINTS };
  const overview = useSeries(run === undefined ? [] : [run.id], wish, true).data[0]?.grid;
  const showView = (next: TimeRange) => {
    if (isWholeRun(next, durationSeconds)) resetZoom();
    else slideZoom(next[0], next[1]);
  };
  const isLast = runs.every(({ status }) => isOver(status));
  const play = usePlayback({ endSeconds: restSeconds, isLast, range, onTurn: showView });
  const series = stageRuns[0]?.series;
  useFirstDrawing({
    id: run?.id ?? '',
    status: run?.status ?? 'queued',
    hasCurves: (series?.timeSeconds.length ?? 0) > 0,
    endSeconds: restSeconds,
  });
  const stepSeconds = series?.sampleIntervalSeconds ?? 0.1;
  return { durationSeconds, range, restSeconds, stepSeconds, overview, showView, play };
}

function useFork(run: Run | undefined): () => void {
  const navigate = useNavigate();
  return () => {
    if (run !== undefined) void navigate({ to: '/build', search: { run: run.id } });
  };
}
