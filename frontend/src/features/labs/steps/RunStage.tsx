import { t } from '@lingui/core/macro';
import { useMemo } from 'react';

import { scaleFromZero } from '@/analysis/axes/ticks';
import { runsCaption } from '@/analysis/scenario/pictureCaption';
import { isPartOfRun, missingOf, useSeries, useTimelines } from '@/api/runs/series';
import { isOver, type Run, type Scenario } from '@/api/types';
import type { PaneId, TimeRange, Pane } from '@/charts/model';
import { buildPanes, METRICS } from '@/charts/panes/panes';
import { groupedStage, plainOptions, plainSubjects } from '@/charts/panes/plainGroups';
import { MissingCurves } from '@/charts/stage/MissingCurves';
import { PaneTable } from '@/charts/stage/PaneTable';
import { StageCard, useStageView } from '@/stage/StageCard';
import { curveAxes } from '@/steps/curveAxes';
import { storedPoints, valueOn } from '@/steps/drawnCurve';

import type { Predicted } from './Outcomes';
import styles from './run.module.css';

interface RunStageProps {
  readonly title: string;
  readonly run: Run;
  readonly predictions: readonly Predicted[];
}

const POINTS = 700;
const LANES = ['phases', 'limits'] as const;
const PANES: readonly PaneId[] = ['throughput', 'rtt', 'window', 'queue'];

/** The plots of a run, as they come, with what was drawn before. */
export function RunStage({ title, run, predictions }: RunStageProps) {
  const view = useStageView();
  const { runs, panes, missing, isWhole } = useStage(run, predictions, view.zoom);
  const label = t`${title}: plots of the run`;
  const caption = runsCaption(run.scenario.name, [
    {
      label: title,
      isBaseline: false,
      seed: run.seed,
      coreVersion: run.core_version,
      scenarioDigest: run.scenario_digest,
    },
  ]);
  return (
    <div aria-busy={isOver(run.status) && !isWhole && missing.error === null}>
      <MissingCurves {...missing} />
      <StageCard
        className={styles.stage}
        view={view}
        durationSeconds={run.scenario.duration_s}
        panes={panes}
        lanes={LANES}
        runs={runs}
        label={label}
        caption={caption}
        hasButton
      />
      <details className={styles.numbers}>
        <summary>{t`Plots as a table`}</summary>
        <PaneTable panes={panes} />
      </details>
    </div>
  );
}

function useStage(run: Run, predictions: readonly Predicted[], zoom: TimeRange | null) {
  const { scenario } = run;
  const ids = useMemo(() => [run.id], [run.id]);
  const request = useMemo(
    () => ({ metrics: METRICS, ...plainSubjects(scenario), range: zoom, points: POINTS }),
    [scenario, zoom],
  );
  const series = useSeries(ids, request, true);
  const timelines = useTimelines(ids, true);
  const [loaded] = series.data;
  const [timeline] = timelines.data;
  const isPart = isPartOfRun(run, loaded);
  const drawn = useMemo(() => {
    const endSeconds = isPart ? (loaded?.grid.timeSeconds.at(-1) ?? 0) : scenario.duration_s;
    const stage = groupedStage({
      scenario,
      title: scenario.name,
      run,
      series: loaded?.grid,
      phases: timeline?.phases ?? [],
      simulatedSeconds: isOver(run.status) ? endSeconds : run.progress.simulated_s,
    });
    const built = buildPanes(PANES, [stage], plainOptions(stage));
    const panes = withPredictions(built, predictions, scenario);
    return { runs: [stage], panes };
  }, [run, scenario, loaded, timeline, predictions, isPart]);
  return { ...drawn, isWhole: loaded?.isComplete === true, missing: missingOf(series, timelines) };
}

/** The panes with every drawn prediction in its own; the axis makes room for it. */
function withPredictions(
  panes: readonly Pane[],
  predictions: readonly Predicted[],
  scenario: Scenario,
): readonly Pane[] {
  return predictions.reduce((all, predicted) => withPrediction(all, predicted, scenario), panes);
}

function withPrediction(
  panes: readonly Pane[],
  { step, answer }: Predicted,
  scenario: Scenario,
): readonly Pane[] {
  if (step.prediction.kind !== 'curve') return panes;
  const axes = curveAxes(step.prediction, scenario);
  const points = storedPoints(answer.answer);
  if (axes === null || points.length === 0) return panes;
  return panes.map((pane) => {
    if (pane.id !== axes.paneId) return pane;
    // On the run's own times, so that both stand in one row of the table.
    const timeSeconds = pane.lines[0]?.timeSeconds ?? [];
    const values = timeSeconds.map((time) => valueOn(points, time) * axes.factor);
    const highest = Math.max(0, ...values);
    const line = {
      key: `predicted:${step.id}`,
      hue: 'ink',
      style: 'dashed',
      widthPx: 2,
      opacity: 1,
      timeSeconds,
      values,
      band: null,
      isArea: false,
      label: 'predicted',
      name: 'predicted',
      mark: null,
    } as const;
    const scale = highest > pane.scale.max ? scaleFromZero(highest * 1.05) : pane.scale;
    return { ...pane, scale, lines: [...pane.lines, line] };
  });
}
