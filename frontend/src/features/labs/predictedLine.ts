/** A drawn prediction as a line over what was measured. Pure. */
import { scaleFromZero } from '@/analysis/axes/ticks';
import type { Scenario } from '@/api/types';
import type { Pane } from '@/charts/model';

import { curveAxes } from '@/steps/curveAxes';
import { storedPoints, valueOn } from '@/steps/drawnCurve';
import type { Predicted } from './Outcomes';

/** The panes with every drawn prediction in its own; the axis makes room for it. */
export function withPredictions(
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
