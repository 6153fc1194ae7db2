/** The state machine that the core describes for an algorithm, as a drawing reads it. */
import type { Algorithm } from '@/api/types';

export type StateMachine = Algorithm['machine'];
export type Transition = StateMachine['transitions'][number];

/** Stands for every state but the one that it leads to. */
export const ANY = '*';

/** Whether a transition has no one state to start from: it is drawn as a short arrow. */
export function isFromWithin(transition: Transition, { groups }: StateMachine): boolean {
  const { from_state: from, to_state: to } = transition;
  return from === ANY || groups.some(({ name, phases }) => name === from && phases.includes(to));
}
