import { parseExperimentView, type ExperimentView } from './experimentUrl';
import { parseRunView, type RunView } from './url';

/** The address of a link after its token: that of whichever page it shows. */
export type SharedView = RunView & ExperimentView;

/** The kind of the link is not known yet, so that all pages keep what they know. */
export function parseSharedView(raw: Readonly<Record<string, unknown>>): SharedView {
  return { ...parseRunView(raw), ...parseExperimentView(raw) };
}
