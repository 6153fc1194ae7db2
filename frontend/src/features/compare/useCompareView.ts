import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';

import {
  formatItems,
  itemText,
  compareSearch,
  parseItems,
  withoutDoubles,
  type ComparedItem,
  type CompareView,
} from '@/state/compareUrl';
import { useShownComparison } from '@/state/shownComparison';

/** The state of this page in the address, and how to change it. */
export interface CompareViewState {
  readonly view: CompareView;
  readonly items: readonly ComparedItem[];
  readonly baseline: number;
  readonly change: (changes: { readonly [K in keyof CompareView]?: unknown }) => void;
  readonly setItems: (items: readonly ComparedItem[], baseline?: number) => void;
  readonly add: (items: readonly ComparedItem[]) => void;
  readonly remove: (index: number) => void;
  readonly move: (index: number, by: -1 | 1) => void;
}

export function useCompareView(): CompareViewState {
  const shown = useShownComparison();
  const [view, change] = useAddress();
  const items = useMemo(() => shown?.items ?? parseItems(view.of), [shown, view.of]);
  const wanted = shown?.baseline ?? view.baseline ?? 0;
  const baseline = Math.min(wanted, Math.max(0, items.length - 1));
  return useMemo(() => {
    const setItems = (next: readonly ComparedItem[], base = baseline) =>
      change({ of: formatItems(next), baseline: base === 0 ? undefined : base });
    /** The baseline stays the same item wherever that goes. */
    const keepingBaseline = (next: readonly ComparedItem[]) => {
      const held = items[baseline];
      const place = next.findIndex(
        (item) => held !== undefined && itemText(item) === itemText(held),
      );
      setItems(next, Math.max(0, place));
    };
    return {
      view,
      items,
      baseline,
      change,
      setItems,
      add: (more) => setItems(withoutDoubles([...items, ...more])),
      remove: (index) => keepingBaseline(items.filter((_, place) => place !== index)),
      move: (index, by) => keepingBaseline(swapped(items, index, index + by)),
    };
  }, [view, items, baseline, change]);
}

/**
 * The view in the address, or where there is none to change (an embedded page) one in memory. Other
 * items or another baseline than those of a link are a comparison of one's own.
 */
function useAddress(): readonly [CompareView, CompareViewState['change']] {
  const shown = useShownComparison();
  const fixed = shown?.view;
  const [own, setOwn] = useState(fixed);
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const text = JSON.stringify(own ?? compareSearch.parse(raw));
  const change = useCallback<CompareViewState['change']>(
    (changes) => {
      const next = (old: object) => compareSearch.parse({ ...old, ...changes });
      const isFork = shown !== null && OF_ITEMS.some((name) => name in changes);
      if (isFork) {
        const { items, baseline } = shown;
        const search = (old: object) => next({ ...old, of: formatItems(items), baseline });
        void navigate({ to: '/compare', search });
      } else if (fixed !== undefined) setOwn((old) => next(old ?? {}));
      else void navigate({ to: '.', search: next, replace: true, resetScroll: false });
    },
    [navigate, shown, fixed],
  );
  // The same address gives the same object, so that nothing is drawn anew for it.
  return [useMemo(() => JSON.parse(text) as CompareView, [text]), change];
}

/** The part of the state that decides the numbers, not their presentation. */
const OF_ITEMS = ['of', 'baseline', 'seeds', 'full'];

function swapped<T>(list: readonly T[], one: number, other: number): T[] {
  const next = [...list];
  const [first, second] = [list[one], list[other]];
  if (first === undefined || second === undefined) return next;
  next[one] = second;
  next[other] = first;
  return next;
}
