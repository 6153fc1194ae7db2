import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { LANE_IDS, PANE_IDS, type LaneId, type PaneId, type TimeRange } from '@/charts/model';
import { isToggled, toggleName, type RunView } from '@/state/url';

/** Panes that start switched off. */
const OFF_AT_FIRST: ReadonlySet<string> = new Set<PaneId>(['rates']);

const PHONE = '(max-width: 760px)';

/** What the address says of this page, and how to change it. */
export function useRunView() {
  const { id } = useParams({ from: '/runs/$id' });
  const view = useSearch({ from: '/runs/$id' });
  const navigate = useNavigate({ from: '/runs/$id' });

  const change = useCallback(
    (next: (view: RunView) => RunView, isStep = false) =>
      void navigate({ search: next, replace: !isStep, resetScroll: false }),
    [navigate],
  );
  const isShown = useCallback(
    (name: PaneId | LaneId) => isToggled(view.toggled, name) === OFF_AT_FIRST.has(name),
    [view.toggled],
  );
  const panes = useMemo(() => PANE_IDS.filter(isShown), [isShown]);
  const lanes = useMemo(() => LANE_IDS.filter(isShown), [isShown]);
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const { from, to } = view;
  const zoom = useMemo<TimeRange | null>(
    () => (from === undefined || to === undefined ? null : [from, to]),
    [from, to],
  );

  return {
    id,
    view,
    // A run beside itself shows nothing new.
    ids: useMemo(
      () => (view.with === undefined || view.with === id ? [id] : [id, view.with]),
      [id, view.with],
    ),
    // A phone has no room for the labels of two runs: they stand below one another there.
    isSide: view.layout === 'side' || isPhone,
    panes,
    lanes,
    zoom,
    isShown,
    toggle: (name: PaneId | LaneId) =>
      change((old) => ({ ...old, toggled: toggleName(old.toggled, name) })),
    setZoom: useCallback(
      (fromSeconds: number, toSeconds: number) =>
        change((old) => ({ ...old, from: rounded(fromSeconds), to: rounded(toSeconds) }), true),
      [change],
    ),
    /** The same without a step to go back to: dragging and playing. */
    slideZoom: useCallback(
      (fromSeconds: number, toSeconds: number) =>
        change((old) => ({ ...old, from: rounded(fromSeconds), to: rounded(toSeconds) })),
      [change],
    ),
    setFrozen: useCallback(
      (seconds: number | null) =>
        change((old) => ({ ...old, at: seconds === null ? undefined : rounded(seconds) })),
      [change],
    ),
    resetZoom: useCallback(
      () => change((old) => ({ ...old, from: undefined, to: undefined })),
      [change],
    ),
    setLayout: (isSide: boolean) =>
      change((old) => ({ ...old, layout: isSide ? 'side' : undefined })),
    flowAddress: useMemo(
      () => ({
        hide: view.hide,
        pin: view.pin,
        change: (next: { hide?: string | undefined; pin?: string | undefined }) =>
          change((old) => ({ ...old, ...next })),
      }),
      [view.hide, view.pin, change],
    ),
    toggleTable: () => change((old) => ({ ...old, table: old.table === true ? undefined : true })),
    compareWith: (other: string | null) =>
      change((old) => ({ ...old, with: other ?? undefined }), true),
  };
}

export type RunViewState = ReturnType<typeof useRunView>;

/** Milliseconds are enough for an address. */
function rounded(seconds: number): number {
  return Math.max(0, Number(seconds.toFixed(3)));
}
