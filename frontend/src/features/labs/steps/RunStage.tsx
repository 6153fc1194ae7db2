import { t } from '@lingui/core/macro';
import { useMemo } from 'react';

import { scaleFromZero } from '@/analysis/axes/ticks';
import { isOver, type Run, type Scenario } from '@/api/types';
import type { PaneId, Pane } from '@/charts/model';
import { MissingCurves } from '@/charts/stage/MissingCurves';
import { FoldedTable } from '@/charts/stage/PaneTable';
import { runCaption, useRunStages } from '@/stage/RunStages';
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

const LANES = ['phases', 'limits'] as const;
const PANES: readonly PaneId[] = ['throughput', 'rtt', 'window', 'queue'];

/** The plots of a run, as they come, with what was drawn before. */
export function RunStage({ title, run, predictions }: RunStageProps) {
  const view = useStageView();
  const { scenario } = run;
  const arms = useMemo(() => [{ title: scenario.name, scenario, run }], [scenario, run]);
  const { stages, missing, isWhole } = useRunStages(arms, PANES, view.zoom);
  const { runs, panes } = useMemo(
    () => ({
      runs: stages.map((stage) => stage.run),
      panes: stages.flatMap((stage) => withPredictions(stage.panes, predictions, scenario)),
    }),
    [stages, predictions, scenario],
  );
  return (
    <div aria-busy={isOver(run.status) && !isWhole && missing.error === null}>
      <MissingCurves {...missing} />
      <StageCard
        className={styles.stage}
        view={view}
        durationSeconds={scenario.duration_s}
        panes={panes}
        lanes={LANES}
        runs={runs}
        label={t`${title}: plots of the run`}
        caption={runCaption(run, title)}
        hasButton
      />
      <FoldedTable className={styles.numbers} summary={t`Plots as a table`} panes={panes} />
    </div>
  );
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
