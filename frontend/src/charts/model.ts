/**
 * What a stage draws, as plain data: panes with lines and reference lines. Built by `panes.ts` from
 * runs, turned into Plotly traces by `traces.ts`, and read by the overlay for labels and cursor.
 */
import type { FlowMark } from '@/analysis/series/flowMarks';
import type { DeclaredEffects, Interval } from '@/analysis/series/phases';
import type { Scale } from '@/analysis/axes/ticks';
import type { SeriesGrid, Values } from '@/analysis/series/series';
import { short } from '@/analysis/numbers/shown';

/** A link that data passes. */
export interface PathLink {
  /** As paths number them: 0 is the bottleneck. */
  readonly index: number;
  readonly rateBps: number;
  /** What its policer lets pass, if it has one. */
  readonly tokenBps?: number;
  /** At its fastest; null: a trace sends packets at moments, and takes no time for one. */
  readonly fastestBps: number | null;
  /** It sends at that rate all the time. */
  readonly hasSteadyRate: boolean;
  /** Its delay is constant. */
  readonly hasSteadyDelay: boolean;
}

export interface StageFlow {
  readonly index: number;
  /** Flows of one group share a hue. */
  readonly groupIndex: number;
  readonly label: string;
  readonly baseRttSeconds: number;
  readonly bdpBytes: number;
  /** The links of its path; without it they are not known, and the drawn one stands for them. */
  readonly path?: readonly PathLink[];
  /** The time of an ACK in the links of the return path without waiting; without it none. */
  readonly ackSeconds?: number;
  /** Without it, or with true, the delay of the return path is constant. */
  readonly hasSteadyReturnPath?: boolean;
}

/** All flows of a group, drawn as their mean and the band of their percentiles. */
export interface StageGroup {
  readonly groupIndex: number;
  readonly label: string;
  /** Number of its first flow, as the core numbers them. */
  readonly firstIndex: number;
  /** Flows of it that are there, hidden or not. */
  readonly count: number;
  readonly baseRttSeconds: number;
  readonly bdpBytes: number;
  readonly path?: readonly PathLink[];
  readonly ackSeconds?: number;
  readonly hasSteadyReturnPath?: boolean;
}

/** The flows of a group that stand out in the curves of a metric. */
export interface FlowExtremes {
  /** Of the series. */
  readonly metric: string;
  readonly groupIndex: number;
  readonly highest: number;
  readonly lowest: number;
}

export interface PhaseInterval extends Interval {
  readonly flowIndex: number;
  readonly phase: string;
  readonly reason: string;
}

export interface StageEvent {
  readonly timeSeconds: number;
  readonly flowIndex: number;
  readonly kind: string;
  readonly reason: string;
  /** The sender stops for it, as in ProbeRTT. */
  readonly isPause?: boolean;
}

/** The line style says which run: the current one is solid, the baseline dashed. */
export type RunRole = 'current' | 'baseline' | 'other';
export const LINE_STYLES = [
  'solid',
  'dashed',
  'dotted',
  'dashdot',
  'longdash',
  'longdashdot',
] as const;
export type LineStyle = (typeof LINE_STYLES)[number];

/** Facts of a run that are known before its first sample. */
export interface StageFacts {
  readonly durationSeconds: number;
  readonly capacityBps: number;
  readonly fairShareBps: number;
  /** Where flows are due different rates, or different ones over time; else `fairShareBps` is all. */
  readonly fairShares?: readonly FairShare[];
  /** From the link to the receivers, at the start; without it 0. */
  readonly delaySeconds?: number;
  /** Its series `delay_s` is the propagation delay; of PIE it is the controller's. */
  readonly hasDelaySeries?: boolean;
  /** On the wire, headers included. */
  readonly packetBytes: number;
  /** Of `packetBytes`; 0 if goodput is not drawn. */
  readonly headerBytes?: number;
  /** Unknown until the server has said it. */
  readonly bufferBytes: number | null;
  /** Of a run over several links. */
  readonly links?: LinkFacts;
  /** Of the only link: all packets wait equally long, or an RTT says not how long theirs do. */
  readonly waits?: 'alike' | 'unknown';
}

/** What one flow is due over time: max-min, with demands and activity (docs/metrics.md). */
export interface FairShare {
  /** null: of several groups alike. */
  readonly groupIndex: number | null;
  /** Each holds until the next begins; 0 while the flow has nothing to send. */
  readonly steps: readonly { readonly fromSeconds: number; readonly bps: number }[];
}

/** Which of several links is drawn, and what passes it. */
export interface LinkFacts {
  readonly index: number;
  readonly names: readonly string[];
  /** Of all links together. */
  readonly eventRateBps: number;
  /** By group: its data passes the link. */
  readonly isPassed: readonly boolean[];
  /** Nothing but data waits there, and all of it equally long. */
  readonly waitsAlike: boolean;
}

export interface StageRun {
  readonly id: string;
  readonly label: string;
  readonly role: RunRole;
  /** How its lines are drawn; without it the role decides. */
  readonly style?: LineStyle;
  readonly facts: StageFacts;
  /** The flows that are drawn one by one. */
  readonly flows: readonly StageFlow[];
  /**
   * Where only some flows have a curve: the lowest and the highest of all flows of each group, by
   * the run's own numbers. Without it all flows are drawn, or nothing is known of the others.
   */
  readonly extremes?: readonly FlowExtremes[];
  /** Drawn instead of flows where there are too many of them. */
  readonly groups?: readonly StageGroup[];
  readonly series: SeriesGrid;
  readonly phases: readonly PhaseInterval[];
  /** By group, of those that run a module: what it declares of its phases. */
  readonly phaseEffects?: ReadonlyMap<number, DeclaredEffects>;
  readonly events: readonly StageEvent[];
  /** Phases and events end here, before the run does: more are not kept. Without it all are. */
  readonly recordedUntilSeconds?: number;
  /** Phases and events are there, but have not been loaded yet: empty lanes say nothing. */
  readonly isTimelineAwaited?: boolean;
  /** Of many flows they come with whole chunks, long after the curves. */
  readonly isTimelineInSteps?: boolean;
  /** Simulated so far; the duration when it is over. */
  readonly simulatedSeconds: number;
  /** Drawn pale: the run did not get to its end. */
  readonly isPale: boolean;
  /** A trace of a real network beside the runs: it has no link, no phases, no states. */
  readonly isMeasured?: boolean;
}

/** A worker writes phases and events of a run together with so many samples. */
const STEP_SAMPLES = 256;

/** What a lane says whose phases and events are on their way, or not all kept; else nothing. */
export function truncatedText(run: StageRun | undefined): string {
  if (run?.isTimelineAwaited === true) return 'loading';
  if (run?.isTimelineInSteps === true) {
    return `updates every ${short(STEP_SAMPLES * run.series.sampleIntervalSeconds)} s`;
  }
  const until = run?.recordedUntilSeconds;
  return until === undefined ? '' : `only to ${short(until)} s, more are not kept`;
}

export const PANE_IDS = ['throughput', 'rtt', 'window', 'rates', 'queue'] as const;
export type PaneId = (typeof PANE_IDS)[number];
/** Of chosen state variables: one pane for each unit. */
type VariablePaneId = `variables-${string}`;
export const LANE_IDS = ['phases', 'limits', 'events'] as const;
export type LaneId = (typeof LANE_IDS)[number];

/** Index of a flow group's hue, 0 to 5, or ink for what belongs to no flow. */
export type Hue = number | 'ink';

/** What the lines stand for: every flow, or the flows of a group together. */
export type Curves = 'flows' | 'groups';

export interface PaneLine {
  readonly key: string;
  readonly hue: Hue;
  readonly style: LineStyle;
  readonly widthPx: number;
  readonly opacity: number;
  readonly timeSeconds: readonly number[];
  readonly values: Values;
  readonly band: { readonly min: Values; readonly max: Values } | null;
  /** Filled down to zero instead of drawn as a line. */
  readonly isArea: boolean;
  /** What the gutter says; null: no label unless the line is highlighted. */
  readonly label: string | null;
  /** What the line is called when it is highlighted, and in the table; null: it is not named. */
  readonly name: string | null;
  /** The flow or group it belongs to; null: the link. */
  readonly mark: FlowMark | null;
}

/** What happened to packets at a place of the link in one bucket. */
export interface PaneTick {
  readonly kind: 'dropped' | 'lost' | 'marked';
  readonly timeSeconds: number;
  readonly packets: number;
}

export interface PaneReference {
  readonly value: number;
  readonly hue: Hue;
  readonly style: 'solid' | 'dotted';
  readonly label: string;
  /** Of another run than the current one: its label gives way to those of curves. */
  readonly isOther?: boolean;
}

export interface Pane {
  readonly id: PaneId | VariablePaneId;
  readonly title: string;
  readonly unit: string;
  /** The unit alone, where there is no room for more. */
  readonly shortUnit: string;
  /** Share of the height. */
  readonly weight: number;
  readonly scale: Scale;
  readonly lines: readonly PaneLine[];
  readonly references: readonly PaneReference[];
  /** Losses at their time, on the queue's pane. */
  readonly ticks?: readonly PaneTick[];
  readonly decimals: number;
}

export type TimeRange = readonly [fromSeconds: number, toSeconds: number];
