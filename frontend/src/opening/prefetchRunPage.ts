import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { loadPlotly } from '@/charts/PlotlyPlot';

/**
 * On pages from which runs are opened: fetches the code of the workbench and its plots while
 * nothing else is going on, so that a press of Run waits for the run alone.
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
  // Whoever needs what did not come asks for it again, and says so.
  void Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
