/** What can be undone: a list of states before and after the present one. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last change was about, and when: typing on in one field is one step. */
  readonly last: { readonly subject: string; readonly atMs: number } | null;
}

const MOST_STEPS = 200;
const ONE_STEP_MS = 1000;

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], last: null };
}

/**
 * A new present. Changes of one subject shortly after one another are undone together; one without
 * a subject is always a step of its own.
 */
export function record<T>(
  history: History<T>,
  present: T,
  subject: string,
  atMs: number,
): History<T> {
  const { past, last } = history;
  const goesOn = subject !== '' && last?.subject === subject && atMs - last.atMs < ONE_STEP_MS;
  const kept = goesOn ? past : [...past, history.present].slice(-MOST_STEPS);
  return { past: kept, present, future: [], last: { subject, atMs } };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  const future = [history.present, ...history.future];
  return { past: history.past.slice(0, -1), present: before, future, last: null };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, last: null };
}
