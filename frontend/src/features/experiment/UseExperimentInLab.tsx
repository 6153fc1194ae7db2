import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { experimentSteps, objectOf } from '@/analysis/labs/fromResult';
import type { Experiment } from '@/api/experiments/experiments';
import { experimentSearch } from '@/state/experimentUrl';
import { UseInLab } from '@/steps/UseInLab';

interface UseExperimentInLabProps {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}

/** A map over the axes of the experiment, coloured by the number that the page shows. */
export function UseExperimentInLab({ experiment, onClose }: UseExperimentInLabProps) {
  const { metric } = experimentSearch.parse(useSearch({ strict: false }));
  const { steps, notice } = useMemo(() => madeOf(experiment, metric), [experiment, metric]);
  const name = experiment.name || 'A lab';
  return <UseInLab steps={steps} notice={notice} name={name} onClose={onClose} />;
}

const USUAL_METRICS = ['throughput_ratio', 'jain_index', 'utilisation_ratio'];

function madeOf({ name, axes, metrics, experiment, seeds }: Experiment, wanted?: string) {
  const found = [wanted, ...USUAL_METRICS].flatMap(
    (each) => metrics.find((metric) => metric.name === each) ?? [],
  )[0];
  return experimentSteps({
    name,
    base: objectOf(experiment.base),
    axes,
    baselineIndex: experiment.baseline_index ?? 0,
    firstSeed: seeds[0] ?? 1,
    metric: found?.name ?? '',
    metricTitle: found?.label ?? '',
  });
}
