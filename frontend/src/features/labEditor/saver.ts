/** Keeps a draft on the server as it is edited: one write at a time, the newest text last. */
import type { LabDraft } from '@/analysis/labs/draft';
import type { LabDocument } from '@/api/classes/labDocuments';
import { ProblemError } from '@/api/http/problem';

const DELAY_MS = 700;
const RETRY_MS = 5000;
const CONFLICT = 409;

export interface Saving {
  /** `changed`: another window has written meanwhile, and nothing is written over that. */
  readonly status: 'saved' | 'waiting' | 'saving' | 'failed' | 'changed';
  /** As the server has it, with what is wrong with it. */
  readonly document: LabDocument;
  readonly error: Error | null;
}

interface Saver {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => Saving;
  /** The draft as it is now; written a moment later. */
  readonly keep: (draft: LabDraft) => void;
  /** Writes pending changes at once; resolves when none is left. */
  readonly flush: () => Promise<void>;
  /** Continues from a document that was read again. */
  readonly take: (document: LabDocument) => void;
  /** Writes the present draft over a newer revision. */
  readonly writeOver: (draft: LabDraft, revision: number) => Promise<void>;
}

type Write = (draft: LabDraft, revision: number) => Promise<LabDocument>;

export function createSaver(first: LabDocument, write: Write): Saver {
  const listeners = new Set<() => void>();
  let saving: Saving = { status: 'saved', document: first, error: null };
  let revision = first.revision;
  let waiting: LabDraft | null = null;
  let writing: Promise<void> | null = null;
  let timer: number | undefined;

  const report = (next: Partial<Saving>) => {
    saving = { ...saving, ...next };
    listeners.forEach((listener) => listener());
  };
  const schedule = (delayMs: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void send(), delayMs);
  };
  const failed = (draft: LabDraft, error: Error) => {
    // Changes typed meanwhile are newer.
    waiting ??= draft;
    const status = error instanceof ProblemError ? error.status : null;
    report({ status: status === CONFLICT ? 'changed' : 'failed', error });
    // Silence passes, and so does a limit of writes; what was refused stays refused.
    if (status === null || status >= 500 || status === 429) schedule(RETRY_MS);
  };
  const send = (): Promise<void> => {
    window.clearTimeout(timer);
    if (writing !== null) return writing.then(send);
    if (waiting === null) return Promise.resolve();
    const draft = waiting;
    waiting = null;
    report({ status: 'saving' });
    writing = write(draft, revision).then(
      (document) => {
        writing = null;
        revision = document.revision;
        report({ status: waiting === null ? 'saved' : 'waiting', document, error: null });
      },
      (error: unknown) => {
        writing = null;
        failed(draft, error instanceof Error ? error : new Error(String(error)));
      },
    );
    return writing;
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => saving,
    keep: (draft) => {
      waiting = draft;
      if (saving.status === 'changed') return;
      if (saving.status !== 'saving') report({ status: 'waiting' });
      schedule(DELAY_MS);
    },
    flush: () => (saving.status === 'changed' ? Promise.resolve() : send()),
    take: (document) => {
      window.clearTimeout(timer);
      waiting = null;
      revision = document.revision;
      report({ status: 'saved', document, error: null });
    },
    writeOver: (draft, newest) => {
      waiting = draft;
      revision = newest;
      return send();
    },
  };
}
