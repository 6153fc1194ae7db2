import { PHASE_EFFECTS, type PhaseEffect } from '@/generated/kindTitles';

import { capital } from './fragments';

/**
 * Phases are distinguished by position as well as by tone: one that raises the rate fills the upper
 * half of its lane, one that lowers it the lower half, start-up both, steady state is the thin
 * line, and one that stops sending is a block of ink.
 */
export type PhaseForm = 'full' | 'upper' | 'lower' | 'line' | 'ink';

const FORMS: Readonly<Record<PhaseEffect, PhaseForm | undefined>> = {
  start_up: 'full',
  raises: 'upper',
  lowers: 'lower',
  steady: 'line',
  pauses: 'ink',
};

/** What a user's own module declares of its phases. */
export type DeclaredEffects = Readonly<Record<string, PhaseEffect | undefined>>;

/**
 * As the module declares it, else as the core's algorithms that have a phase of this name; a name
 * that neither knows is drawn as steady.
 */
export function phaseForm(phase: string, declared: DeclaredEffects = {}): PhaseForm {
  const effect = declared[phase] ?? PHASE_EFFECTS[phase] ?? 'steady';
  // A module may call a phase `constructor`, which every object has.
  return FORMS[effect] ?? 'line';
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
