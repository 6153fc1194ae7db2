import { capital } from './fragments';

/**
 * Phases are told apart by position as well as by tone: what raises the rate fills the upper half
 * of its lane, what lowers it the lower half, start-up both, steady state is the thin line, and
 * what stops sending is a block of ink.
 */
export type PhaseForm = 'full' | 'upper' | 'lower' | 'line' | 'ink';

const FORMS: readonly (readonly [RegExp, PhaseForm])[] = [
  [/probe_rtt|probertt/, 'ink'],
  [/rto|loss$/, 'ink'],
  [/startup|slow_start|^css$|hystart|conservative/, 'full'],
  [/drain|down|recovery/, 'lower'],
  [/cruise|avoidance|steady/, 'line'],
  [/refill|up$|probe_up/, 'upper'],
];

export function phaseForm(phase: string): PhaseForm {
  const name = phase.toLowerCase();
  return FORMS.find(([pattern]) => pattern.test(name))?.[1] ?? 'line';
}

/** `probe_bw_up` as people say it. */
export function phaseName(phase: string): string {
  const bare = phase.replace(/^(probe_bw|congestion)_/, '').replace(/_/g, ' ');
  // Conservative slow start (RFC 9406).
  if (bare === 'css') return 'CSS';
  return capital(bare === 'probe rtt' ? 'ProbeRTT' : bare);
}

/** A reason or an event kind, written by the core with underscores, in words. */
export function inWords(name: string): string {
  return name.replace(/_/g, ' ');
}

export interface Interval {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** The interval after all that happens at the moment; undefined if there is none. */
export function intervalAt<T extends Interval>(
  intervals: readonly T[],
  timeSeconds: number,
): T | undefined {
  return intervals.findLast(
    ({ startSeconds, endSeconds }) => startSeconds <= timeSeconds && timeSeconds <= endSeconds,
  );
}
