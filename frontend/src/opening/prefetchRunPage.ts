import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { readRun, runKey } from '@/api/runs/runs';
import { isOver, type Run } from '@/api/types';
import { loadPlotly } from '@/charts/PlotlyPlot';

/**
 * On pages from which runs are opened: fetches the code of the workbench and its plots while
 * nothing else is being loaded, so that a press of Run waits for the run alone.
 */
export function usePrefetchRunPage(): void {
  const router = useRouter();
  useEffect(() => {
    // A browser that does not say when it is idle, or whose owner saves data, loads it when needed.
    if (!('requestIdleCallback' in window) || savesData()) return;
    const handle = requestIdleCallback(() => {
      prefetchRunPage(router);
      void loadPlotly().catch(() => undefined);
    });
    return () => cancelIdleCallback(handle);
  }, [router]);
}

/** Fetches the code of the workbench, as a reader is about to go there. */
export function prefetchRunPage(router: ReturnType<typeof useRouter>): void {
  const route = router.routesById['/runs/$id'];
  // A part that did not come is asked for again where it is needed, and reported there.
  for (const code of [router.loadRouteChunk(route), import('./prefetchRun')])
    void Promise.resolve(code).catch(() => undefined);
}

/** Asks for a run that is over before its page does: a press is a tenth of a second long. */
export function usePrefetchRun() {
  const queryClient = useQueryClient();
  return (run: Pick<Run, 'id' | 'status' | 'scenario'>) => {
    const { id, status } = run;
    if (!isOver(status)) return;
    const asked = queryClient.query({
      queryKey: runKey(id),
      queryFn: () => readRun(id),
      staleTime: Infinity,
    });
    const curves = import('./prefetchRun').then(({ prefetchRunCurves }) =>
      prefetchRunCurves(queryClient, run),
    );
    // The page asks again, and says what is wrong.
    for (const each of [asked, curves]) each.catch(() => undefined);
  };
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
