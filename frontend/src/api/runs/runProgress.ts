/** How far a run is that is being computed, from what its worker reports. */
import { toShortest } from '@/analysis/numbers/units';

import type { Run } from '@/api/types';

/** `storing`: all is simulated, not all is stored. `summing`: only the summary is missing. */
export type RunStage = 'simulating' | 'storing' | 'summing';

type Computed = Pick<Run, 'progress' | 'scenario'>;

/** Of a sample that falls on the end of the run, in samples. */
const ROUNDING = 1e-6;

/** The stage of a run whose status is running. */
export function stageOf({ progress, scenario }: Computed): RunStage {
  const { simulated_s, sample_count, duration_s } = progress;
  const interval = scenario.sample_interval_s;
  const last = Math.floor(duration_s / interval + ROUNDING);
  // A run that is too short for a sample has nothing to store.
  if (last > 0 && sample_count >= last) return 'summing';
  const lastSeconds = last > 0 ? last * interval : duration_s;
  return simulated_s < lastSeconds * (1 - ROUNDING) ? 'simulating' : 'storing';
}

/** `4 s of 10 s simulated`, then what the worker does after that. */
export function stageText(run: Computed): string {
  const { simulated_s, duration_s } = run.progress;
  switch (stageOf(run)) {
    case 'simulating':
      return `${Math.floor(simulated_s)} s of ${toShortest(duration_s)} s simulated`;
    case 'storing':
      return 'Simulated, storing the curves';
    case 'summing':
      return 'Curves stored, summing up';
  }
}
