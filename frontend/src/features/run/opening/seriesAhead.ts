import type { QueryClient } from '@tanstack/react-query';

import { askForCurves } from '@/api/series';
import type { Run } from '@/api/types';
import { flowCount } from '@/analysis/scenario/describe';

import { seriesRequest } from './seriesRequest';
import { USUAL_PLOTS } from '../view/useRunView';
import { curveFlows, MOST_LINES, usualCurves } from '../view/view';

/** Both rails by the width of the window, as run.module.css has them; on a phone there are none. */
const RAILS_PX = [
  { above: 1240, px: 256 + 320 },
  { above: 760, px: 216 + 280 },
  { above: 0, px: 0 },
] as const;

/**
 * Asks for the curves of a run together with the run, as its page will: the same request, so that
 * the page finds it under way. Where more is needed to know it, the page asks by itself.
 */
export async function askSeriesAhead(
  queryClient: QueryClient,
  run: Pick<Run, 'id' | 'scenario'>,
): Promise<void> {
  const { id, scenario } = run;
  const mode = usualCurves([run]);
  // The lines of many flows depend on the result, and small plots ask for themselves.
  if (mode === 'small' || flowCount(scenario) > MOST_LINES) return;
  const flows = [curveFlows(scenario, mode, null)];
  const drawn = { scenarios: [scenario], flows, mode, zoom: null, widthPx: usualWidthPx() };
  await askForCurves(queryClient, id, seriesRequest(drawn, USUAL_PLOTS));
}

/** Of the plots, before they are there: if it is another one, the page asks again. */
function usualWidthPx(): number {
  const { innerWidth } = window;
  const rails = RAILS_PX.find(({ above }) => innerWidth > above);
  return innerWidth - (rails?.px ?? 0);
}
