/** A run as a stage draws it; axes and references stand before its first sample. Pure. */
import { groupLabel } from '@/analysis/scenario/describe';
import { firstPassedLink, flowsOverLink } from '@/analysis/scenario/network/links';
import { EMPTY_SERIES, type SeriesGrid } from '@/analysis/series/series';

import type { StageRun } from '../model';
import { plainShares, type Due } from './shares';
import { stageGroups, type GroupedScenario } from './stageGroups';

/** What of a scenario a stage is laid out by. */
export interface PlainScenario {
  readonly duration_s: number;
  readonly packet_bytes: number;
  readonly sample_interval_s: number;
  readonly bottleneck: GroupedScenario['bottleneck'];
  readonly links?: GroupedScenario['links'];
  readonly flows: GroupedScenario['flows'];
}

interface PlainRun {
  readonly id: string;
  readonly result: { readonly link: { readonly buffer_bytes: number } } | null;
}

interface PlainPhase {
  readonly flow_index: number;
  readonly start_s: number;
  readonly end_s: number;
  readonly phase: string;
  readonly reason: string;
}

export interface PlainParts {
  readonly scenario: PlainScenario;
  readonly title: string;
  readonly run: PlainRun | undefined;
  readonly series: SeriesGrid | undefined;
  readonly phases: readonly PlainPhase[];
  readonly simulatedSeconds: number;
  /** From where it is known better than from the scenario alone. */
  readonly due?: Due;
}

/** What bounds the curves: the bottleneck or, where no data passes it, the first link that does. */
function plainLink(scenario: PlainScenario) {
  const link = scenario.links?.[firstPassedLink(scenario) - 1];
  if (link === undefined)
    return { capacityBps: scenario.bottleneck.rate_bps, ...plainShares(scenario) };
  const { id, rate_bps: capacityBps } = link;
  return { capacityBps, fairShareBps: capacityBps / flowsOverLink(scenario, id), fairShares: [] };
}

/** Every group has one curve, the mean of its flows. */
export function plainStage(parts: PlainParts): StageRun {
  const { scenario, title, run, series } = parts;
  return {
    id: run?.id ?? title,
    label: title,
    // Stages beside one another: the place shows the run, so every line is solid.
    role: 'current',
    facts: {
      durationSeconds: scenario.duration_s,
      ...plainLink(scenario),
      ...parts.due,
      packetBytes: scenario.packet_bytes,
      bufferBytes: run?.result?.link.buffer_bytes ?? null,
    },
    flows: stageGroups(scenario).map(({ groupIndex, count, ...group }) => ({
      ...group,
      index: groupIndex,
      groupIndex,
      label:
        groupLabel(scenario.flows[groupIndex]?.label ?? '', groupIndex) +
        (count > 1 ? `, each of ${count}` : ''),
    })),
    series: series ?? { ...EMPTY_SERIES, sampleIntervalSeconds: scenario.sample_interval_s },
    phases: parts.phases.map((phase) => ({
      flowIndex: phase.flow_index,
      startSeconds: phase.start_s,
      endSeconds: phase.end_s,
      phase: phase.phase,
      reason: phase.reason,
    })),
    events: [],
    simulatedSeconds: parts.simulatedSeconds,
    isPale: false,
  };
}
