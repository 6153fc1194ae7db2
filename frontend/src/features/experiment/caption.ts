import { experimentCaption } from '@/analysis/scenario/pictureCaption';
import type { Experiment } from '@/api/experiments/experiments';

import { armsOf } from './arms';

/** The caption of a picture of an experiment; `shown` adds what the picture does not show. */
export function captionOf(experiment: Experiment, shown = ''): string {
  return experimentCaption({
    name: shown === '' ? experiment.name : `${shown}. ${experiment.name}`,
    arms: armsOf(experiment),
    seedCount: experiment.seeds.length,
    isMost: experiment.experiment.replications.precision != null,
    coreVersion: experiment.core_version,
  });
}
