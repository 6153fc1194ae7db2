/** A scenario that is being edited: its text, right or wrong, and where it came from. */
import { packTraces, unpackTraces } from './packedTraces';

/** Where a scenario came from, to say what has changed since. */
export interface Base {
  readonly kind: BaseKind;
  readonly title: string;
  /** The scenario or the experiment as it was. */
  readonly text: string;
  /** The run that is forked, to compare with. */
  readonly runId: string | null;
  /** The experiment that is forked, or extended. */
  readonly experimentId?: string | null;
}

/** Of an `extension` only values and seeds grow: what comes of it is the same experiment. */
type BaseKind = (typeof BASE_KINDS)[number];

const BASE_KINDS = ['preset', 'run', 'file', 'experiment', 'extension'] as const;

export interface DraftContent {
  readonly text: string;
  readonly seed: number;
  readonly base: Base | null;
}

export interface Draft extends DraftContent {
  readonly id: string;
  /** The scenario's name as it was last readable. */
  readonly name: string;
  /** ISO time of the last change. */
  readonly updatedAt: string;
  /** `updatedAt` of the version that the server had last; null: it never went there. */
  readonly syncedAt: string | null;
}

/** A draft as it was stored; null for anything else. */
export function toDraft(value: unknown): Draft | null {
  const content = toContent(value);
  if (content === null) return null;
  const { id, name, updatedAt, syncedAt } = value as Record<string, unknown>;
  if (typeof id !== 'string' || typeof name !== 'string' || !isTime(updatedAt)) return null;
  return { id, name, updatedAt, syncedAt: isTime(syncedAt) ? syncedAt : null, ...content };
}

/** The part of a draft that is edited. */
export function toContent(value: unknown): DraftContent | null {
  if (typeof value !== 'object' || value === null) return null;
  const { text, seed, base } = value as Record<string, unknown>;
  if (typeof text !== 'string' || typeof seed !== 'number') return null;
  try {
    return withTexts({ text, seed, base: isBase(base) ? base : null }, unpackTraces);
  } catch {
    // Its packed trace is damaged.
    return null;
  }
}

/** A draft as it is kept, and goes to another browser: `toDraft` reads it. */
export function toKept(draft: Draft): Draft {
  return withTexts(draft, packTraces);
}

function withTexts<D extends DraftContent>(draft: D, change: (text: string) => string): D {
  const { text, base } = draft;
  return {
    ...draft,
    text: change(text),
    base: base === null ? null : { ...base, text: change(base.text) },
  };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isBase(value: unknown): value is Base {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, title, text, runId, experimentId } = value as Record<string, unknown>;
  const isKind = BASE_KINDS.some((each) => each === kind);
  const hasTexts = typeof title === 'string' && typeof text === 'string';
  return isKind && hasTexts && isId(runId) && isId(experimentId ?? null);
}

function isId(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
