/** A scenario that somebody edits: its text, right or wrong, and where it came from. */
import { deflateSync } from 'fflate';

import { fromBase64Url, toBase64Url } from '@/analysis/links/base64';
import { inflate } from '@/analysis/links/inflate';

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
export type BaseKind = (typeof BASE_KINDS)[number];

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
  /** `updatedAt` of what the server had last; null: it never went there. */
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

// The delivery traces of links within the text of a draft, in little room: a browser keeps 5 MB,
// and its drafts fit into one message to another browser. A trace is 14 bytes a line of such a
// text, and less than one of them packed.

/** Shorter lists stay as they are. */
const LEAST_CHARACTERS = 2000;
/** Of a list as text: what a scenario may hold, with room for any indentation. */
const MOST_BYTES = 8_000_000;
/** Lists, of which each is up to some MB of text. */
const REMEMBERED = 8;
const MARK = 'packed trace 1:';
const LIST = new RegExp(
  String.raw`("opportunities_ms":\s*)\[([\d\s,]{${LEAST_CHARACTERS},})\]`,
  'g',
);
const PACKED = new RegExp(`("opportunities_ms":\\s*)"${MARK}([\\w-]+)"`, 'g');

/** The times as differences, which are small and alike, and what stands around them. */
type Parts = readonly [before: string, between: string, after: string, ...differences: number[]];

/** The text with its traces packed; those written by hand in uneven lines stay. */
export function packTraces(text: string): string {
  return text.replace(LIST, (all: string, name: string, list: string) => {
    const data = packed(list);
    return data === null ? all : `${name}"${MARK}${data}"`;
  });
}

/** The text as it was. Throws at one that is damaged. */
export function unpackTraces(text: string): string {
  return text.replace(PACKED, (_, name: string, data: string) => `${name}[${unpacked(data)}]`);
}

/** null: its numbers alone do not tell how it is written. */
const packed = remembering((list: string): string | null => {
  const parts = partsOf(list);
  if (listOf(parts) !== list) return null;
  return toBase64Url(deflateSync(new TextEncoder().encode(JSON.stringify(parts))));
});

const unpacked = remembering((data: string): string => {
  const bytes = inflate(fromBase64Url(data), MOST_BYTES);
  return listOf(JSON.parse(new TextDecoder().decode(bytes)) as Parts);
});

/** Every letter that is typed keeps the draft again, with the same traces. */
function remembering<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    const [oldest] = made.keys();
    if (made.size === REMEMBERED && oldest !== undefined) made.delete(oldest);
    made.set(text, result);
    return result;
  };
}

function partsOf(list: string): Parts {
  const [before = ''] = /^\s*/.exec(list) ?? [];
  const [after = ''] = /\s*$/.exec(list) ?? [];
  const [between = ','] = /\s*,\s*/.exec(list) ?? [];
  let last = 0;
  const differences = list.split(',').map((each) => {
    const difference = Number(each) - last;
    last += difference;
    return difference;
  });
  return [before, between, after, ...differences];
}

function listOf([before, between, after, ...differences]: Parts): string {
  let time = 0;
  const times = differences.map((each) => (time += each));
  return before + times.join(between) + after;
}
