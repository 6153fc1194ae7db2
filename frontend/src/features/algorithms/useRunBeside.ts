import { useNavigate } from '@tanstack/react-router';

import { usePresets } from '@/api/catalog';
import { useOpenRuns } from '@/opening/startRuns';
import type { Scenario } from '@/api/types';

/** Two flows with unlike RTTs: the case that the lab opens with. */
export const PRESET_ID = 'elephant-and-mouse';

/**
 * Starts one scenario under two algorithms with one seed and opens both; the first is dashed.
 * With `seedCount` so many seeds of both are known, from 1 on.
 */
export function useRunBeside() {
  const presets = usePresets();
  const runs = useOpenRuns();
  const navigate = useNavigate();
  const preset = presets.data?.find(({ id }) => id === PRESET_ID) ?? presets.data?.[0];
  const scenario = preset?.variants[0]?.scenario;
  const start = (baseline: Scenario, current: Scenario, seed: number, seedCount?: number) => {
    const wanted = [baseline, current].map((each) => ({ scenario: each, seed, name: null }));
    runs.mutate(wanted, {
      onSuccess: ([first, second]) => {
        if (first === undefined || second === undefined) return;
        void navigate({
          to: '/runs/$id',
          params: { id: second.id },
          search: { with: first.id, over: seedCount },
        });
      },
    });
  };
  const run = (baseline: string, current: string, seed: number) => {
    if (scenario === undefined) return;
    start(underAlgorithm(scenario, baseline), underAlgorithm(scenario, current), seed);
  };
  return {
    presetTitle: preset?.title ?? null,
    isMissing: presets.isError || (presets.isSuccess && scenario === undefined),
    start,
    run,
    /** The case under an algorithm; null: it is not known yet. */
    under: (name: string) => (scenario === undefined ? null : underAlgorithm(scenario, name)),
    isStarting: runs.isPending,
    error: runs.error,
  };
}

/** The same scenario with every flow under one algorithm, in its default setting. */
function underAlgorithm(scenario: Scenario, name: string): Scenario {
  return {
    ...scenario,
    flows: scenario.flows.map((flow) => ({ ...flow, algorithm: { name, parameters: {} } })),
  };
}
