import { createContext, use } from 'react';

import type { ExperimentView } from './experimentUrl';

/** An experiment that a page shows without its id in its address: that of a link. */
interface ShownExperiment {
  readonly id: string;
  /** Stands for the address, where the page has none to change. */
  readonly view?: ExperimentView;
}

const Context = createContext<ShownExperiment | null>(null);

export const ShownExperimentProvider = Context.Provider;

/** null where the address names the experiment. */
export function useShownExperiment(): ShownExperiment | null {
  return use(Context);
}
