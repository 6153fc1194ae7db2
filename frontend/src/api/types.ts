/** Short names of the generated types. */
import type { components } from './schema';

export type Schemas = components['schemas'];

export type Run = Schemas['RunRead'];
export type RunResult = Schemas['ResultRead'];
export type FlowResult = Schemas['FlowRead'];
export type RunStatus = Run['status'];
export type Scenario = Schemas['Scenario'];
export type FlowGroup = Schemas['FlowGroup'];
export type Preset = Schemas['Preset'];
export type PresetVariant = Schemas['PresetVariant'];
export type PresetNumber = Schemas['PresetNumber'];
export type ShippedPreset = Schemas['ShippedPreset'];
export type OpeningCase = Schemas['OpeningCase'];
export type SeedsTogether = Schemas['SeedsTogether'];
export type SeedArm = Schemas['SeedArm'];
export type Algorithm = Schemas['AlgorithmInfo'];
export type Checked = Schemas['ScenarioChecked'];
export type Derived = Schemas['Derived'];
export type Timeline = Schemas['TimelineRead'];
export type Phenomenon = Schemas['PhenomenonRead'];
export type RunEvent = Schemas['RunEventRead'];

const OVER: ReadonlySet<RunStatus> = new Set(['done', 'failed', 'cancelled']);

/** A run that is over never changes again. */
export function isOver(status: RunStatus): boolean {
  return OVER.has(status);
}

/** Those of which nothing is computed yet, with the seconds between two of their samples. */
export type Unsampled = ReadonlyMap<string, number>;

export function unsampledOf(runs: readonly Run[]): Unsampled {
  const without = runs.filter(
    ({ status, progress }) => !isOver(status) && progress.sample_count === 0,
  );
  return new Map(without.map(({ id, scenario }) => [id, scenario.sample_interval_s]));
}
