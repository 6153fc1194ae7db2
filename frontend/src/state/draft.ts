/** What somebody was editing, kept in the browser across reloads. */
import { readStored, writeStored } from './storage';

/** Where a scenario came from, to say what has changed since. */
export interface Base {
  readonly kind: 'preset' | 'run' | 'file';
  readonly title: string;
  /** The scenario as it was. */
  readonly text: string;
  /** The run that is forked, to compare with. */
  readonly runId: string | null;
}

export interface Draft {
  readonly text: string;
  readonly seed: number;
  readonly base: Base | null;
}

const KEY = 'lab-draft-1';

export function readDraft(): Draft | null {
  const stored = readStored(KEY);
  if (stored === null) return null;
  try {
    const draft: unknown = JSON.parse(stored);
    return toDraft(draft);
  } catch {
    return null;
  }
}

export function writeDraft(draft: Draft): void {
  writeStored(KEY, JSON.stringify(draft));
}

function toDraft(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { text, seed, base } = value as Record<string, unknown>;
  if (typeof text !== 'string' || typeof seed !== 'number') return null;
  return { text, seed, base: isBase(base) ? base : null };
}

function isBase(value: unknown): value is Base {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, title, text, runId } = value as Record<string, unknown>;
  const isKind = kind === 'preset' || kind === 'run' || kind === 'file';
  const hasTexts = typeof title === 'string' && typeof text === 'string';
  return isKind && hasTexts && (runId === null || typeof runId === 'string');
}
