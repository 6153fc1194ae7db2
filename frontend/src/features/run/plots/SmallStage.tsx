import { useMemo, useState } from 'react';

import { rateUnit } from '@/analysis/numbers/units';
import { largest, type SeriesGrid } from '@/analysis/series/series';
import { missingOf, useSeries } from '@/api/runs/series';
import type { Derived, Run } from '@/api/types';
import { MissingCurves } from '@/charts/stage/MissingCurves';
import type { TimeRange } from '@/charts/model';
import { stageFlow } from '@/charts/panes/stageFlows';
import { stageGroups } from '@/charts/panes/stageGroups';
import { SmallMultiples, type SmallPanel } from '@/charts/small/SmallMultiples';
import { Picturable } from '@/pictures/Picturable';
import { isHidden, type HiddenFlows } from '@/analysis/series/flowMarks';
import { useCursorStore } from '@/state/cursor';
import { useFlowFocus } from '@/state/flowFocus';
import { Button } from '@/ui/Button';

import styles from './stages.module.css';
import { useRunCaption } from './useRunCaption';
import type { PlotChoice, RunsBeside, TimeView } from '../view/useRunView';
import { fairShareBps, flowsByRank, sharesOfGroups } from '../view/view';

/** Panels that are loaded and drawn at first, and with each request for more. */
const PAGE_PANELS = 120;
/** A panel is some 150 pixels wide. */
const PANEL_POINTS = 150;
const MANY_GROUPS = 5;

interface SmallStageProps {
  readonly runs: readonly Run[];
  readonly derived: readonly (Derived | null)[];
  readonly labels: readonly string[];
  readonly time: TimeView;
  readonly plots: PlotChoice;
  readonly beside: RunsBeside;
  readonly range: TimeRange;
}

/** A small plot for each flow, the fastest first; of many groups one for each of them before. */
export function SmallStage(props: SmallStageProps) {
  const { runs, derived, labels, time, plots, beside, range } = props;
  const [panelCount, setPanelCount] = useState(PAGE_PANELS);
  const { hidden } = useFlowFocus();
  const { isGoodput } = plots;
  const { zoom } = time;
  const metric = isGoodput ? 'goodput_bps' : 'throughput_bps';
  const orders = useMemo(
    () => runs.map((run) => shownOf(flowsByRank(run, isGoodput), hidden)),
    [runs, isGoodput, hidden],
  );
  const request = useMemo(() => {
    const indices = orders.flatMap((flows) => flows.slice(0, panelCount));
    return {
      metrics: [metric],
      flowIndices: [...new Set(indices.map(({ index }) => index))].sort((a, b) => a - b),
      hasGroups: true,
      range: zoom,
      points: PANEL_POINTS,
    };
  }, [orders, panelCount, metric, zoom]);
  const series = useSeries(beside.ids, request, true);
  const grids = runs.map((_, index) => series.data[index]?.grid);
  const topBps = highestOf(grids, metric);
  const most = Math.max(...orders.map(({ length }) => length));
  return (
    <div className={styles.small}>
      <MissingCurves {...missingOf(series)} />
      {runs.map((run, index) => (
        <RunPanels
          key={run.id}
          run={run}
          shareOf={sharesOfGroups(run, derived[index] ?? null, isGoodput)}
          title={runs.length > 1 ? (labels[index] ?? run.name) : null}
          grid={grids[index]}
          flows={(orders[index] ?? []).slice(0, panelCount)}
          metric={metric}
          range={range}
          topBps={topBps}
        />
      ))}
      {most > panelCount && (
        <Button onClick={() => setPanelCount(panelCount + PAGE_PANELS)}>
          More: {panelCount} of {most} flows are shown
        </Button>
      )}
    </div>
  );
}

interface RunPanelsProps {
  readonly run: Run;
  readonly shareOf: (groupIndex: number) => number | null;
  readonly title: string | null;
  readonly grid: SeriesGrid | undefined;
  readonly flows: ReturnType<typeof flowsByRank>;
  readonly metric: string;
  readonly range: TimeRange;
  readonly topBps: number;
}

function RunPanels(props: RunPanelsProps) {
  const { run, shareOf, title, grid, flows, metric, range } = props;
  const groups = stageGroups(run.scenario);
  const shares = groups.map(({ groupIndex }) => shareOf(groupIndex) ?? 0);
  const timeSeconds = grid?.timeSeconds ?? [];
  const hasGroups = groups.length >= MANY_GROUPS;
  const { factor, unit } = rateUnit(fairShareBps(run));
  const caption = useRunCaption([run])([run]);
  const clock = useCursorStore();
  const focus = useFlowFocus();
  const shared = {
    clock,
    focus,
    range,
    topBps: Math.max(props.topBps, ...shares),
    shareOf,
    unitFactor: factor,
  };
  const groupPanels: SmallPanel[] = groups.map(({ groupIndex, label }) => ({
    key: `g${groupIndex}`,
    name: label,
    mark: { groupIndex, flowIndex: null },
    timeSeconds,
    column: grid?.groups?.get(groupIndex)?.[metric],
    rateBps: null,
  }));
  const flowPanels: SmallPanel[] = flows.map(({ index, groupIndex, rateBps }) => ({
    key: String(index),
    name: stageFlow(run.scenario, index)?.label ?? '',
    mark: { groupIndex, flowIndex: index },
    timeSeconds,
    column: grid?.flows.get(index)?.[metric],
    rateBps,
  }));
  const flowTitle = run.result === null ? 'Flows' : `Flows, fastest first; mean in ${unit}`;
  return (
    <section>
      {title !== null && <h3 className={styles.sideTitle}>{title}</h3>}
      {hasGroups && (
        <Picturable
          title="Groups: mean of the flows, band from the 10th to the 90th percentile"
          caption={caption}
        >
          <h3>Groups: mean of the flows, band from the 10th to the 90th percentile</h3>
          <SmallMultiples
            panels={groupPanels}
            label="Groups: mean of the flows, band from the 10th to the 90th percentile"
            {...shared}
          />
        </Picturable>
      )}
      <Picturable title={flowTitle} caption={caption}>
        <h3>{flowTitle}</h3>
        <SmallMultiples panels={flowPanels} label="Flows" {...shared} />
      </Picturable>
    </section>
  );
}

function shownOf(flows: ReturnType<typeof flowsByRank>, hidden: HiddenFlows) {
  return flows.filter(
    ({ index, groupIndex }) => !isHidden(hidden, { groupIndex, flowIndex: index }),
  );
}

/** The same upper edge for all panels: what no mean of a bucket exceeds. */
function highestOf(grids: readonly (SeriesGrid | undefined)[], metric: string): number {
  const tops = grids.flatMap((grid) =>
    [...(grid?.flows.values() ?? [])].map((columns) => {
      const column = columns[metric];
      return column === undefined ? 0 : (largest({ mean: column.mean }) ?? 0);
    }),
  );
  return Math.max(0, ...tops) * 1.05;
}
