/** The empty axes that a curve is drawn on, and how its unit is shown: as the plots show it. */
import { t } from '@lingui/core/macro';

import { scaleFromZero } from '@/analysis/axes/ticks';
import { capital } from '@/analysis/series/fragments';
import type { Scenario } from '@/api/types';
import { PANE_IDS, type Pane, type PaneId } from '@/charts/model';
import { buildPanes, readableRate } from '@/charts/panes/panes';
import { plainStage } from '@/charts/panes/plainStage';
import type { Metric } from '@/generated/metrics';
import { flowSeriesMetrics } from '@/generated/seriesMetrics';

import type { CurvePrediction } from './labFile';

export interface CurveAxes {
  readonly paneId: PaneId;
  /** Without curves, and with the upper end that the lab gives. */
  readonly pane: Pane;
  /** What is shown for one in the unit of the series. */
  readonly factor: number;
}

/** null: no plot shows this series. */
export function curveAxes(prediction: CurvePrediction, scenario: Scenario): CurveAxes | null {
  const metrics: Readonly<Record<string, Metric>> = flowSeriesMetrics;
  const metric = metrics[prediction.series];
  const paneId = PANE_IDS.find((id) => id === metric?.pane);
  if (metric === undefined || paneId === undefined) return null;
  const stage = plainStage({
    scenario,
    title: '',
    run: undefined,
    series: undefined,
    phases: [],
    simulatedSeconds: 0,
  });
  const [plain] = buildPanes([paneId], [stage]);
  if (plain === undefined) return null;
  const factor = FACTORS[paneId](stage.facts);
  const name = NAMES[prediction.series] ?? metric.title;
  const title = capital(name);
  const pane: Pane = {
    ...plain,
    title: scenario.flows.length > 1 ? `${title} of ${prediction.flow}` : title,
    unit: plain.shortUnit,
    scale: scaleFromZero(prediction.top * factor),
    lines: [],
  };
  return { paneId, pane, factor };
}

/** In full where a short name begins no title. */
const NAMES: Readonly<Record<string, string>> = { cwnd_bytes: t`congestion window` };

type Facts = ReturnType<typeof plainStage>['facts'];

const rateFactor = (facts: Facts) => 1 / readableRate(facts).factor;
const packetFactor = ({ packetBytes }: Facts) => 1 / packetBytes;

const FACTORS: Readonly<Record<PaneId, (facts: Facts) => number>> = {
  throughput: rateFactor,
  rtt: () => 1e3,
  window: packetFactor,
  rates: rateFactor,
  queue: packetFactor,
};
