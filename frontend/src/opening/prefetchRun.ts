/**
 * What is requested before the page of a run is there. Pages from which runs are opened import this
 * when they need it (`prefetchRunPage.ts`, `startRuns.ts`): it knows the plots of that page.
 */
import type { QueryClient } from '@tanstack/react-query';

import { runKey } from '@/api/runs/runs';
import { prefetchRunSamples, seriesKey } from '@/api/runs/series';
import { followEvents } from '@/api/runs/stream';
import { isOver, type Run } from '@/api/types';
import { flowCount } from '@/analysis/scenario/describe';
import { curveFlows, MOST_LINES, usualCurves } from '@/charts/panes/stageFlows';

import { seriesRequest } from './seriesRequest';
import { USUAL_PLOTS } from './usualPlots';
import { WAITS_MS } from './waits';

/** Of runs that are started together these many are followed before a page shows them. */
const MOST_FOLLOWED = 2;

/** Both rails by the width of the window, as run.module.css has them; on a phone there are none. */
export const RAILS_PX = [
  { above: 1240, px: 256 + 320 },
  { above: 760, px: 216 + 280 },
  { above: 0, px: 0 },
] as const;

/**
 * Runs that were just asked for, of which a page is about to open: their stream is opened before
 * that page is built, and their curves are asked for as soon as there are some.
 */
export async function prefetchRunEvents(
  queryClient: QueryClient,
  runs: readonly Run[],
): Promise<void> {
  // More are not shown on one page, or not at once.
  if (runs.length > MOST_FOLLOWED) return;
  for (const run of runs) if (isOver(run.status)) void prefetchRunCurves(queryClient, run);
  const live = runs.filter(({ status }) => !isOver(status)).map(({ id }) => id);
  const leave = followEvents(queryClient, live, (id) => prefetchBeforePage(queryClient, id));
  setTimeout(leave, WAITS_MS.pageOfStartedRun);
  // The stream is made at the end of this task, and a browser connects it in the next one. To
  // build a page is a long task, and the run is computed meanwhile.
  await Promise.resolve();
  await new Promise((done) => setTimeout(done));
}

/** Asks for what the page of a run will show, where that page is not there to ask by itself. */
async function prefetchBeforePage(queryClient: QueryClient, id: string): Promise<void> {
  const run = queryClient.getQueryData<Run>(runKey(id));
  if (run === undefined) return;
  const shown = queryClient.getQueryCache().findAll({ queryKey: seriesKey(id), type: 'active' });
  if (shown.length === 0) await prefetchRunCurves(queryClient, run);
}

/**
 * Asks for the curves of a run together with the run, as its page will: the same request, so that
 * the page finds it under way. Where more is needed to know it, the page asks by itself.
 */
export async function prefetchRunCurves(
  queryClient: QueryClient,
  run: Pick<Run, 'id' | 'scenario'>,
): Promise<void> {
  const { id, scenario } = run;
  const mode = usualCurves([run]);
  // The lines of many flows depend on the result, and small plots ask for themselves.
  if (mode === 'small' || flowCount(scenario) > MOST_LINES) return;
  const flows = [curveFlows(scenario, mode, null)];
  const drawn = { scenarios: [scenario], flows, mode, zoom: null, widthPx: usualWidthPx() };
  await prefetchRunSamples(queryClient, id, seriesRequest(drawn, USUAL_PLOTS));
}

/** Of the plots, before they are there: if it is another one, the page asks again. */
function usualWidthPx(): number {
  const { innerWidth } = window;
  const rails = RAILS_PX.find(({ above }) => innerWidth > above);
  return innerWidth - (rails?.px ?? 0);
}
