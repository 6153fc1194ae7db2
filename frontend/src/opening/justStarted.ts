/**
 * Runs that were just started in this window. Their page draws them as time passes; a run
 * that is opened later stands there whole.
 */
const started = new Set<string>();

export function noteStarted(id: string): void {
  started.add(id);
}

export function wasJustStarted(id: string): boolean {
  return started.has(id);
}

/** It has been seen: opened again, it is a run like any other. */
export function forgetStarted(id: string): void {
  started.delete(id);
}
