/**
 * What is typed, chosen or drawn in a step of a lab and not stored yet. It survives another step, a
 * reload and a tab that a phone discards; it ends with the tab, so that who comes to a shared
 * computer next does not find it.
 */
import { useState } from 'react';

import { readStored, removeStored, writeStored } from './storage';

const AREA = 'sessionStorage';

const keyOf = (attemptId: string, stepId: string) => `lab-step-draft:${attemptId}:${stepId}`;

/** The draft of a step, and how it changes; `stored` is what the service has, or where to begin. */
export function useStepDraft<T>(
  attemptId: string,
  stepId: string,
  stored: T,
): readonly [T, (next: T) => void] {
  const key = keyOf(attemptId, stepId);
  const [draft, setDraft] = useState<T>(() => (read(key) as T | undefined) ?? stored);
  const change = (next: T) => {
    setDraft(next);
    if (JSON.stringify(next) === JSON.stringify(stored)) removeStored(key, AREA);
    else writeStored(key, JSON.stringify(next), AREA);
  };
  return [draft, change];
}

/** Changes the draft of a step from another page, where it is an object or none. */
export function changeStepDraft(
  attemptId: string,
  stepId: string,
  change: (before: object) => object,
): void {
  const key = keyOf(attemptId, stepId);
  const before = read(key);
  const fields = typeof before === 'object' && before !== null ? before : {};
  writeStored(key, JSON.stringify(change(fields)), AREA);
}

/** It is stored: what the service has is what counts now. */
export function forgetStepDraft(attemptId: string, stepId: string): void {
  removeStored(keyOf(attemptId, stepId), AREA);
}

function read(key: string): unknown {
  const text = readStored(key, AREA);
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
