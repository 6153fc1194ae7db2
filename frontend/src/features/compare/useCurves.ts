import { useMemo } from 'react';

import { missingOf, useSeries } from '@/api/runs/series';
import type { Run } from '@/api/types';
import type { PaneId, TimeRange } from '@/charts/model';
import { metricsOf, type PaneOptions } from '@/charts/panes/panes';
import { itemText } from '@/state/compareUrl';

import { affordableSeeds, CURVE_SEEDS, curveSeeds, type ItemCurves } from './curves';
import { curveRuns, type Compared } from './useCompared';
import type { CompareViewState } from './useCompareView';
import { useSeedRuns, type SeedRuns, type SeedWork } from './useSeedRuns';

/** Points over the whole width of one stage. */
const POINTS = 500;
const PAD_SHARE = 0.05;

export interface Curves {
  readonly items: readonly ItemCurves[];
  /** Runs of cells whose curves are computed. */
  readonly cellRuns: SeedRuns;
  readonly missing: ReturnType<typeof missingOf>;
}

/** The series of a few seeds of every item; for those of cells ordinary runs are computed. */
export function useCurves(
  view: CompareViewState,
  compared: Compared,
  panes: readonly PaneId[],
  options: PaneOptions,
  zoom: TimeRange | null,
): Curves {
  const works = useMemo(() => cellWorks(view, compared), [view, compared]);
  const cellRuns = useSeedRuns(works);
  const runs = useMemo(() => runsOfItems(view, compared, cellRuns), [view, compared, cellRuns]);
  const ids = runs.flatMap((each) => each.map(({ id }) => id));
  const request = {
    metrics: metricsOf(panes, [], options),
    flowIndices: [],
    hasGroups: true,
    range: zoom === null ? null : padded(zoom),
    points: POINTS,
  };
  const series = useSeries(ids, request, true);
  const { data } = series;
  const items = useMemo(
    () =>
      view.items.flatMap((item, place): ItemCurves[] => {
        const own = runs[place] ?? [];
        const scenario = compared.comparison?.items[place]?.scenario;
        if (scenario === undefined) return [];
        const grids = own.flatMap(({ id, seed }) => {
          const grid = data.find((loaded) => loaded?.runId === id)?.grid;
          return grid === undefined ? [] : [[seed, grid] as const];
        });
        return [
          {
            key: itemText(item),
            label: compared.labels[place] ?? '',
            scenario,
            grids: new Map(grids),
            run: own[0],
          },
        ];
      }),
    [view.items, compared.comparison, compared.labels, runs, data],
  );
  return { items, cellRuns, missing: missingOf(series) };
}

/** A cell has numbers and no series: who looks at its curves starts runs of it. */
function cellWorks({ items, baseline }: CompareViewState, compared: Compared): SeedWork[] {
  const reads = compared.comparison?.items ?? [];
  const ofBaseline = reads[baseline]?.seeds ?? [];
  return items.flatMap((item, place) => {
    const read = reads[place];
    if (item.kind !== 'cell' || read === undefined) return [];
    const seeds = curveSeeds(read.seeds, ofBaseline).slice(0, affordableSeeds(read.scenario));
    return [{ key: `${itemText(item)} ${read.scenario_digest}`, scenario: read.scenario, seeds }];
  });
}

function runsOfItems(
  { items, baseline }: CompareViewState,
  compared: Compared,
  cellRuns: SeedRuns,
): Run[][] {
  const reads = compared.comparison?.items ?? [];
  const ofBaseline = reads[baseline]?.seeds ?? [];
  return items.map((item, place) => {
    const digest = reads[place]?.scenario_digest ?? '';
    const own =
      item.kind === 'runs'
        ? curveRuns(compared, item, place)
        : [...(cellRuns.runs.get(`${itemText(item)} ${digest}`)?.values() ?? [])];
    const done = own.filter(({ status }) => status === 'done');
    const seeds = curveSeeds(
      done.map(({ seed }) => seed),
      ofBaseline,
    );
    return seeds
      .flatMap((seed) => done.find((run) => run.seed === seed) ?? [])
      .slice(0, CURVE_SEEDS);
  });
}

/** A little more on both sides, so that curves run out of the view instead of starting in it. */
function padded([from, to]: TimeRange): TimeRange {
  const pad = (to - from) * PAD_SHARE;
  return [Math.max(0, from - pad), to + pad];
}
