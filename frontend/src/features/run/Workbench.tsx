import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { momentRange } from '@/analysis/replay/packets';
import { useAlgorithmTitle } from '@/api/catalog';
import { hasServer } from '@/api/transport';
import type { Run } from '@/api/types';
import { useCursorStore } from '@/state/cursor';
import { useSize } from '@/ui/useSize';

import { CompareDialog } from './comparison/CompareDialog';
import { CurvesFirst } from '@/opening/curvesFirst';
import { DataSheet } from './state/DataSheet';
import { LazyReplay } from './replay/LazyReplay';
import { MeaningRail } from './rails/MeaningRail';
import { MeasuredSection } from './measured/MeasuredSection';
import { PhoneTabs } from './rails/PhoneTabs';
import { QueueAtCursor } from './queue/QueueAtCursor';
import { RunHead } from './RunHead';

import styles from './run.module.css';
import { RunStage } from './plots/RunStage';
import { ScenarioRail } from './rails/ScenarioRail';
import { ShareRuns } from './sharing/ShareRuns';
import { StateSection } from './state/StateSection';
import { Transport } from './transport/Transport';
import { useFrozenAddress } from './view/useFrozenAddress';
import { usePageTime } from './view/usePageTime';
import { useRails, type Rails } from './rails/useRails';
import { useRunKeys } from './view/useRunKeys';
import type { PlotChoice, ReplayChoice, RunsBeside, TimeView } from './view/useRunView';
import { useStageRuns, type Staged } from './plots/useStageRuns';
import { runLabels } from './view/view';

/** A run and its baseline: of more there would be nothing left of the plots. */
const MOST_REPLAYED = 2;

/** Where the skip link leads. */
const PLOTS = { id: 'plots', tabIndex: -1, 'aria-label': 'Plots' };

interface WorkbenchProps {
  readonly runs: readonly Run[];
  readonly time: TimeView;
  readonly plots: PlotChoice;
  readonly replay: ReplayChoice;
  readonly beside: RunsBeside;
}

/** Plots in the middle, what was set on the left, what it means on the right, time below. */
export function Workbench(props: WorkbenchProps) {
  const { runs, time, replay, beside } = props;
  const rails = useRails();
  const clock = useCursorStore();
  const titleOf = useAlgorithmTitle();
  const labels = useMemo(() => runLabels(runs, titleOf), [runs, titleOf]);
  const { ref, width } = useSize<HTMLElement>('plots');
  const isSide = beside.isSide && runs.length > 1;
  const staged = useStageRuns(runs, labels, props, isSide ? width / runs.length : width);
  const isWhole = staged.areSeen;
  const page = usePageTime(runs, staged, time, replay);
  const fork = useFork(runs[0]);
  const [current] = staged.stageRuns;
  useFrozenAddress(time.frozenSeconds, time.freeze);
  useRunKeys(props, { ...rails, ...page, play: page.onPlay, fork }, page);
  return (
    <main className={styles.page}>
      <a className="skip-link" href="#plots">
        Skip to the plots
      </a>
      <RunHead
        {...{ runs, labels, beside, titleOf }}
        onShare={rails.share}
        onCompare={rails.compare}
      />
      <CurvesFirst value={isWhole}>
        <WorkArea
          {...props}
          {...{ labels, titleOf, staged, rails, isSide, isWhole }}
          stageRef={ref}
          pace={page.pace}
          restSeconds={page.restSeconds}
        />
      </CurvesFirst>
      {current !== undefined && (
        <Transport
          {...page}
          run={{ ...current, flows: page.overviewFlows }}
          isReplay={replay.isOn}
          onReplay={replay.toggle}
        />
      )}
      {rails.isComparing && (
        <CompareDialog {...{ runs, beside, titleOf }} onClose={rails.stopComparing} />
      )}
      {rails.isSharing && <ShareRuns runs={runs} labels={labels} onClose={rails.stopSharing} />}
      <PhoneTabs
        open={rails.sheet}
        onOpen={rails.setSheet}
        onFreeze={clock.toggleFrozen}
        isReplay={replay.isOn}
        onReplay={replay.toggle}
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
  /** With what stands beside the plots. */
  readonly isWhole: boolean;
  readonly stageRef: React.Ref<HTMLElement>;
  readonly pace: number;
  readonly restSeconds: number;
}

function WorkArea(props: WorkAreaProps) {
  const { runs, labels, time, plots, replay, beside, staged, rails, isSide, stageRef } = props;
  const [run] = runs;
  const [current] = staged.stageRuns;
  const endSeconds = time.zoom?.[1] ?? Infinity;
  return (
    <div
      className={styles.work}
      data-left={rails.folded.left ? 'folded' : undefined}
      data-right={rails.folded.right ? 'folded' : undefined}
    >
      <Rail
        side="left"
        isOpen={rails.sheet === 'scenario'}
        hasContent={props.isWhole}
        foot={
          run !== undefined &&
          current !== undefined && (
            <QueueAtCursor
              scenario={run.scenario}
              run={current}
              endSeconds={endSeconds}
              hasRule={!replay.isOn}
            />
          )
        }
      >
        <ScenarioRail {...{ runs, plots, beside }} titleOf={props.titleOf} />
        {run !== undefined && <MeasuredSection run={run} />}
      </Rail>
      <div className={styles.middle} data-replay={replay.isOn || undefined}>
        {replay.isOn && <Replays {...props} />}
        <section ref={stageRef} className={styles.stage} {...PLOTS}>
          <h2 className="visually-hidden">Plots</h2>
          <RunStage {...{ runs, staged, labels, time, plots, beside }} />
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
      <Rail side="right" isOpen={rails.sheet === 'meaning'} hasContent={props.isWhole}>
        <MeaningRail {...{ runs, labels, isSide, plots, time, beside }} onData={rails.showData}>
          {run !== undefined && current !== undefined && (
            <StateSection
              run={run}
              stage={current}
              endSeconds={endSeconds}
              onEnlarge={() => rails.showData('state')}
              onPackets={
                run.status === 'done' && hasServer()
                  ? (seconds) => plots.showPackets(...momentRange(seconds, run.scenario))
                  : null
              }
            />
          )}
        </MeaningRail>
      </Rail>
    </div>
  );
}

/** The path of the run and, below it, that of its baseline: one clock for both. */
function Replays({ runs, labels, time, plots, replay, staged, pace, restSeconds }: WorkAreaProps) {
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
              linkIndex={plots.linkIndex}
              pace={pace}
              name={runs.length > 1 ? (labels[index] ?? run.name) : null}
              restSeconds={restSeconds}
              onClose={index === 0 ? replay.toggle : null}
              onZoom={time.setZoom}
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
  readonly hasContent: boolean;
  /** Stays in view below what scrolls. */
  readonly foot?: React.ReactNode;
  readonly children: React.ReactNode;
}

function Rail({ side, isOpen, hasContent, foot, children }: RailProps) {
  return (
    <aside
      className={`${styles.rail} ${side === 'left' ? styles.left : styles.right}`}
      aria-label={side === 'left' ? 'Scenario' : 'Meaning'}
      data-open={isOpen || undefined}
    >
      <div className={styles.railBody}>{hasContent && children}</div>
      {hasContent && foot}
    </aside>
  );
}

function useFork(run: Run | undefined): () => void {
  const navigate = useNavigate();
  return () => {
    if (run !== undefined) void navigate({ to: '/build', search: { run: run.id } });
  };
}
