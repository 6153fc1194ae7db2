import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { setInText } from '@/analysis/scenario/fields/fieldPath';
import {
  type History,
  record,
  redo,
  startHistory,
  undo,
} from '@/analysis/scenario/changes/history';
import { parseText } from '@/analysis/scenario/problems/problems';
import type { DraftContent } from '@/state/draft';
import { newDraftId, type Outcome, saveDraft, setCurrentDraft } from '@/state/drafts';
import { useUndoKeys } from '@/state/keys';

import type { Source } from './useSource';

/** Drafts whose histories are kept. */
const MOST_DRAFTS = 10;

/** The undo history of the drafts edited on this page, kept after leaving them. */
const histories = new Map<string, History<DraftContent>>();

function rememberHistory(id: string, history: History<DraftContent>): void {
  histories.delete(id);
  histories.set(id, history);
  const [oldest] = histories.keys();
  if (histories.size > MOST_DRAFTS && oldest !== undefined) histories.delete(oldest);
}

/** null: there is none, or another tab has changed the draft since. */
function rememberedHistory(id: string, text: string): History<DraftContent> | null {
  const history = histories.get(id);
  return history?.present.text === text ? history : null;
}

export interface EditedDocument extends DraftContent {
  /** `subject` says what is edited: changes of one subject in a row are one step to undo. */
  readonly change: (changes: Partial<DraftContent>, subject: string) => void;
  /** Sets fields where they stand in the text; undefined takes a field away. */
  readonly set: (fields: Readonly<Record<string, unknown>>) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the browser has stored the last change. */
  readonly outcome: Outcome;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The draft that is edited at this place of the browser's history. */
    draft?: string;
  }
}

/** Where the draft that was edited last is shown. */
type Address =
  | { readonly to: '/build'; readonly search: Record<never, never> }
  | { readonly to: '/experiments/new'; readonly search: { readonly draft: string } };

const BUILD: Address = { to: '/build', search: {} };

/**
 * The text that is edited, with its way back. Every change is kept in a draft of the browser;
 * `onText` hears of it before the page is drawn for it.
 */
export function useDocument(
  source: Source,
  address: Address = BUILD,
  onText?: (text: string) => void,
): EditedDocument {
  const { id, outcome, keep } = useKeptDraft(source);
  const [history, setHistory] = useState(() => {
    const { text, seed, base } = source;
    return rememberedHistory(id, text) ?? startHistory<DraftContent>({ text, seed, base });
  });
  const navigate = useNavigate();
  const router = useRouter();
  const show = (next: typeof history) => {
    if (next === history) return;
    if (next.present.text !== history.present.text) onText?.(next.present.text);
    setHistory(next);
    keep(next.present);
    rememberHistory(id, next);
    // From here on it is the draft: a reload must not bring back what was edited. Said once: the
    // router draws the page for it.
    if (router.latestLocation.state.draft === id) return;
    void navigate({ ...address, replace: true, state: (old) => ({ ...old, draft: id }) });
  };
  const change = (changes: Partial<DraftContent>, subject: string) =>
    show(record(history, { ...history.present, ...changes }, subject, Date.now()));
  const set = (fields: Readonly<Record<string, unknown>>) => {
    const text = Object.entries(fields).reduce(
      (edited, [path, value]) => setInText(edited, path, value),
      history.present.text,
    );
    // To take something away is a step of its own, also when the next item moves to its place.
    const takesAway = Object.values(fields).includes(undefined);
    const subject = takesAway ? '' : Object.keys(fields).join();
    if (text !== history.present.text) change({ text }, subject);
  };
  const back = () => show(undo(history));
  const forth = () => show(redo(history));
  useUndoKeys(back, forth);
  return {
    ...history.present,
    change,
    set,
    undo: back,
    redo: forth,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    outcome,
  };
}

/** The draft of a source: its own, or a new one that begins with the first change. */
function useKeptDraft(source: Source) {
  const [outcome, setOutcome] = useState<Outcome>('kept');
  const [id] = useState(() => source.draftId ?? source.newId ?? newDraftId());
  const name = useRef('');
  const keep = (content: DraftContent) => {
    // A text that can not be read at the moment keeps the name that it had.
    const named = parseText(content.text).value?.name;
    if (typeof named === 'string') name.current = named;
    setOutcome(saveDraft(id, name.current, content));
    setCurrentDraft(id);
  };
  return { id, outcome, keep };
}
