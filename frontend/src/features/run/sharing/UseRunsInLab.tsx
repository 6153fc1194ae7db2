import { runSteps } from '@/analysis/labs/fromResult';
import type { Run } from '@/api/types';
import { UseInLab } from '@/steps/UseInLab';

interface UseRunsInLabProps {
  readonly runs: readonly Run[];
  readonly onClose: () => void;
}

/** A run step of each run that is shown, with its scenario and seed. */
export function UseRunsInLab({ runs, onClose }: UseRunsInLabProps) {
  const steps = runSteps(
    runs.map(({ name, scenario, seed }) => ({ name: name || scenario.name, scenario, seed })),
  );
  const notice =
    steps.length === 1
      ? 'The step runs this scenario with this seed: every student gets this very result.'
      : `${steps.length} steps, one for each run, with its scenario and seed.`;
  const name = runs[0]?.name ?? '';
  return <UseInLab steps={steps} notice={notice} name={name || 'A lab'} onClose={onClose} />;
}
