/** The two algorithms of the comparison as a stage draws them: pure. */
import { flowCount, groupLabel } from '@/analysis/scenario/describe';
import { EMPTY_SERIES, type SeriesGrid } from '@/analysis/series/series';
import type { Scenario } from '@/api/types';
import type { StageRun } from '@/charts/model';

/** A point of a curve is the mean over so long. */
export const POINT_SECONDS = 1;

export interface ArmParts {
  readonly scenario: Scenario;
  readonly title: string;
  /** null: not asked for yet; axes and references are there without it. */
  readonly runId: string | null;
  readonly series: SeriesGrid | undefined;
  readonly isBaseline: boolean;
  readonly isPale: boolean;
}

/** A run with one curve for each group of flows; a group of the comparison has one flow. */
export function armRun(parts: ArmParts): StageRun {
  const { scenario, title, runId, series, isBaseline, isPale } = parts;
  const { rate_bps } = scenario.bottleneck;
  return {
    id: runId ?? title,
    label: title,
    role: isBaseline ? 'baseline' : 'current',
    facts: {
      durationSeconds: scenario.duration_s,
      capacityBps: rate_bps,
      fairShareBps: rate_bps / flowCount(scenario),
      packetBytes: scenario.packet_bytes,
      bufferBytes: null,
    },
    flows: scenario.flows.map(({ label, rtt_s }, index) => ({
      index,
      groupIndex: index,
      label: groupLabel(label, index),
      baseRttSeconds: rtt_s,
      bdpBytes: (rate_bps * rtt_s) / 8,
    })),
    series: series ?? noSeries(scenario),
    phases: [],
    events: [],
    simulatedSeconds: series?.timeSeconds.at(-1) ?? 0,
    isPale,
  };
}

/** Without a sample the axis says already over which window its curves will be averaged. */
function noSeries({ sample_interval_s }: Scenario): SeriesGrid {
  const bucketSamples = Math.max(1, Math.round(POINT_SECONDS / sample_interval_s));
  return { ...EMPTY_SERIES, sampleIntervalSeconds: sample_interval_s, bucketSamples };
}
