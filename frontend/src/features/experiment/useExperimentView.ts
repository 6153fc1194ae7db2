import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';

import { cellCount } from '@/analysis/experiment/cells';
import { armAxisOf, firstCell, layoutOf, sizesOf, type Layout } from '@/analysis/experiment/layout';
import { ratioMetric, ratioParts } from '@/analysis/experiment/ratioMetric';
import type { AxisRead, Experiment, Metric } from '@/api/experiments/experiments';
import {
  EXPERIMENT_VIEWS,
  experimentSearch,
  type ExperimentView,
  type ExperimentViewKind,
} from '@/state/experimentUrl';
import { useShownExperiment } from '@/state/shownExperiment';

/** The shown part of an experiment, and how to change it. */
export interface Shown {
  readonly experiment: Experiment;
  readonly axes: readonly AxisRead[];
  readonly kind: ExperimentViewKind;
  readonly kinds: readonly ExperimentViewKind[];
  readonly metric: Metric;
  /** The scatter's metric to the side. */
  readonly against: Metric;
  readonly layout: Layout;
  readonly cell: number;
  readonly address: ExperimentView;
  readonly choose: (cell: number) => void;
  readonly change: (changes: Partial<Record<keyof ExperimentView, unknown>>) => void;
}

/** In this order the first that there is is shown. */
const USUAL_METRICS = ['throughput_ratio', 'jain_index', 'utilisation_ratio'];
/** A single group has no ratio, and a single flow is always fair. */
const USUAL_OF_ONE_GROUP = ['jain_index', 'utilisation_ratio'];
const USUAL_OF_ONE_FLOW = ['utilisation_ratio'];
const USUAL_DELAYS = ['group_0_mean_rtt_s', 'mean_queue_s', 'group_0_srtt_s'];
const USUAL_RATES = ['group_0_throughput_bps', 'throughput_bps'];

/** null: the experiment has no numbers to speak of. */
export function useExperimentView(experiment: Experiment): Shown | null {
  const [address, change] = useAddress();
  const choose = useCallback((cell: number) => change({ cell }), [change]);
  const { axes, metrics } = experiment;
  const kinds = useMemo(() => viewsOf(axes), [axes]);
  const kind = kinds.find((each) => each === address.view) ?? usualView(axes);
  const { x, y, by } = address;
  // Another cell leaves the layout as it is: maps are drawn anew only with another one.
  const layout = useMemo(
    () => layoutOf(axes, { x, y, by }, kind === 'line' ? 'line' : 'plane'),
    [axes, x, y, by, kind],
  );
  return useMemo(() => {
    const [some] = metrics;
    if (some === undefined) return null;
    const isScatter = kind === 'scatter';
    const usual = isScatter ? USUAL_RATES : usualMetrics(experiment);
    const wanted = experiment.experiment.replications.precision?.metric;
    const isKnown = address.cell !== undefined && address.cell < cellCount(sizesOf(axes));
    return {
      experiment,
      axes,
      kind,
      kinds,
      metric: metricOf(metrics, [address.metric, ...(isScatter ? [] : [wanted]), ...usual]) ?? some,
      against: metricOf(metrics, [address.against, ...USUAL_DELAYS]) ?? some,
      layout,
      cell: isKnown
        ? (address.cell ?? 0)
        : firstCell(axes, experiment.experiment.baseline_index ?? null),
      address,
      choose,
      change,
    };
  }, [experiment, axes, metrics, kinds, kind, layout, address, choose, change]);
}

/** The view in the address, or where there is none to change (an embedded page) one in memory. */
function useAddress(): readonly [ExperimentView, Shown['change']] {
  const fixed = useShownExperiment()?.view;
  const [own, setOwn] = useState(fixed);
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const text = JSON.stringify(own ?? experimentSearch.parse(raw));
  const change = useCallback<Shown['change']>(
    (changes) => {
      const next = (old: object) => experimentSearch.parse({ ...old, ...changes });
      if (fixed !== undefined) setOwn((old) => next(old ?? {}));
      else void navigate({ to: '.', search: next, replace: true, resetScroll: false });
    },
    [navigate, fixed],
  );
  // The same address gives the same object, so that nothing is drawn anew for it.
  return [useMemo(() => JSON.parse(text) as ExperimentView, [text]), change];
}

function viewsOf(axes: readonly AxisRead[]): ExperimentViewKind[] {
  const arm = armAxisOf(axes);
  const free = axes.filter((_, index) => index !== arm).length;
  return EXPERIMENT_VIEWS.filter((kind) => {
    if (kind === 'difference') return arm !== null && free > 0;
    return kind === 'map' || kind === 'line' ? free > 0 : true;
  });
}

function usualMetrics({ experiment }: Experiment): readonly string[] {
  // The value in the definition, from which defaults may be missing.
  const { flows } = experiment.base as { readonly flows?: readonly { readonly count?: number }[] };
  const [first] = flows ?? [];
  if (first === undefined || flows?.length !== 1) return USUAL_METRICS;
  return (first.count ?? 1) > 1 ? USUAL_OF_ONE_GROUP : USUAL_OF_ONE_FLOW;
}

/** Replications alone: their seeds; along one axis a line; else maps. */
function usualView(axes: readonly AxisRead[]): ExperimentViewKind {
  const free = axes.length - (armAxisOf(axes) === null ? 0 : 1);
  if (free === 0) return 'seeds';
  return free === 1 ? 'line' : 'map';
}

function metricOf(
  metrics: readonly Metric[],
  names: readonly (string | undefined)[],
): Metric | undefined {
  const found = (name: string | undefined) => metrics.find((metric) => metric.name === name);
  return names.flatMap((name) => {
    const parts = name === undefined ? null : ratioParts(name);
    if (parts === null) return found(name) ?? [];
    const [above, below] = parts.map(found);
    return above === undefined || below === undefined ? [] : ratioMetric(above, below);
  })[0];
}
