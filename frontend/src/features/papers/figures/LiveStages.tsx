import { useMemo } from 'react';

import { isPartOfRun, missingOf, useSeries, useTimelines } from '@/api/runs/series';
import { isOver, type Run } from '@/api/types';
import { MissingCurves } from '@/charts/stage/MissingCurves';
import type { PaneId, TimeRange } from '@/charts/model';
import { buildPanes, METRICS, withSharedScales } from '@/charts/panes/panes';
import { PaneTable } from '@/charts/stage/PaneTable';
import { groupedStage, plainOptions, plainSubjects } from '@/charts/panes/plainGroups';
import { StageCard, useStageView } from '@/stage/StageCard';

import type { LiveScenario } from './liveModel';
import styles from './live.module.css';
import { usePaperCaption } from './usePaperCaption';

interface LiveStagesProps {
  readonly title: string;
  readonly metrics: readonly string[];
  readonly arms: readonly LiveScenario[];
  readonly runs: readonly Run[];
}

const POINTS = 700;
const LANES = ['phases'] as const;
const PANES: readonly (readonly [pane: PaneId, metric: RegExp])[] = [
  // How busy the link is shows where the flows' rates meet its capacity.
  ['throughput', /^(throughput|goodput|busy|utilisation)/],
  ['rtt', /rtt/],
  ['window', /^(cwnd|inflight)/],
  ['rates', /^(bandwidth|pacing)/],
  ['queue', /^queue/],
];

/** Runs beside one another on one clock, with their states as lanes. */
export function LiveStages({ title, metrics, arms, runs }: LiveStagesProps) {
  const view = useStageView();
  const duration = arms[0]?.scenario.duration_s ?? 0;
  const caption = usePaperCaption();
  const { stages, missing } = useStages(metrics, arms, runs, view.zoom);
  return (
    <div className={styles.duo}>
      <MissingCurves {...missing} />
      {stages.map(({ runs: [run], panes }, index) => (
        <div key={index}>
          <h4>{run?.label}</h4>
          <StageCard
            className={styles.stage}
            view={view}
            durationSeconds={duration}
            panes={panes}
            lanes={LANES}
            runs={run === undefined ? [] : [run]}
            label={`${title}: ${run?.label ?? ''}`}
            caption={`${title}: ${run?.label ?? ''}. ${caption}`}
          />
          <details className="ui-fold">
            <summary>Table</summary>
            <PaneTable panes={panes} />
          </details>
        </div>
      ))}
    </div>
  );
}

function useStages(
  metrics: readonly string[],
  arms: readonly LiveScenario[],
  runs: readonly Run[],
  zoom: TimeRange | null,
) {
  const ids = useMemo(() => runs.map(({ id }) => id), [runs]);
  const first = arms[0]?.scenario;
  const request = useMemo(() => {
    const subjects =
      first === undefined ? { flowIndices: [], hasGroups: false } : plainSubjects(first);
    return { metrics: METRICS, ...subjects, range: zoom, points: POINTS };
  }, [first, zoom]);
  const found = useSeries(ids, request, true);
  const phases = useTimelines(ids, true);
  const { data: series } = found;
  const { data: timelines } = phases;
  const stages = useMemo(() => {
    const wanted = PANES.filter(([, name]) => metrics.some((metric) => name.test(metric)));
    const panes = wanted.map(([pane]) => pane);
    const built = arms.map(({ label, scenario }, index) => {
      const run = runs[index];
      const loaded = series[index];
      const isPart = run !== undefined && isPartOfRun(run, loaded);
      const isWhole = run !== undefined && isOver(run.status) && !isPart;
      const farSeconds = isPart ? loaded?.grid.timeSeconds.at(-1) : run?.progress.simulated_s;
      const stage = groupedStage({
        scenario,
        title: label,
        run,
        series: loaded?.grid,
        phases: timelines[index]?.phases ?? [],
        simulatedSeconds: isWhole ? scenario.duration_s : (farSeconds ?? 0),
      });
      return { runs: [stage], panes: buildPanes(panes, [stage], plainOptions(stage)) };
    });
    return withSharedScales(built);
  }, [metrics, arms, runs, series, timelines]);
  return { stages, missing: missingOf(found, phases) };
}
