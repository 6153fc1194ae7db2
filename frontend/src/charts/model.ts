/**
 * What a stage draws, as plain data: panes with lines and reference lines. Built by `panes.ts` from
 * runs, turned into Plotly traces by `traces.ts`, and read by the overlay for labels and cursor.
 */
import type { Interval } from '@/analysis/phases';
import type { Scale } from '@/analysis/ticks';
import type { SeriesGrid, Values } from '@/analysis/series';

export interface StageFlow {
  readonly index: number;
  /** Flows of one group share a hue. */
  readonly groupIndex: number;
  readonly label: string;
  readonly baseRttSeconds: number;
  readonly bdpBytes: number;
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
}

/** The line style says which run: the current one is solid, the baseline dashed. */
export type RunRole = 'current' | 'baseline';

/** What is known of a run before its first sample. */
export interface StageFacts {
  readonly durationSeconds: number;
  readonly capacityBps: number;
  readonly fairShareBps: number;
  readonly packetBytes: number;
  /** Unknown until the server has said it. */
  readonly bufferBytes: number | null;
}

export interface StageRun {
  readonly id: string;
  readonly label: string;
  readonly role: RunRole;
  readonly facts: StageFacts;
  readonly flows: readonly StageFlow[];
  readonly series: SeriesGrid;
  readonly phases: readonly PhaseInterval[];
  readonly events: readonly StageEvent[];
  /** Simulated so far; the duration when it is over. */
  readonly simulatedSeconds: number;
  /** Drawn pale: the run did not get to its end. */
  readonly isPale: boolean;
}

export const PANE_IDS = ['throughput', 'rtt', 'window', 'rates', 'queue'] as const;
export type PaneId = (typeof PANE_IDS)[number];
export const LANE_IDS = ['phases', 'limits', 'events'] as const;
export type LaneId = (typeof LANE_IDS)[number];

/** Index of a flow group's hue, 0 to 5, or ink for what belongs to no flow. */
export type Hue = number | 'ink';
export type LineStyle = 'solid' | 'dashed' | 'dotted';

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
  /** What the gutter says; null: no label. */
  readonly label: string | null;
}

export interface PaneReference {
  readonly value: number;
  readonly hue: Hue;
  readonly style: 'solid' | 'dotted';
  readonly label: string;
}

export interface Pane {
  readonly id: PaneId;
  readonly title: string;
  readonly unit: string;
  /** The unit alone, where there is no room for more. */
  readonly shortUnit: string;
  /** Share of the height. */
  readonly weight: number;
  readonly scale: Scale;
  readonly lines: readonly PaneLine[];
  readonly references: readonly PaneReference[];
  readonly decimals: number;
}

export type TimeRange = readonly [fromSeconds: number, toSeconds: number];
