/** What this browser keeps of experiments on a site: themselves, and numbers of their runs. */
import type { Scenario } from '@/api/types';

import { keptIn } from '../database';
import type { KnownUnit } from '../units';

/** As backend/lab/site/experiments.py plans it. */
export interface Plan {
  /** JSON, as Python wrote it. */
  readonly definition: string;
  readonly seeds: readonly number[];
  readonly stored_count: number;
  /** Numbers of runs that every map is made of, beside those of its metric. */
  readonly compared: readonly string[];
  readonly cells: readonly { readonly scenario: Scenario; readonly scenario_digest: string }[];
}

export interface KeptExperiment {
  readonly id: string;
  readonly name: string;
  readonly forked_from: string | null;
  readonly status: 'running' | 'paused' | 'done' | 'cancelled';
  readonly pause_reason: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  /** Of the core that computes it. */
  readonly behaviour_version: number;
  readonly plan: Plan;
  /** Why a run has no numbers, by `placeOf`. */
  readonly failures: Readonly<Record<string, string>>;
}

/** What Python answers beside the plan of a new one. */
export type Named = Pick<KeptExperiment, 'name' | 'forked_from'>;

/** The numbers of one seed of some settings, which equal runs share. */
export interface KeptUnit extends KnownUnit {
  /** Of equal work, as of runs. */
  readonly key: string;
}

export const keptExperiments = keptIn<KeptExperiment>('fairtt-lab-site-experiments', 'id');
export const keptUnits = keptIn<KeptUnit>('fairtt-lab-site-units', 'key');

export function placeOf(cell: number, seed: number): string {
  return `${cell} ${seed}`;
}
