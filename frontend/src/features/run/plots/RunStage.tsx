import { useMemo } from 'react';

import { longestWindowSeconds, shortRange } from '@/analysis/replay/packets';
import { linkNames } from '@/analysis/scenario/network/links';
import { isOver, type Derived, type Run } from '@/api/types';
import type { StageRun, TimeRange } from '@/charts/model';
import { buildPanes, withSharedScales, type PaneOptions } from '@/charts/panes/panes';
import { usualCurves } from '@/charts/panes/stageFlows';
import { stageGroups } from '@/charts/panes/stageGroups';
import { PaneTable } from '@/charts/stage/PaneTable';
import { Ranking } from '@/charts/strips/Ranking';
import { TimelineTable } from '@/charts/stage/TimelineTable';
import { useLiveRange } from '@/charts/stage/useLiveRange';
import { variablePanes, type DrawnVariable } from '@/charts/panes/variablePanes';
import { withoutHidden } from '@/charts/panes/visible';
import { Picturable } from '@/pictures/Picturable';
import { StageCard } from '@/stage/StageCard';
import { useCursorStore } from '@/state/cursor';
import { useFlowFocus } from '@/state/flowFocus';
import { useSize } from '@/ui/useSize';

import { useMeasuredRuns } from '../measured/useMeasuredRuns';
import { PacketPanel } from '../packets/PacketPanel';
import { CurvesNotice, RunNotice, WaitingNotice } from '../RunNotice';
import { SmallStage } from './SmallStage';
import { StageHead } from './StageHead';
import styles from './stages.module.css';
import { useRunCaption } from './useRunCaption';
import type { PlotChoice, RunsBeside, TimeView } from '../view/useRunView';
import type { Staged } from './useStageRuns';
import { useDrawnVariables } from './variables';
import { isCrowd, rankedFlows, sharesOfGroups, windowText } from '../view/view';

interface RunStageProps {
  readonly runs: readonly Run[];
  readonly staged: Staged;
  readonly labels: readonly string[];
  readonly time: TimeView;
  readonly plots: PlotChoice;
  readonly beside: RunsBeside;
}

/** The plots: all runs on the same axes, or each on its own with equal axes. */
export function RunStage({ staged, labels, ...props }: RunStageProps) {
  const { runs, time, plots, beside } = props;
  const duration = Math.max(...runs.map(({ scenario }) => scenario.duration_s));
  const range = useMemo<TimeRange>(() => time.zoom ?? [0, duration], [time.zoom, duration]);
  const [current] = runs;
  if (current === undefined) return null;
  const mode = plots.curves ?? usualCurves(runs);
  return (
    <div className={styles.stages}>
      <CurvesNotice runs={runs} labels={labels} />
      {(isCrowd(runs) || runs.length > 1 || linkNames(current.scenario).length > 1) && (
        <StageHead {...{ runs, plots, beside, mode }} stages={staged.stageRuns} />
      )}
      {isCrowd([current]) && plots.isShown('ranking') && (
        <RunRanking run={current} derived={staged.derived[0] ?? null} isGoodput={plots.isGoodput} />
      )}
      {mode === 'small' ? (
        <SmallStage {...props} derived={staged.derived} labels={labels} range={range} />
      ) : (
        <Plots {...props} {...{ mode, range, duration }} staged={staged.stageRuns} />
      )}
      <WaitingNotice runs={runs} labels={labels} />
      <RunNotice runs={runs} labels={labels} missing={staged.missing} />
    </div>
  );
}

/** The room of one stage, for a page that finds how large its plots will be. */
export function AwaitedStage() {
  const { ref } = useSize<HTMLDivElement>('stage');
  return (
    <div className={styles.stages}>
      <div className={styles.plots}>
        <div className={styles.stageBox}>
          <div ref={ref} className={styles.stageArea} />
        </div>
      </div>
    </div>
  );
}

interface RunRankingProps {
  readonly run: Run;
  readonly derived: Derived | null;
  readonly isGoodput: boolean;
}

function RunRanking({ run, derived, isGoodput }: RunRankingProps) {
  const captionOf = useRunCaption([run]);
  const focus = useFlowFocus();
  const ranked = useMemo(() => rankedFlows(run, isGoodput), [run, isGoodput]);
  const groups = useMemo(() => stageGroups(run.scenario), [run.scenario]);
  if (ranked.length === 0 && isOver(run.status)) return null;
  if (ranked.length === 0)
    return (
      <p className="small faint">
        The ranking of the flows appears when the run ends, from all packets.
      </p>
    );
  const shareOf = sharesOfGroups(run, derived, isGoodput);
  return (
    <Picturable title="Ranking" caption={captionOf([run])} className={styles.ranking}>
      <Ranking
        focus={focus}
        ranked={ranked}
        groups={groups}
        shareOf={shareOf}
        windowText={windowText(run, isGoodput)}
      />
    </Picturable>
  );
}

interface PlotsProps extends Omit<RunStageProps, 'staged' | 'labels'> {
  readonly staged: readonly StageRun[];
  readonly mode: 'flows' | 'groups';
  readonly range: TimeRange;
  readonly duration: number;
}

function Plots({ runs, staged, time, plots, beside, mode, range, duration }: PlotsProps) {
  const clock = useCursorStore();
  const focus = useFlowFocus();
  const measured = useMeasuredRuns(staged[0], range);
  const variables = useDrawnVariables(runs[0], plots.variables, plots.linkIndex);
  const stages = useStages(staged, measured, { ...plots, drawn: variables }, beside.isSide, mode);
  const captionOf = useRunCaption(runs);
  const live = useLiveRange(range, duration, time.setZoom, time.resetZoom);
  const setZoom = (zoom: TimeRange | null) =>
    zoom === null ? time.resetZoom() : time.setZoom(...zoom);
  const view = { clock, zoom: time.zoom, setZoom };
  const isSide = stages.length > 1;
  return (
    <div className={styles.plots} data-side={isSide || undefined}>
      {stages.map(({ members, panes }) => (
        <div key={members.map(({ id }) => id).join()} className={styles.stageBox}>
          {isSide && <h3 className={styles.sideTitle}>{members[0]?.label}</h3>}
          <StageCard
            className={styles.stageArea}
            view={view}
            durationSeconds={duration}
            focus={focus}
            panes={panes}
            lanes={plots.lanes}
            runs={members}
            live={live}
            label={plotNames(panes, members)}
            pictureTitle={pictureTitle(namesOf(members))}
            caption={captionOf(members)}
            place="stage"
          />
          <Tables {...{ members, panes, plots, range }} />
          <Packets {...{ members, plots, time }} caption={captionOf(members.slice(0, 1))} />
        </div>
      ))}
    </div>
  );
}

/** The title of all panes of some runs in the list of pictures. */
function pictureTitle(labels: readonly string[]): string {
  return `Over time: ${labels.join(', ')}`;
}

/** The plotted quantities and their runs. */
function plotNames(panes: ReturnType<typeof buildPanes>, members: readonly StageRun[]): string {
  const titles = panes.map(({ title }) => title).join(', ');
  return `${titles} over time: ${namesOf(members).join(', ')}`;
}

/** A trace of several flows has its name once. */
function namesOf(members: readonly StageRun[]): string[] {
  return [...new Set(members.map(({ label }) => label))];
}

interface TablesProps {
  readonly members: readonly StageRun[];
  readonly panes: ReturnType<typeof buildPanes>;
  readonly plots: PlotChoice;
  readonly range: TimeRange;
}

/** The numbers behind the plots: of all of them, or of those that were asked for. */
function Tables({ members, panes, plots, range }: TablesProps) {
  const wanted = panes.filter(({ id }) => plots.hasTable(id));
  const lanes = (['phases', 'events'] as const).filter(
    (lane) => plots.lanes.includes(lane) && plots.hasTable(lane),
  );
  const [run] = members;
  if (wanted.length + lanes.length === 0) return null;
  return (
    <>
      <PaneTable panes={wanted} />
      {run !== undefined &&
        lanes.map((kind) => <TimelineTable key={kind} kind={kind} run={run} range={range} />)}
    </>
  );
}

function useStages(
  all: readonly StageRun[],
  measured: readonly StageRun[],
  { panes, isGoodput, hasSsthresh, drawn }: PlotChoice & { drawn: readonly DrawnVariable[] },
  isSide: boolean,
  mode: 'flows' | 'groups',
) {
  const { hidden } = useFlowFocus();
  return useMemo(() => {
    const runs = all.map((run) => withoutHidden(run, hidden));
    const beside = measured.map((run) => withoutHidden(run, hidden));
    const options: PaneOptions = { curves: mode, isGoodput, hasSsthresh };
    // Side by side the position identifies the run, so all are solid; the baseline is left.
    const [current, ...others] = runs;
    const inOrder = current === undefined ? [] : [...others, current];
    const groups =
      isSide && runs.length > 1
        ? inOrder.map((run) => [
            { ...run, role: 'current' as const, style: 'solid' as const },
            ...beside,
          ])
        : [[...runs, ...beside]];
    const stages = groups.map((members) => ({
      members,
      panes: [...buildPanes(panes, members, options), ...variablePanes(drawn, members, mode)],
    }));
    return stages.length > 1 ? withSharedScales(stages) : stages;
  }, [all, measured, hidden, isSide, panes, mode, isGoodput, hasSsthresh, drawn]);
}

interface PacketsProps {
  readonly members: readonly StageRun[];
  readonly plots: PlotChoice;
  readonly time: TimeView;
  /** The caption of their picture. */
  readonly caption: string;
}

/** Single packets of the first run of a stage, where they are wanted and the time is short. */
function Packets({ members, plots, time, caption }: PacketsProps) {
  const [run] = members;
  if (run === undefined || !plots.hasPackets) return null;
  const { capacityBps, packetBytes, links } = run.facts;
  const longest = longestWindowSeconds(links?.eventRateBps ?? capacityBps, packetBytes);
  const range = shortRange(time.zoom, longest);
  return range === null ? null : <PacketPanel run={run} range={range} caption={caption} />;
}
