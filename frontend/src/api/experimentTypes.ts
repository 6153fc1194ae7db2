/** What the experiment endpoints say, as docs/experiments.md has it. */
import type { ExperimentDefinition } from '@/analysis/experimentDefinition';

import type { Scenario } from './types';

export type ExperimentStatus = 'running' | 'paused' | 'done' | 'cancelled';

export interface AxisPoint {
  readonly text: string;
  /** One for each move. */
  readonly values: readonly unknown[];
}

export interface AxisRead {
  readonly label: string;
  readonly role: 'arm' | null;
  /** What moves along it, in the order of the values. */
  readonly paths: readonly string[];
  readonly points: readonly AxisPoint[];
  /** Of the first path's values; empty if they have none. */
  readonly unit: string;
  readonly scale: 'linear' | 'logarithmic' | 'category';
}

export interface ExperimentProgress {
  readonly unit_count: number;
  readonly done_count: number;
  readonly failed_count: number;
  readonly stored_count: number;
  readonly running_count: number;
  readonly seconds_left: number | null;
  /** Rises when a number is added. */
  readonly revision: number;
}

export interface Metric {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly definition: string;
  /** The value that is fair; null where there is none. */
  readonly fair: number | null;
  readonly scale: 'linear' | 'logarithmic';
  readonly average: 'arithmetic' | 'geometric';
}

export interface Experiment {
  readonly id: string;
  readonly name: string;
  readonly status: ExperimentStatus;
  readonly experiment: ExperimentDefinition;
  readonly axes: readonly AxisRead[];
  readonly cell_count: number;
  readonly seeds: readonly number[];
  readonly core_version: string | null;
  readonly is_mine: boolean;
  readonly paper: string | null;
  readonly progress: ExperimentProgress;
  readonly running_cells: readonly number[];
  readonly cell_counts_url: string | null;
  readonly metrics: readonly Metric[];
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface ExperimentChecked {
  readonly cell_count: number;
  readonly unit_count: number;
  readonly stored_unit_count: number;
  /** Of what is missing, as `predicted_s`. */
  readonly predicted_packets: number;
  readonly predicted_s: number | null;
  readonly axes: readonly AxisRead[];
  readonly largest: { readonly cell_index: number; readonly predicted_packets: number };
}

type Numbers = readonly (number | null)[];

export interface ExperimentMap {
  readonly metric: string;
  readonly revision: number;
  /** By cell index; null where nothing is known. */
  readonly cells: {
    readonly count: readonly number[];
    readonly mean: Numbers;
    readonly median: Numbers;
    readonly low: Numbers;
    readonly high: Numbers;
  };
}

export interface ExperimentDifferences {
  readonly metric: string;
  readonly kind: 'difference' | 'ratio';
  readonly revision: number;
  readonly baseline_index: number;
  readonly cells: {
    readonly count: Numbers;
    readonly mean: Numbers;
    readonly low: Numbers;
    readonly high: Numbers;
    readonly is_distinguishable: readonly (boolean | null)[];
    readonly nearer_fair_count: Numbers;
  };
}

export interface ArmEllipse {
  /** null: there is no axis of arms. */
  readonly arm_index: number | null;
  readonly count: number;
  readonly mean_x: number;
  readonly mean_y: number;
  readonly axis_x: number;
  readonly axis_y: number;
  readonly angle_rad: number;
}

export interface ExperimentPoints {
  readonly x: string;
  readonly y: string;
  readonly revision: number;
  /** Columns of the units that have both numbers. */
  readonly points: {
    readonly cell_index: readonly number[];
    readonly seed: readonly number[];
    readonly x: readonly number[];
    readonly y: readonly number[];
  };
  readonly ellipses: readonly ArmEllipse[];
}

export interface Estimate {
  readonly count: number;
  readonly mean: number | null;
  readonly median: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly bootstrap_low: number | null;
  readonly bootstrap_high: number | null;
}

export interface ExperimentCell {
  readonly cell_index: number;
  readonly point_indices: readonly number[];
  readonly texts: readonly string[];
  readonly scenario: Scenario;
  readonly scenario_digest: string;
  readonly core_version: string | null;
  readonly seeds: readonly number[];
  /** By metric, one for each seed. */
  readonly numbers: Readonly<Record<string, Numbers>>;
  readonly estimates: Readonly<Record<string, Estimate>>;
  readonly failures: readonly {
    readonly seed: number;
    readonly reason: string;
    readonly core_version: string;
  }[];
}

export type ExperimentListed = Omit<
  Experiment,
  'experiment' | 'seeds' | 'running_cells' | 'cell_counts_url' | 'metrics'
> & { readonly replication_count: number };

/** How far each cell is, by cell index. */
export interface CellCounts {
  readonly revision: number;
  readonly done: readonly number[];
  readonly failed: readonly number[];
}
