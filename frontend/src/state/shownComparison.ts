import { createContext, use } from 'react';

import type { ComparedItem, CompareView } from './compareUrl';

/** A comparison that a page shows without its items in its address: that of a link. */
interface ShownComparison {
  readonly items: readonly ComparedItem[];
  readonly baseline: number;
  /** Stands for the address, where the page has none to change. */
  readonly view?: CompareView;
}

const Context = createContext<ShownComparison | null>(null);

export const ShownComparisonProvider = Context.Provider;

/** null where the address names the items. Those of a link can be compared further, not changed. */
export function useShownComparison(): ShownComparison | null {
  return use(Context);
}
