import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { useOpenRuns } from '@/opening/startRuns';
import type { Scenario } from '@/api/types';

/** A run page shows two runs; a preset's further variants are opened from the editor. */
const MOST_TOGETHER = 2;

/**
 * Starts scenarios as runs of this browser with one seed and opens their page. The first scenario
 * is the baseline, dashed; the second is the current run. `seedCount` seeds, from 1 on, are known
 * of both: the page shows what these say.
 */
export function useRunTogether() {
  const { mutate, isPending: isStarting, error } = useOpenRuns();
  const navigate = useNavigate();
  const run = useCallback(
    (scenarios: readonly Scenario[], seed: number, seedCount: number) => {
      const together = scenarios.slice(0, MOST_TOGETHER);
      const wanted = together.map((scenario) => ({ scenario, seed, name: null }));
      mutate(wanted, {
        onSuccess: (runs) => {
          const current = runs.at(-1);
          const baseline = runs.length > 1 ? runs[0] : undefined;
          if (current === undefined) return;
          void navigate({
            to: '/runs/$id',
            params: { id: current.id },
            search: baseline === undefined ? {} : { with: baseline.id, over: seedCount },
          });
        },
      });
    },
    [mutate, navigate],
  );
  return useMemo(() => ({ run, isStarting, error }), [run, isStarting, error]);
}
