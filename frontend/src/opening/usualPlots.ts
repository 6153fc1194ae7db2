import { LANE_IDS, PANE_IDS, type PaneId } from '@/charts/model';

/** Panes that start switched off. */
export const OFF_AT_FIRST: ReadonlySet<string> = new Set<PaneId>(['rates']);

/** What is drawn where an address says nothing of it. */
export const USUAL_PLOTS = {
  panes: PANE_IDS.filter((name) => !OFF_AT_FIRST.has(name)),
  lanes: LANE_IDS.filter((name) => !OFF_AT_FIRST.has(name)),
  isGoodput: false,
  hasSsthresh: false,
  variables: [],
  linkIndex: 0,
};
