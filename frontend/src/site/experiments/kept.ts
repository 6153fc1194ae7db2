/** What this browser keeps of experiments on a site: themselves, and numbers of their runs. */
import type { Scenario } from '@/api/types';
import { SENDS_HANDSHAKES } from '@/core/plan';

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

/**
 * What older behaviours called a handshake of TCP had no packets; its digest is that of `none`. By
 * its old name the newest core would send packets, under the digest of an experiment without them.
 */
export function namedAsNow(kept: KeptExperiment): KeptExperiment {
  if (kept.behaviour_version >= SENDS_HANDSHAKES) return kept;
  const cells = kept.plan.cells.map((cell) => {
    const { transport } = cell.scenario;
    if (transport.handshake !== 'tcp') return cell;
    return {
      ...cell,
      scenario: { ...cell.scenario, transport: { ...transport, handshake: 'none' as const } },
    };
  });
  // Within a string a quote has a backslash before it: this finds keys only.
  const definition = kept.plan.definition.replace(/"handshake":\s*"tcp"/g, '"handshake": "none"');
  return { ...kept, plan: { ...kept.plan, cells, definition } };
}

export function placeOf(cell: number, seed: number): string {
  return `${cell} ${seed}`;
}
