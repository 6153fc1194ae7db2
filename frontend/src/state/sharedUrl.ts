import { parseCompareView, type CompareView } from './compareUrl';
import { parseExperimentView, type ExperimentView } from './experimentUrl';
import { parseRunView, type RunView } from './url';

/** The address of a link after its token: that of whichever page it shows. */
export type SharedView = RunView & ExperimentView & CompareView;

/** What is compared is in the link itself. */
const HELD = { of: undefined, baseline: undefined, seeds: undefined };

/** The kind of the link is not known yet, so that all pages keep what they know. */
export function parseSharedView(raw: Readonly<Record<string, unknown>>): SharedView {
  const compared = parseCompareView({ ...raw, ...HELD });
  return { ...parseRunView(raw), ...parseExperimentView(raw), ...compared };
}
