/** Short names for the schemas of experiments. */
import type { ExperimentDefinition } from '@/analysis/experiment/definition';

import type { Schemas } from '@/api/types';

/** A definition as it is written, where the generated type has a branch for each kind of value. */
export type Experiment = Omit<Schemas['ExperimentRead'], 'experiment'> & {
  readonly experiment: ExperimentDefinition;
};
export type ExperimentListed = Schemas['ExperimentListed'];
export type ExperimentChecked = Schemas['ExperimentChecked'];
export type ExperimentMap = Schemas['ExperimentMap'];
export type ExperimentDifferences = Schemas['ExperimentDifferences'];
export type ExperimentPoints = Schemas['ExperimentPoints'];
export type ExperimentCell = Schemas['CellRead'];
export type Estimate = Schemas['CellEstimate'];
export type AxisRead = Schemas['AxisRead'];
export type Metric = Schemas['MetricRead'];
export type CellCounts = Schemas['CellCounts'];
export type ExperimentPrecision = Schemas['ExperimentPrecision'];
