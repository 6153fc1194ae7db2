/** A run of a case as a stage draws it; axes and references stand before its first sample. Pure. */
import { flowCount, groupLabel } from '@/analysis/describe';
import { EMPTY_SERIES, type SeriesGrid } from '@/analysis/series';
import type { Run, Scenario, Timeline } from '@/api/types';
import type { StageRun } from '@/charts/model';

export interface CaseStageParts {
  readonly scenario: Scenario;
  readonly title: string;
  readonly run: Run | undefined;
  readonly series: SeriesGrid | undefined;
  readonly timeline: Timeline | undefined;
}

export function caseStage({ scenario, title, run, series, timeline }: CaseStageParts): StageRun {
  const { rate_bps } = scenario.bottleneck;
  return {
    id: run?.id ?? title,
    label: title,
    // Two stages beside one another: the place tells the run, so every line is solid.
    role: 'current',
    facts: {
      durationSeconds: scenario.duration_s,
      capacityBps: rate_bps,
      fairShareBps: rate_bps / flowCount(scenario),
      packetBytes: scenario.packet_bytes,
      bufferBytes: run?.result?.link.buffer_bytes ?? null,
    },
    flows: scenario.flows.map(({ label, rtt_s }, index) => ({
      index,
      groupIndex: index,
      label: groupLabel(label, index),
      baseRttSeconds: rtt_s,
      bdpBytes: (rate_bps * rtt_s) / 8,
    })),
    series: series ?? { ...EMPTY_SERIES, sampleIntervalSeconds: scenario.sample_interval_s },
    phases: (timeline?.phases ?? []).map((phase) => ({
      flowIndex: phase.flow_index,
      startSeconds: phase.start_s,
      endSeconds: phase.end_s,
      phase: phase.phase,
      reason: phase.reason,
    })),
    events: [],
    simulatedSeconds: run?.status === 'done' ? scenario.duration_s : 0,
    isPale: false,
  };
}
