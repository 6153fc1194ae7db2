import { createContext, use } from 'react';

import type { RunView } from './url';

/** Runs that a page shows without their ids in its address: those of a link. */
interface ShownRuns {
  /** The current one first, then its baseline, then the others. */
  readonly ids: readonly string[];
  /** Stands for the address, where the page has none to change. */
  readonly view?: RunView;
}

const Context = createContext<ShownRuns | null>(null);

export const ShownRunsProvider = Context.Provider;

/** null where the address names the runs. Those of a link can be forked, not changed. */
export function useShownRuns(): ShownRuns | null {
  return use(Context);
}
