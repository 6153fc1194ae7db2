/** A run as a stage draws it; axes and references stand before its first sample. Pure. */
import { groupLabel } from '@/analysis/scenario/describe';
import {
  equalShareBps,
  groupsAtLink,
  plainShares,
  type WithGroups,
} from '@/analysis/scenario/links';
import { EMPTY_SERIES, type SeriesGrid } from '@/analysis/series/series';

import type { FairShare, StageFacts, StageRun } from '../model';

/** What of a scenario a stage is laid out by. */
export interface PlainScenario {
  readonly duration_s: number;
  readonly packet_bytes: number;
  readonly sample_interval_s: number;
  readonly bottleneck: { readonly rate_bps: number };
  readonly flows: readonly {
    readonly label: string;
    readonly count: number;
    readonly rtt_s: number;
    readonly path?: readonly string[];
  }[];
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

type Due = Partial<Pick<StageFacts, 'fairShareBps' | 'fairShares'>>;

/** What follows from a scenario: what a flow of each group is due from each time on. */
export interface Shares {
  readonly groups: readonly {
    readonly fair_share_steps: readonly {
      readonly from_s: number;
      readonly fair_share_bps: number;
    }[];
  }[];
}

/** More lines of what flows are due than this say nothing. */
const MOST_FAIR_SHARES = 4;

/** What the flows over a link are due: one number, or lines where it differs or changes. */
export function dueOf(scenario: WithGroups, { groups }: Shares, linkIndex: number): Due {
  const wanted = groupsAtLink(scenario, linkIndex);
  // Of a link of ACKs alone the bottleneck is drawn.
  const passing = wanted.some(({ passes }) => passes) ? wanted : groupsAtLink(scenario, 0);
  const shares = groups.flatMap(({ fair_share_steps }, groupIndex) => {
    const steps = fair_share_steps.map(({ from_s, fair_share_bps }) => ({
      fromSeconds: from_s,
      bps: fair_share_bps,
    }));
    return passing[groupIndex]?.passes === true ? [{ groupIndex, steps }] : [];
  });
  const alike = new Map<string, FairShare>();
  for (const share of shares) {
    const key = JSON.stringify(share.steps);
    alike.set(key, alike.has(key) ? { ...share, groupIndex: null } : share);
  }
  const fairShares = [...alike.values()];
  const [first, second] = fairShares;
  if (first === undefined || fairShares.length > MOST_FAIR_SHARES) return { fairShares: [] };
  const [always, changed] = first.steps;
  if (second !== undefined || always === undefined) return { fairShares };
  return changed === undefined
    ? { fairShareBps: always.bps }
    : { fairShares: [{ ...first, groupIndex: null }] };
}

/** Every group has one curve, the mean of its flows. */
export function plainStage(parts: PlainParts): StageRun {
  const { scenario, title, run, series } = parts;
  const { rate_bps } = scenario.bottleneck;
  return {
    id: run?.id ?? title,
    label: title,
    // Stages beside one another: the place tells the run, so every line is solid.
    role: 'current',
    facts: {
      durationSeconds: scenario.duration_s,
      capacityBps: rate_bps,
      ...(parts.due === undefined
        ? plainShares(scenario)
        : { fairShareBps: equalShareBps(scenario), ...parts.due }),
      packetBytes: scenario.packet_bytes,
      bufferBytes: run?.result?.link.buffer_bytes ?? null,
    },
    flows: scenario.flows.map(({ label, count, rtt_s }, index) => ({
      index,
      groupIndex: index,
      label: groupLabel(label, index) + (count > 1 ? `, each of ${count}` : ''),
      baseRttSeconds: rtt_s,
      bdpBytes: (rate_bps * rtt_s) / 8,
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
