/**
 * Why a measured flow was as fast as it was: what limited it, what it lost and the parts of its
 * RTT, each statement with whether the file has it (measured), it follows from what the file has
 * (inferred), or the file does not say. Rules: docs/reading-files.md, "Why". Pure.
 */
import type { Limit } from '@/analysis/imports/evidence';
import { meanRttOf, type MeasuredFlow, type MeasuredTrace } from '@/analysis/imports/types';
import { limitsOf } from './whyLimits';
import { type LossPlaces, lossPlaces } from './whyLosses';
import { lastLink, limitLinks, lossLinks, rttLinks } from './whyText';

export type Certainty = 'measured' | 'inferred' | 'unknown';

/** A statement of the chain, from the observation to its cause. */
export interface CauseLink {
  readonly about: 'limit' | 'losses' | 'rtt' | 'cause';
  readonly sentence: string;
  readonly certainty: Certainty;
}

export interface LimitShare {
  /** Several: one of them, and the file does not say which. None: unknown. */
  readonly limits: readonly Limit[];
  /** Of the time that the file describes. */
  readonly ratio: number;
  readonly certainty: Certainty;
}

/** Means over time; null: the file does not say. */
export interface RttParts {
  readonly mean_s: number | null;
  readonly base_s: number | null;
  readonly queue_s: number | null;
  readonly receiver_hold_s: number | null;
}

interface FlowCauses {
  readonly label: string;
  /** The largest share first; empty: it is unknown. */
  readonly limits: readonly LimitShare[];
  readonly rtt: RttParts;
  readonly losses: LossPlaces | null;
  readonly links: readonly CauseLink[];
}

export function causesOf(trace: MeasuredTrace): FlowCauses[] {
  return trace.flows.map(flowCauses);
}

function flowCauses(flow: MeasuredFlow): FlowCauses {
  const limits = limitsOf(flow);
  const rtt = rttParts(flow);
  const losses = lossPlaces(flow);
  const links = [
    ...limitLinks(flow, limits),
    ...lossLinks(flow, losses),
    ...rttLinks(flow, rtt),
    ...lastLink(limits, rtt, { losses, knowsBase: flow.evidence?.base_s !== undefined }),
  ];
  return { label: flow.label, limits, rtt, losses, links };
}

/** The base is the least RTT; the rest, without the receiver's part, is queue at any link. */
function rttParts(flow: MeasuredFlow): RttParts {
  const { min_rtt_s, evidence, direction } = flow;
  const mean_s = meanRttOf(flow);
  const receiver_hold_s = evidence?.hold_s ?? null;
  const base_s = min_rtt_s;
  const isWhole = mean_s !== null && base_s !== null && direction !== 'received';
  const queue_s = isWhole ? Math.max(0, mean_s - base_s - (receiver_hold_s ?? 0)) : null;
  return { mean_s, base_s, queue_s, receiver_hold_s };
}
