/** The choice of curves in the address: pure. */
import { LINE_STYLES, PANE_IDS, type PaneId } from '@/charts/model';
import type { CompareView } from '@/state/compareUrl';

import type { CompareViewState } from './useCompareView';

const USUAL_PANES: readonly PaneId[] = ['throughput', 'rtt', 'window', 'queue'];
/** Overlaid lines of more items than this are hard to distinguish. */
const MOST_OVERLAID = 3;

/** The panes that are drawn, in the usual order. */
export function shownPanes({ plots }: Pick<CompareView, 'plots'>): readonly PaneId[] {
  if (plots === undefined) return USUAL_PANES;
  const names = plots.split('.');
  return PANE_IDS.filter((id) => names.includes(id));
}

/** The word of the address after a pane is switched; undefined: as usual. */
export function togglePane(view: CompareView, pane: PaneId): string | undefined {
  const shown = shownPanes(view);
  const wanted = PANE_IDS.filter((id) => shown.includes(id) !== (id === pane));
  // One stays: a page without any would have no address.
  if (wanted.length === 0) return view.plots;
  return wanted.join() === USUAL_PANES.join() ? undefined : wanted.join('.');
}

/** Side by side unless few are compared: of too many no line styles are left to overlay them. */
export function isSmall({ view, items }: Pick<CompareViewState, 'view' | 'items'>): boolean {
  if (items.length > LINE_STYLES.length) return true;
  return view.draw === undefined ? items.length > MOST_OVERLAID : view.draw === 'small';
}
