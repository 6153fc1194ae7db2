/** What somebody was editing, kept in the browser across reloads. */
import { readStored, writeStored } from './storage';

export interface Draft {
  readonly text: string;
  readonly seed: number;
}

const KEY = 'lab-draft-1';

export function readDraft(): Draft | null {
  const stored = readStored(KEY);
  if (stored === null) return null;
  try {
    const draft: unknown = JSON.parse(stored);
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

export function writeDraft(draft: Draft): void {
  writeStored(KEY, JSON.stringify(draft));
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { text, seed } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof seed === 'number';
}
