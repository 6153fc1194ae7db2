/** The phase of a flow at a moment, why it began and how long it lasts: pure. */
import { bisector } from 'd3-array';

import type { Interval } from './phases';

/** A phase of a flow. */
interface FlowPhase extends Interval {
  readonly flowIndex: number;
  readonly phase: string;
  readonly reason: string;
}

export interface PhaseState {
  readonly phase: string;
  readonly reason: string;
  /** Since the phase began. */
  readonly elapsedSeconds: number;
  readonly lengthSeconds: number;
}

export type PhasesByFlow = ReadonlyMap<number, readonly FlowPhase[]>;

/** Sorted by their start within each flow, so that a moment is found without a search of all. */
export function phasesByFlow(phases: readonly FlowPhase[]): PhasesByFlow {
  const byFlow = new Map<number, FlowPhase[]>();
  for (const phase of phases) {
    const own = byFlow.get(phase.flowIndex);
    if (own === undefined) byFlow.set(phase.flowIndex, [phase]);
    else own.push(phase);
  }
  for (const own of byFlow.values()) own.sort((a, b) => a.startSeconds - b.startSeconds);
  return byFlow;
}

const byStart = bisector((phase: FlowPhase) => phase.startSeconds);

/** The phase after all that happens at the moment, as in replay; null if there is none. */
export function phaseStateAt(
  phases: readonly FlowPhase[] | undefined,
  timeSeconds: number,
): PhaseState | null {
  if (phases === undefined) return null;
  const found = phases[byStart.right(phases, timeSeconds) - 1];
  if (found === undefined || timeSeconds > found.endSeconds) return null;
  return {
    phase: found.phase,
    reason: found.reason,
    elapsedSeconds: timeSeconds - found.startSeconds,
    lengthSeconds: found.endSeconds - found.startSeconds,
  };
}
