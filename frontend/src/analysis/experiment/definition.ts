/** The definition of an experiment (version 1): a base scenario, axes, replications. */
import { isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';

interface ListValues {
  readonly kind: 'list';
  readonly values: readonly unknown[];
}

export interface RangeValues {
  /** Equal steps, or equal factors; both ends are among the values. */
  readonly kind: 'linear' | 'logarithmic';
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export type AxisValues = ListValues | RangeValues;

/** One field of the base and its value at each point of an axis. */
export interface Move {
  /** `flows.*` is every flow group. */
  readonly path: string;
  readonly values: AxisValues;
}

export interface Axis {
  readonly label: string;
  /** The points of an `arm` are compared with one another, pair by pair. */
  readonly role?: 'arm' | null;
  /** Moved together: as many values each. */
  readonly moves: readonly Move[];
  /** One for each point. */
  readonly names?: readonly string[] | null;
}

/** Cells get more seeds until the interval of a metric is narrow enough. */
export interface Precision {
  readonly metric: string;
  /** Of the mean of each cell, or of the paired ratio of each arm to the baseline. */
  readonly of?: 'mean' | 'effect';
  /** Half of the interval, as a share of the mean. */
  readonly within_ratio: number;
  /** No cell gets more seeds. */
  readonly most_count: number;
  /** No more runs in all cells together; null: as many as their seeds are. */
  readonly most_unit_count?: number | null;
}

export interface Replications {
  /** Of every cell; with a precision only the first ones. */
  readonly count: number;
  readonly first_seed: number;
  readonly precision?: Precision | null;
}

export interface ExperimentDefinition {
  readonly version: 1;
  readonly name: string;
  readonly base: JsonObject;
  readonly axes: readonly Axis[];
  /** The point of the arm axis that the others are compared with. */
  readonly baseline_index?: number | null;
  readonly replications: Replications;
}

export const MOST_AXES = 4;
export const MOST_CELLS = 10_000;
export const MOST_UNITS = 200_000;

/** An experiment and not a scenario: a scenario has no `base`. */
export function isExperiment(value: unknown): boolean {
  return isObject(value) && ('base' in value || 'axes' in value);
}
