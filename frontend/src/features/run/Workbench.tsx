import { useElementSize } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { useAlgorithmTitle } from '@/api/catalog';
import type { Run } from '@/api/types';
import { runText } from '@/messages/run';
import { useCursorStore } from '@/state/cursor';

import { CompareDialog } from './CompareDialog';
import { DataSheet } from './DataSheet';
import { LazyReplay } from './LazyReplay';
import { MeaningRail } from './MeaningRail';
import { MeasuredSection } from './measured/MeasuredSection';
import { PhoneTabs } from './PhoneTabs';
import { QueueAtCursor } from './QueueAtCursor';
import { RunHead } from './RunHead';
import styles from './run.module.css';
import { RunStage } from './RunStage';
import { ScenarioRail } from './ScenarioRail';
import { ShareRuns } from './ShareRuns';
import { StateSection } from './StateSection';
import { Transport } from './transport/Transport';
import { useFrozenAddress } from './useFrozenAddress';
import { usePageTime } from './usePageTime';
import { useRails, type Rails } from './useRails';
import { useRunKeys } from './useRunKeys';
import { usePlayPace } from './usePlayPace';
import type { RunViewState } from './useRunView';
import { useStageRuns, type Staged } from './useStageRuns';
import { runLabels } from './view';

/** A run and its baseline: of more there would be nothing left of the plots. */
const MOST_REPLAYED = 2;

interface WorkbenchProps {
  readonly runs: readonly Run[];
  readonly view: RunViewState;
}

/** Plots in the middle, what was set on the left, what it means on the right, time below. */
export function Workbench({ runs, view }: WorkbenchProps) {
  const rails = useRails();
  const clock = useCursorStore();
  const titleOf = useAlgorithmTitle();
  const labels = useMemo(() => runLabels(runs, titleOf), [runs, titleOf]);
  const { ref, width } = useElementSize<HTMLElement>();
  const isSide = view.isSide && runs.length > 1;
  const staged = useStageRuns(runs, labels, view, isSide ? width / runs.length : width);
  const speed = usePlayPace(runs[0], view);
  const time = usePageTime(runs, staged.stageRuns, view, speed.pace);
  const fork = useFork(runs[0]);
  const [current] = staged.stageRuns;
  useFrozenAddress(view.view.at, view.setFrozen);
  useRunKeys(view, { ...rails, ...speed, play: time.play, fork }, time);
  const page = { runs, labels, view, titleOf };
  return (
    <main className={styles.page}>
      <RunHead {...page} onShare={rails.share} onCompare={rails.compare} />
      <WorkArea
        {...page}
        staged={staged}
        rails={rails}
        isSide={isSide}
        stageRef={ref}
        pace={speed.pace}
        restSeconds={time.restSeconds}
      />
      {current !== undefined && (
        <Transport
          run={{ ...current, flows: time.overviewFlows }}
          series={time.overview}
          durationSeconds={time.durationSeconds}
          range={time.range}
          restSeconds={time.restSeconds}
          onView={time.showView}
          onPlay={time.play}
          pace={speed.pace}
          onPace={speed.setPace}
          isReplay={view.view.replay === true}
          onReplay={view.toggleReplay}
        />
      )}
      {rails.isComparing && (
        <CompareDialog runs={runs} view={view} titleOf={titleOf} onClose={rails.stopComparing} />
      )}
      {rails.isSharing && <ShareRuns runs={runs} labels={labels} onClose={rails.stopSharing} />}
      <PhoneTabs
        open={rails.sheet}
        onOpen={rails.setSheet}
        onFreeze={clock.toggleFrozen}
        isReplay={view.view.replay === true}
        onReplay={view.toggleReplay}
      />
    </main>
  );
}

interface WorkAreaProps extends WorkbenchProps {
  readonly labels: readonly string[];
  readonly titleOf: (algorithm: string) => string;
  readonly staged: Staged;
  readonly rails: Rails;
  readonly isSide: boolean;
  readonly stageRef: React.Ref<HTMLElement>;
  readonly pace: number;
  readonly restSeconds: number;
}

function WorkArea(props: WorkAreaProps) {
  const { runs, labels, view, titleOf, staged, rails, isSide, stageRef } = props;
  const [run] = runs;
  const [current] = staged.stageRuns;
  const endSeconds = view.zoom?.[1] ?? Infinity;
  return (
    <div
      className={styles.work}
      data-left={rails.folded.left ? 'folded' : undefined}
      data-right={rails.folded.right ? 'folded' : undefined}
    >
      <Rail side="left" isOpen={rails.sheet === 'scenario'}>
        <ScenarioRail runs={runs} view={view} titleOf={titleOf} />
        {run !== undefined && <MeasuredSection run={run} />}
        {current !== undefined && <QueueAtCursor run={current} endSeconds={endSeconds} />}
      </Rail>
      <div className={styles.middle} data-replay={view.view.replay}>
        {view.view.replay === true && <Replays {...props} />}
        <section ref={stageRef} className={styles.stage} aria-label={runText.plots}>
          <h2 className="visually-hidden">{runText.plots}</h2>
          <RunStage runs={runs} staged={staged} labels={labels} view={view} />
        </section>
        {rails.data !== null && (
          <DataSheet
            runs={runs}
            stageRuns={staged.stageRuns}
            labels={labels}
            view={rails.data}
            onView={rails.showData}
            onClose={rails.closeSheets}
          />
        )}
      </div>
      <Rail side="right" isOpen={rails.sheet === 'meaning'}>
        <MeaningRail runs={runs} labels={labels} isSide={isSide} onData={rails.showData}>
          {run !== undefined && current !== undefined && (
            <StateSection
              run={run}
              stage={current}
              endSeconds={endSeconds}
              onEnlarge={() => rails.showData('state')}
            />
          )}
        </MeaningRail>
      </Rail>
    </div>
  );
}

/** The path of the run and, below it, that of its baseline: one clock for both. */
function Replays({ runs, labels, view, staged, pace, restSeconds }: WorkAreaProps) {
  return (
    <div className={styles.replays}>
      {runs.slice(0, MOST_REPLAYED).map((run, index) => {
        const stage = staged.stageRuns[index];
        return (
          stage !== undefined && (
            <LazyReplay
              key={run.id}
              run={run}
              stage={stage}
              pace={pace}
              name={runs.length > 1 ? (labels[index] ?? run.name) : null}
              restSeconds={restSeconds}
              onClose={index === 0 ? view.toggleReplay : null}
              onZoom={view.setZoom}
            />
          )
        );
      })}
    </div>
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

function useFork(run: Run | undefined): () => void {
  const navigate = useNavigate();
  return () => {
    if (run !== undefined) void navigate({ to: '/build', search: { run: run.id } });
  };
}
