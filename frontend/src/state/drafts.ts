/**
 * The drafts of this browser. Each lies under a key of its own, so that two tabs that edit two
 * drafts do not overwrite one another. There are bounds, because all drafts together have to fit
 * into one message when work moves to another browser.
 */
import { useSyncExternalStore } from 'react';

import { createListeners } from '@/analysis/replay/listeners';

import { toContent, toDraft, toKept, type Draft, type DraftContent } from './draft';
import { readStored, removeStored, storedKeys, writeStored } from './storage';

export const MAX_DRAFTS = 100;
/** The server takes a body of 1 MiB; the rest is for the frame around the drafts. */
export const MAX_TOTAL_BYTES = 900_000;

/** `full`: too many or too large. `refused`: the browser keeps nothing (more). */
export type Outcome = 'kept' | 'full' | 'refused';

const PREFIX = 'lab-draft-2:';
const CURRENT_KEY = 'lab-draft-current';
const DELETED_KEY = 'lab-drafts-deleted';
const OLD_KEY = 'lab-draft-1';
const MAX_DELETED = 200;

const listeners = createListeners();
let cached: readonly Draft[] | null = null;

/** All drafts, the last edited one first. */
export function listDrafts(): readonly Draft[] {
  cached ??= readAll();
  return cached;
}

export function useDrafts(): readonly Draft[] {
  return useSyncExternalStore(subscribe, listDrafts);
}

export function findDraft(id: string): Draft | null {
  return listDrafts().find((draft) => draft.id === id) ?? null;
}

/** The draft that was edited last in this browser, or was opened since. */
export function currentDraft(): Draft | null {
  const id = readStored(CURRENT_KEY);
  return (id === null ? null : findDraft(id)) ?? listDrafts()[0] ?? null;
}

export function setCurrentDraft(id: string): void {
  writeStored(CURRENT_KEY, id);
}

/** Random. `crypto.randomUUID` does not exist where a class reaches the lab without TLS. */
export function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps an edited text under an id, old or new. One over a bound is not kept. */
export function saveDraft(id: string, name: string, content: DraftContent): Outcome {
  const before = findDraft(id);
  const updatedAt = new Date().toISOString();
  const { text, seed, base } = content;
  return store([{ id, name, updatedAt, syncedAt: before?.syncedAt ?? null, text, seed, base }]);
}

/** Keeps drafts as they are, with the times that they have. All of them or none. */
export function store(drafts: readonly Draft[]): Outcome {
  forgetCache();
  const ids = new Set(drafts.map(({ id }) => id));
  const others = listDrafts().filter(({ id }) => !ids.has(id));
  const isMore = others.length + drafts.length > listDrafts().length;
  if (isMore && others.length + drafts.length > MAX_DRAFTS) return 'full';
  const before = bytesOf(listDrafts());
  const after = bytesOf([...others, ...drafts]);
  // A browser that is over the bound already can still make its drafts smaller.
  if (after > MAX_TOTAL_BYTES && after > before) return 'full';
  const areKept = drafts.every((draft) => writeStored(PREFIX + draft.id, keptText(draft)));
  changed();
  return areKept ? 'kept' : 'refused';
}

export function deleteDraft(id: string): void {
  removeStored(PREFIX + id);
  writeStored(DELETED_KEY, JSON.stringify([id, ...deletedIds()].slice(0, MAX_DELETED)));
  changed();
}

/** Brings a draft back that has just been deleted. */
export function restoreDraft(draft: Draft): Outcome {
  const others = [...deletedIds()].filter((id) => id !== draft.id);
  writeStored(DELETED_KEY, JSON.stringify(others));
  return store([draft]);
}

/** Drafts that were deleted here, so that another browser's copy does not bring them back. */
export function deletedIds(): ReadonlySet<string> {
  const ids = parse(readStored(DELETED_KEY));
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
}

function readAll(): readonly Draft[] {
  takeOverOldDraft();
  return storedKeys(PREFIX)
    .flatMap((key) => toDraft(parse(readStored(key))) ?? [])
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || a.id.localeCompare(b.id));
}

/** There was one draft without a name before there were many. */
function takeOverOldDraft(): void {
  const stored = readStored(OLD_KEY);
  if (stored === null) return;
  const content = toContent(parse(stored));
  if (content !== null) {
    const id = newDraftId();
    const scenario = parse(content.text);
    const updatedAt = new Date().toISOString();
    const draft: Draft = { id, name: nameOf(scenario), updatedAt, syncedAt: null, ...content };
    if (!writeStored(PREFIX + id, keptText(draft))) return;
    setCurrentDraft(id);
  }
  removeStored(OLD_KEY);
}

function nameOf(scenario: unknown): string {
  if (typeof scenario !== 'object' || scenario === null) return '';
  const { name } = scenario as Record<string, unknown>;
  return typeof name === 'string' ? name : '';
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function bytesOf(drafts: readonly Draft[]): number {
  return new TextEncoder().encode(JSON.stringify(drafts.map(toKept))).length;
}

function keptText(draft: Draft): string {
  return JSON.stringify(toKept(draft));
}

function changed(): void {
  forgetCache();
  listeners.notify();
}

function forgetCache(): void {
  cached = null;
}

function subscribe(listener: () => void): () => void {
  const leave = listeners.subscribe(listener);
  // Another tab has written.
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith(PREFIX)) {
      forgetCache();
      listener();
    }
  };
  window.addEventListener('storage', onStorage);
  return () => {
    leave();
    window.removeEventListener('storage', onStorage);
  };
}
