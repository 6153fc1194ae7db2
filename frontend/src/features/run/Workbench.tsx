import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { momentRange } from '@/analysis/replay/packets';
import { useAlgorithmTitle } from '@/api/catalog';
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
import { WorkbenchFrame, WorkFrame } from './WorkbenchFrame';

/** A run and its baseline: of more there would be nothing left of the plots. */
const MOST_REPLAYED = 2;

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
    <WorkbenchFrame
      head={
        <>
          <a className="skip-link" href="#plots">
            Skip to the plots
          </a>
          <RunHead
            {...{ runs, labels, beside, titleOf }}
            onShare={rails.share}
            onCompare={rails.compare}
          />
        </>
      }
      work={
        <CurvesFirst value={isWhole}>
          <WorkArea
            {...props}
            {...{ labels, titleOf, staged, rails, isSide, isWhole }}
            stageRef={ref}
            pace={page.pace}
            restSeconds={page.restSeconds}
          />
        </CurvesFirst>
      }
      time={
        current !== undefined && (
          <Transport
            {...page}
            run={{ ...current, flows: page.overviewFlows }}
            isReplay={replay.isOn}
            onReplay={replay.toggle}
          />
        )
      }
    >
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
    </WorkbenchFrame>
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
  const { runs, labels, time, plots, replay, beside, staged, rails, stageRef } = props;
  const [run] = runs;
  const [current] = staged.stageRuns;
  const endSeconds = time.zoom?.[1] ?? Infinity;
  const foot = run !== undefined && current !== undefined && (
    <QueueAtCursor
      scenario={run.scenario}
      run={current}
      endSeconds={endSeconds}
      hasRule={!replay.isOn}
    />
  );
  return (
    <WorkFrame
      stageRef={stageRef}
      stage={<RunStage {...{ runs, staged, labels, time, plots, beside }} />}
      folded={rails.folded}
      left={{
        isOpen: rails.sheet === 'scenario',
        foot: props.isWhole && foot,
        body: props.isWhole && (
          <>
            <ScenarioRail {...{ runs, plots, beside }} titleOf={props.titleOf} />
            {run !== undefined && <MeasuredSection run={run} />}
          </>
        ),
      }}
      right={{
        isOpen: rails.sheet === 'meaning',
        body: props.isWhole && <Meaning {...props} endSeconds={endSeconds} />,
      }}
      replay={replay.isOn ? <Replays {...props} /> : null}
      sheet={
        rails.data !== null && (
          <DataSheet
            runs={runs}
            stageRuns={staged.stageRuns}
            labels={labels}
            view={rails.data}
            onView={rails.showData}
            onClose={rails.closeSheets}
          />
        )
      }
    />
  );
}

/** The rail on the right, with the states of the first run. */
function Meaning(props: WorkAreaProps & { endSeconds: number }) {
  const { runs, labels, time, plots, beside, staged, rails, isSide, endSeconds } = props;
  const [run] = runs;
  const [current] = staged.stageRuns;
  return (
    <MeaningRail {...{ runs, labels, isSide, plots, time, beside }} onData={rails.showData}>
      {run !== undefined && current !== undefined && (
        <StateSection
          run={run}
          stage={current}
          endSeconds={endSeconds}
          onEnlarge={() => rails.showData('state')}
          onPackets={
            run.status === 'done'
              ? (seconds) => plots.showPackets(...momentRange(seconds, run.scenario))
              : null
          }
        />
      )}
    </MeaningRail>
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

function useFork(run: Run | undefined): () => void {
  const navigate = useNavigate();
  return () => {
    if (run !== undefined) void navigate({ to: '/build', search: { run: run.id } });
  };
}
