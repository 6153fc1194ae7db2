/** From what the server says of runs to what the page draws: pure. */
import { flowCount, groupLabel } from '@/analysis/describe';
import { algorithmsText, distinctLabels } from '@/analysis/differences';
import { EMPTY_SERIES, type SeriesGrid } from '@/analysis/series';
import { isOver, type Derived, type Run, type Scenario, type Timeline } from '@/api/types';
import type { StageEvent, StageFacts, StageFlow, StageRun } from '@/charts/model';

/** More curves than this say nothing; each group then shows its first ones. */
const MOST_FLOWS_DRAWN = 24;

/** The flows to draw, numbered through as the core does, group after group. */
export function drawnFlows(scenario: Scenario): StageFlow[] {
  const mostOfGroup = Math.max(1, Math.floor(MOST_FLOWS_DRAWN / scenario.flows.length));
  const flows: StageFlow[] = [];
  let first = 0;
  scenario.flows.forEach(({ label, count, rtt_s }, groupIndex) => {
    const name = groupLabel(label, groupIndex);
    for (let member = 0; member < Math.min(count, mostOfGroup); member += 1) {
      flows.push({
        index: first + member,
        groupIndex,
        label: count > 1 ? `${name} ${member + 1}` : name,
        baseRttSeconds: rtt_s,
        bdpBytes: (scenario.bottleneck.rate_bps * rtt_s) / 8,
      });
    }
    first += count;
  });
  return flows;
}

function stageFacts(run: Run, derived: Derived | null): StageFacts {
  const { scenario, result } = run;
  return {
    durationSeconds: scenario.duration_s,
    capacityBps: scenario.bottleneck.rate_bps,
    fairShareBps: scenario.bottleneck.rate_bps / flowCount(scenario),
    packetBytes: scenario.packet_bytes,
    bufferBytes: result?.link.buffer_bytes ?? derived?.buffer_bytes ?? null,
  };
}

/** How runs are told apart on the page, in their order. */
export function runLabels(runs: readonly Run[], titleOf: (algorithm: string) => string): string[] {
  return distinctLabels(
    runs.map(({ name, seed, scenario }) => ({
      name,
      seed,
      algorithms: scenario.flows.map(({ algorithm }) => titleOf(algorithm.name)),
    })),
  );
}

export function runAlgorithms(run: Run, titleOf: (algorithm: string) => string): string {
  return algorithmsText(run.scenario.flows.map(({ algorithm }) => titleOf(algorithm.name)));
}

export interface StageParts {
  readonly run: Run;
  readonly label: string;
  readonly derived: Derived | null;
  readonly series: SeriesGrid | undefined;
  readonly timeline: Timeline | undefined;
  readonly isBaseline: boolean;
}

export function stageRun(parts: StageParts): StageRun {
  const { run, label, derived, series, timeline, isBaseline } = parts;
  const times = series?.timeSeconds ?? [];
  return {
    id: run.id,
    label,
    role: isBaseline ? 'baseline' : 'current',
    facts: stageFacts(run, derived),
    flows: drawnFlows(run.scenario),
    series: series ?? EMPTY_SERIES,
    phases: (timeline?.phases ?? []).map((phase) => ({
      flowIndex: phase.flow_index,
      startSeconds: phase.start_s,
      endSeconds: phase.end_s,
      phase: phase.phase,
      reason: phase.reason,
    })),
    events: eventsOf(timeline),
    simulatedSeconds: run.status === 'done' ? run.scenario.duration_s : (times.at(-1) ?? 0),
    isPale: isOver(run.status) && run.status !== 'done',
  };
}

/** Phases that are over in a moment are events too, with the reason for which they were entered. */
const MOMENTARY = new Set(['probe_rtt', 'drain']);

function eventsOf(timeline: Timeline | undefined): StageEvent[] {
  if (timeline === undefined) return [];
  const own = timeline.events.map(({ time_s, flow_index, kind, reason }) => ({
    timeSeconds: time_s,
    flowIndex: flow_index,
    kind,
    reason,
  }));
  const entered = timeline.phases
    .filter(({ phase }) => MOMENTARY.has(phase))
    .map(({ start_s, flow_index, phase, reason }) => ({
      timeSeconds: start_s,
      flowIndex: flow_index,
      kind: phase,
      reason,
    }));
  return [...own, ...entered].sort((a, b) => a.timeSeconds - b.timeSeconds);
}
