import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import type { LabDraft } from '@/analysis/labs/draft';
import { canonicalJson } from '@/analysis/links/scenarioLink';
import {
  record,
  redo,
  startHistory,
  undo,
  type History,
} from '@/analysis/scenario/changes/history';
import { readLabDocument, writeLabDocument, type LabDocument } from '@/api/classes/labDocuments';
import { ProblemError } from '@/api/http/problem';
import { useUndoKeys } from '@/state/keys';

import { createSaver, type Saving } from './saver';

export interface EditedLab {
  readonly draft: LabDraft;
  readonly saving: Saving;
  /** Changes of one subject in a row are one step to undo; one without is always its own. */
  readonly change: (edit: (draft: LabDraft) => LabDraft, subject: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Writes at once what waits. */
  readonly flush: () => Promise<Saving>;
  /** The server has gone on otherwise, by a publication say. */
  readonly take: (document: LabDocument) => void;
  /** After another window has written: shows that version. What is here can be undone to. */
  readonly loadOther: () => Promise<void>;
  /** After another window has written: writes over it. */
  readonly keepMine: () => Promise<void>;
}

/** The draft that is edited, with its way back. Every change is kept on the server. */
export function useDraft(first: LabDocument): EditedLab {
  const [saver] = useState(() =>
    createSaver(first, (draft, revision) => write(first.id, draft, revision)),
  );
  const saving = useSyncExternalStore(saver.subscribe, saver.state);
  const [history, setHistory] = useState<History<LabDraft>>(() => startHistory(first.draft));
  // Two changes may come before the page is drawn again.
  const latest = useRef(history);
  const show = useCallback(
    (next: History<LabDraft>) => {
      if (next === latest.current) return;
      latest.current = next;
      setHistory(next);
      saver.keep(next.present);
    },
    [saver],
  );
  const change = useCallback<EditedLab['change']>(
    (edit, subject) => {
      const now = latest.current;
      const next = edit(now.present);
      if (next !== now.present) show(record(now, next, subject, Date.now()));
    },
    [show],
  );
  const back = () => show(undo(latest.current));
  const forth = () => show(redo(latest.current));
  useUndoKeys(back, forth);
  useLeaving(saver.flush, saving.status !== 'saved');
  return {
    draft: history.present,
    saving,
    change,
    undo: back,
    redo: forth,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    flush: () => saver.flush().then(saver.state),
    take: saver.take,
    loadOther: async () => {
      const document = await readLabDocument(first.id);
      const next = record(latest.current, document.draft, '', Date.now());
      latest.current = next;
      setHistory(next);
      saver.take(document);
    },
    keepMine: async () => {
      const { revision } = await readLabDocument(first.id);
      await saver.writeOver(latest.current.present, revision);
    },
  };
}

/** A write whose answer was lost is refused the second time, though it is what the server has. */
async function write(id: string, draft: LabDraft, revision: number): Promise<LabDocument> {
  try {
    return await writeLabDocument(id, draft, revision);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== CONFLICT) throw error;
    const document = await readLabDocument(id);
    if (canonicalJson(document.draft) === canonicalJson(draft)) return document;
    throw error;
  }
}

const CONFLICT = 409;

/** Leaving the page saves pending changes; the browser asks before it closes the page. */
function useLeaving(flush: () => Promise<void>, isOpen: boolean) {
  useEffect(() => () => void flush(), [flush]);
  useEffect(() => {
    if (!isOpen) return;
    const onHide = () => {
      if (document.visibilityState === 'hidden') void flush();
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [flush, isOpen]);
}
