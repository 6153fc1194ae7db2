/** What this browser keeps of labs that a user does alone on a site. */
import type { Json, Settings } from '@/api/classes/labs';

import { keptIn } from './database';

/** As backend/lab/site/attempts.py takes it, without what its runs gave. */
export interface KeptAttempt {
  readonly id: string;
  readonly lab_id: string;
  readonly started_at: string;
  /** The lab's file as it was at the start. */
  readonly lab: { readonly title: string };
  /** Hexadecimal: decides what the rounds of a game hide. */
  readonly secret: string;
  readonly answers: readonly KeptAnswer[];
  /** The latest last. */
  readonly runs: readonly KeptRun[];
  /** By step and round. */
  readonly guesses: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface KeptAnswer {
  readonly step_id: string;
  readonly answer: Json;
  readonly answered_at: string;
}

interface KeptRun {
  readonly step_id: string;
  readonly run_id: string;
  readonly settings: Settings;
}

export const keptAttempts = keptIn<KeptAttempt>('fairtt-lab-site-labs', 'id');
