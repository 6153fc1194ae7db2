import { compareSearch, type CompareView } from './compareUrl';
import { experimentSearch, type ExperimentView } from './experimentUrl';
import { runSearch, type RunView } from './url';

/** The address of a link after its token: that of whichever page it shows. */
type SharedView = RunView & ExperimentView & CompareView;

/** What is compared is in the link itself. */
const HELD = { of: undefined, baseline: undefined, seeds: undefined, full: undefined };

/** The kind of the link is not known yet, so that all pages keep what they know. */
export function parseSharedView(raw: Readonly<Record<string, unknown>>): SharedView {
  const compared = compareSearch.parse({ ...raw, ...HELD });
  return { ...runSearch.parse(raw), ...experimentSearch.parse(raw), ...compared };
}
