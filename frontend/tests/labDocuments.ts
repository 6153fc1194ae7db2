/** A lab that this browser writes, and a server that keeps it as the real one does. */
import type { LabDraft } from '@/analysis/labs/draft';
import type { GoalTried, LabDocument } from '@/api/classes/labDocuments';

import type { Answer, Responder } from './fakeApi';
import { algorithms } from './fixtures';
import { fakeApi } from './fakeApi';
import { STEPS } from './labFixtures';
import { scenarioSchema } from './scenarioSchema';

export const DOCUMENT_ID = '00000000-0000-7000-8000-0000000000d0';
export const EDITOR = `/labs/edit/${DOCUMENT_ID}`;

export const DRAFT: LabDraft = {
  version: 1,
  title: 'Bufferbloat',
  summary: 'The buffer is *too* large.',
  goals: ['Compute the delay'],
  misconceptions: [],
  steps: [
    { ...STEPS.read, notes: '' },
    {
      ...STEPS.number,
      notes: 'About 730 ms.',
      prediction: {
        kind: 'number',
        unit: 'ms',
        measured: 'flow["elephant"].mean_rtt_s * 1000',
        tolerance_ratio: 0.25,
      },
    },
    { ...STEPS.run, notes: '' },
    {
      ...STEPS.goal,
      notes: '',
      goal: 'utilisation_ratio > 0.9',
      solution: { 'bottleneck.buffer.amount': 8 },
    },
  ],
};

export function labDocument(changes: Partial<LabDocument> = {}): LabDocument {
  return {
    id: DOCUMENT_ID,
    title: 'Bufferbloat',
    draft: DRAFT as LabDocument['draft'],
    revision: 1,
    updated_at: '2026-11-20T17:00:00Z',
    problems: [],
    waits_for: { run: ['number'] },
    versions: [],
    ...changes,
  };
}

/** What the server holds; a test changes it and looks at it. */
export interface Kept {
  now: LabDocument;
  /** What is known of its goals; left out: it has none. */
  goals?: readonly GoalTried[];
  /** Of a draft: what is wrong with it. */
  problems?: (draft: LabDraft) => LabDocument['problems'];
}

export function serveDocument(kept: Kept, more: Record<string, Answer | Responder> = {}) {
  return fakeApi({
    'GET /api/lab-documents/*': () => ({ body: kept.now }),
    'PUT /api/lab-documents/*': (_, body) => {
      const { draft, revision } = body as { draft: LabDraft; revision: number };
      if (revision !== kept.now.revision) {
        return { status: 409, body: { title: 'Changed', detail: 'It was changed elsewhere.' } };
      }
      kept.now = {
        ...kept.now,
        draft: draft as LabDocument['draft'],
        revision: revision + 1,
        updated_at: new Date().toISOString(),
        problems: kept.problems?.(draft) ?? [],
      };
      return { body: kept.now };
    },
    'POST /api/lab-documents/*/publish': () => {
      const number = kept.now.versions.length + 1;
      const version = { number, published_at: new Date().toISOString() };
      kept.now = { ...kept.now, versions: [version, ...kept.now.versions] };
      return { body: kept.now };
    },
    'GET /api/lab-documents/*/goals': () => ({ body: kept.goals ?? [] }),
    'GET /api/schema/scenario': { body: scenarioSchema() },
    'GET /api/algorithms': { body: algorithms() },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
    ...more,
  });
}
