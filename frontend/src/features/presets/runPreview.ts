import type { QueryClient } from '@tanstack/react-query';

import { readSeeds } from '@/api/seeds';
import { runShared } from '@/api/sharedRuns';
import type { Scenario } from '@/api/types';

import type { BatchNews } from './batch';

const SEED = 1;

/**
 * Runs the start of one seed under both algorithms, so that something comes at once. It ends with
 * the runs: what is read of them comes when it comes, and the first whole seed does not wait. What
 * goes wrong here goes wrong with that seed, too, which says so.
 */
export async function runPreview(
  queryClient: QueryClient,
  starts: readonly Scenario[],
  signal: AbortSignal,
  tell: (news: Pick<BatchNews, 'preview' | 'previewRun'>) => void,
): Promise<void> {
  const works = starts.map((scenario) => ({ scenario, seed: SEED, queue: 'interactive' as const }));
  try {
    await runShared(queryClient, works, works.length, signal, (_, previewRun) =>
      tell({ previewRun }),
    );
  } catch {
    return;
  }
  if (signal.aborted) return;
  readSeeds(starts, [SEED]).then(
    (preview) => {
      if (!signal.aborted && preview.seeds.length > 0) tell({ preview });
    },
    () => undefined,
  );
}
