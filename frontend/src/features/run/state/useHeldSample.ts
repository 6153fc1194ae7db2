import { useMemo } from 'react';

import type { Scenario } from '@/api/types';
import type { StageRun } from '@/charts/model';

import { firstOfGroups, useShownFlows } from './tableFlows';
import { useFrozenTime } from './useRestingTime';
import { useSample } from './useSample';

/** A rail has room for so many flows; the sheet has them all. */
export const MOST_COLUMNS = 3;

/**
 * The very sample of the moment that is held, of the link and of the flows that the rail shows: the
 * same for every part of the page, and on every screen, however wide.
 */
export function useHeldSample(scenario: Scenario, stage: StageRun) {
  const shown = useShownFlows(scenario);
  const flows = useMemo(() => firstOfGroups(shown, MOST_COLUMNS).slice(0, MOST_COLUMNS), [shown]);
  const frozenSeconds = useFrozenTime();
  const source = {
    runId: stage.id,
    sampleSeconds: stage.series.sampleIntervalSeconds,
    flowIndices: useMemo(() => flows.map(({ index }) => index), [flows]),
    flowCount: shown.length,
  };
  const heldSeconds =
    frozenSeconds === null ? null : Math.min(frozenSeconds, stage.simulatedSeconds);
  return { shown, flows, frozenSeconds, ...useSample(source, heldSeconds) };
}
