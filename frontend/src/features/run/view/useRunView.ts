import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';

import { toInstant, toRange } from '@/analysis/numbers/instant';
import {
  LANE_IDS,
  PANE_IDS,
  type LaneId,
  type Pane,
  type PaneId,
  type TimeRange,
} from '@/charts/model';
import { OFF_AT_FIRST } from '@/opening/usualPlots';
import type { FocusAddress } from '@/state/flowFocus';
import type { Pace } from '@/state/pace';
import { useShownRuns } from '@/state/shownRuns';
import {
  comparedIds,
  isToggled,
  movedName,
  orderedNames,
  toggleName,
  type CurveMode,
  type RunView,
} from '@/state/url';

import { readVariables, writeVariable, type VariableChoice } from '../plots/variables';

/** Besides the current one: there are no more line styles. */
export const MOST_COMPARED = 5;
/** Overlaid lines of more runs than this are hard to distinguish. */
export const MOST_OVERLAID = 3;

const PHONE = '(max-width: 760px)';

/** The parts that the rail switches on and off. */
type PlotName = PaneId | LaneId | 'ranking';

/** The state of this page in the address and how to change it, grouped by subject. */
export function useRunView() {
  const shown = useShownRuns();
  const params = useParams({ strict: false });
  const id = shown?.ids[0] ?? params.id ?? '';
  const [address, change] = useAddress(shown?.view);
  const time = useTimeView(address, change);
  const plots = usePlotChoice(address, change);
  const replay = {
    isOn: address.replay === true,
    /** null: none is chosen. */
    pace: address.speed ?? null,
    toggle: () => change((old) => ({ ...old, replay: old.replay === true ? undefined : true })),
    setPace: (speed: Pace) => change((old) => ({ ...old, speed })),
  };
  const beside = useComparison(id, address, change, shown?.ids);
  const flows = useMemo<FocusAddress>(
    () => ({
      hide: address.hide,
      pin: address.pin,
      change: (next) => change((old) => ({ ...old, ...next })),
    }),
    [address.hide, address.pin, change],
  );
  return { time, plots, replay, beside, flows };
}

type RunViewState = ReturnType<typeof useRunView>;
/** Which moment and which range of time is shown. */
export type TimeView = RunViewState['time'];
/** Which plots there are, in which order, what they draw and which of them has a table. */
export type PlotChoice = RunViewState['plots'];
/** Whether packets are on the drawn path, and how fast. */
export type ReplayChoice = RunViewState['replay'];
/** Which runs stand beside this one, and which of them is the baseline. */
export type RunsBeside = RunViewState['beside'];

/** The view in the address, or where there is none to change (an embedded page) one in memory. */
function useAddress(fixed: RunView | undefined): readonly [RunView, Change] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [own, setOwn] = useState(fixed);
  const change = useCallback<Change>(
    (next, isStep = false) => {
      if (fixed !== undefined) setOwn((old) => next(old ?? {}));
      else {
        const search = (old: RunView) => next(old);
        void navigate({ to: '.', search, replace: !isStep, resetScroll: false });
      }
    },
    [navigate, fixed],
  );
  return [own ?? search, change];
}

type Change = (next: (view: RunView) => RunView, isStep?: boolean) => void;

/** Each choice of a range is a step to go back to. */
function useTimeView({ at, from, to }: RunView, change: Change) {
  return {
    /** The frozen moment. */
    frozenSeconds: at,
    freeze: useCallback(
      (seconds: number | null) =>
        // A link means this very moment: opened, it shows the same numbers.
        change((old) => ({ ...old, at: seconds === null ? undefined : toInstant(seconds) })),
      [change],
    ),
    zoom: useMemo<TimeRange | null>(
      () => (from === undefined || to === undefined ? null : [from, to]),
      [from, to],
    ),
    setZoom: useCallback(
      (fromSeconds: number, toSeconds: number) =>
        change((old) => ({ ...old, ...rangeOf(fromSeconds, toSeconds) }), true),
      [change],
    ),
    /** The same without a step to go back to: dragging and playing. */
    slideZoom: useCallback(
      (fromSeconds: number, toSeconds: number) =>
        change((old) => ({ ...old, ...rangeOf(fromSeconds, toSeconds) })),
      [change],
    ),
    resetZoom: useCallback(
      () => change((old) => ({ ...old, from: undefined, to: undefined }), true),
      [change],
    ),
  };
}

function usePlotChoice(view: RunView, change: Change) {
  const isShown = useCallback(
    (name: PlotName) => isToggled(view.toggled, name) === OFF_AT_FIRST.has(name),
    [view.toggled],
  );
  const order = useMemo(() => orderedNames(view.order, PANE_IDS), [view.order]);
  const panes = useMemo(() => order.filter(isShown), [order, isShown]);
  const flip = (name: 'packets' | 'ssthresh') => () =>
    change((old) => ({ ...old, [name]: old[name] === true ? undefined : true }));
  return {
    curves: view.curves,
    /** The link that capacity, queue and buffer are of: 0 is the bottleneck. */
    linkIndex: view.link ?? 0,
    setLink: (index: number) =>
      change((old) => ({ ...old, link: index === 0 ? undefined : index })),
    isGoodput: view.rate === 'goodput',
    hasSsthresh: view.ssthresh === true,
    hasPackets: view.packets === true,
    hasTables: view.table === true,
    order,
    isShown,
    panes,
    lanes: useMemo(() => LANE_IDS.filter(isShown), [isShown]),
    toggle: (name: PlotName) =>
      change((old) => ({ ...old, toggled: toggleName(old.toggled, name) })),
    toggleTable: () =>
      change((old) => ({
        ...old,
        table: old.table === true ? undefined : true,
        tables: undefined,
      })),
    variables: useMemo(() => readVariables(view.vars), [view.vars]),
    toggleVariable: (choice: VariableChoice) =>
      change((old) => ({ ...old, vars: toggleName(old.vars, writeVariable(choice)) })),
    hasTable: (name: Pane['id'] | LaneId) => view.table === true || isToggled(view.tables, name),
    toggleTableOf: (name: PaneId | LaneId) =>
      change((old) => ({ ...old, table: undefined, tables: toggleName(old.tables, name) })),
    setCurves: (curves: CurveMode) => change((old) => ({ ...old, curves })),
    setGoodput: (isGoodput: boolean) =>
      change((old) => ({ ...old, rate: isGoodput ? 'goodput' : undefined })),
    togglePackets: flip('packets'),
    /** Every packet between two times, which come into view. */
    showPackets: (fromSeconds: number, toSeconds: number) =>
      change((old) => ({ ...old, ...rangeOf(fromSeconds, toSeconds), packets: true }), true),
    toggleSsthresh: flip('ssthresh'),
    move: (name: PaneId, by: -1 | 1) =>
      change((old) => ({ ...old, order: movedName(order, name, by, panes, PANE_IDS) })),
  };
}

function useComparison(
  id: string,
  view: RunView,
  change: Change,
  shownIds: readonly string[] | undefined,
) {
  const navigate = useNavigate();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const ids = useMemo(
    // A run beside itself shows nothing new.
    () => shownIds ?? [id, ...comparedIds(view.with, view.base, id, MOST_COMPARED)],
    [shownIds, id, view.with, view.base],
  );
  const others = ids.slice(1);
  const listed = (ids: readonly string[]) => (ids.length === 0 ? undefined : ids.join('.'));
  // From a link this leads to the page of its runs: a link itself never shows anything else.
  const open = (current: string, change: (old: RunView) => RunView, resetScroll = false) =>
    void navigate({
      to: '/runs/$id',
      params: { id: current },
      search: () => change(view),
      resetScroll,
    });
  const setOthers = (ids: readonly string[]) =>
    open(id, (old) => ({ ...old, with: listed(ids), base: undefined }));
  return {
    /** The current run, then the others. */
    ids,
    /** Seeds, from 1 on, that the runs are compared over; null: only their own. */
    seedCount: view.over ?? null,
    layout: view.layout ?? ('overlay' as const),
    // A phone has no room for the labels of two runs: they stand below one another there.
    isSide: view.layout === 'side' || isPhone,
    setLayout: (isSide: boolean) =>
      change((old) => ({ ...old, layout: isSide ? 'side' : undefined })),
    addRun: (other: string) => setOthers([...others, other]),
    removeRun: (other: string) => setOthers(others.filter((each) => each !== other)),
    setBaseline: (other: string) =>
      open(id, (old) => ({ ...old, with: listed(others), base: other })),
    /** The other one becomes the current run, and this one takes its place. */
    makeCurrent: (other: string) =>
      open(other, (old) => ({
        ...old,
        with: listed(others.map((each) => (each === other ? id : each))),
        base: view.base === other ? id : view.base,
      })),
  };
}

function rangeOf(fromSeconds: number, toSeconds: number) {
  const [from, to] = toRange(fromSeconds, toSeconds);
  return { from, to };
}
