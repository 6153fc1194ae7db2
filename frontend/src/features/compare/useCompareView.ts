import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import {
  formatItems,
  itemText,
  parseCompareView,
  parseItems,
  withoutDoubles,
  type ComparedItem,
  type CompareView,
} from '@/state/compareUrl';

/** What the address says of this page, and how to change it. */
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
  const view: CompareView = useSearch({ from: '/compare' });
  const navigate = useNavigate({ from: '/compare' });
  const items = useMemo(() => parseItems(view.of), [view.of]);
  const baseline = Math.min(view.baseline ?? 0, Math.max(0, items.length - 1));
  const change = useCallback<CompareViewState['change']>(
    (changes) =>
      void navigate({
        search: (old) => parseCompareView({ ...old, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
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

function swapped<T>(list: readonly T[], one: number, other: number): T[] {
  const next = [...list];
  const [first, second] = [list[one], list[other]];
  if (first === undefined || second === undefined) return next;
  next[one] = second;
  next[other] = first;
  return next;
}
