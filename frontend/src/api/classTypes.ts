/** What the service says about classes: docs/classes.md. */
import type { Goal, Json, Settings } from './labs';
import type { components } from './schema';

/** What a teacher sees of a class. */
export interface Classroom {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly code_expires_at: string;
  readonly lab_id: string;
  /** The whole file, with notes and right answers. */
  readonly lab: Readonly<Record<string, unknown>>;
  readonly sections: readonly string[];
  readonly needs_approval: boolean;
  readonly has_identifiers: boolean;
  readonly is_locked: boolean;
  readonly is_paused: boolean;
  /** null: everybody at their own pace. */
  readonly paced_step_id: string | null;
  readonly is_anonymous: boolean;
  readonly created_at: string;
  readonly closes_at: string;
  readonly closed_at: string | null;
  readonly deletes_at: string;
  readonly teachers: readonly Teacher[];
  readonly work_revision: number;
  readonly control_revision: number;
}

export interface Teacher {
  readonly id: string;
  readonly name: string;
  readonly is_me: boolean;
}

export interface ClassListed {
  readonly id: string;
  readonly name: string;
  readonly lab_title: string;
  readonly code: string;
  readonly student_count: number;
  readonly created_at: string;
  readonly closes_at: string;
  readonly closed_at: string | null;
}

export interface NewClass {
  readonly lab_id: string;
  readonly name: string;
  readonly sections?: string[];
  readonly identifiers?: string[];
  readonly needs_approval?: boolean;
}

export interface ClassChange {
  readonly name?: string;
  readonly is_locked?: boolean;
  readonly is_paused?: boolean;
  readonly paced_step_id?: string | null;
  readonly is_anonymous?: boolean;
  readonly needs_approval?: boolean;
  readonly sections?: string[];
}

export interface Board {
  readonly work_revision: number;
  readonly control_revision: number;
  readonly steps: readonly { readonly id: string; readonly title: string; readonly kind: string }[];
  readonly students: readonly Student[];
}

export interface Student {
  readonly id: string;
  /** 1, 2, ... in the order of joining. */
  readonly number: number;
  /** null: names are hidden. */
  readonly alias: string | null;
  readonly section: string | null;
  readonly is_approved: boolean;
  readonly asks_help: boolean;
  readonly is_stuck: boolean;
  readonly last_seen_at: string;
  readonly joined_at: string;
  readonly at_step_id: string | null;
  readonly points: number;
  readonly steps: Readonly<Record<string, StudentStep>>;
}

export interface StudentStep {
  readonly state: 'none' | 'working' | 'done' | 'right' | 'wrong';
  readonly attempt_count: number;
  readonly points: number | null;
}

export interface StepBoard {
  readonly step_id: string;
  readonly answers: readonly ClassAnswer[];
  readonly tally: readonly Tallied[];
  readonly truth: Truth;
  readonly runs: readonly ClassRun[];
  readonly map: MapRead | null;
}

export interface ClassAnswer {
  readonly student_id: string;
  readonly number: number;
  readonly alias: string | null;
  readonly answer: Json;
  readonly is_right: boolean | null;
  readonly points: number | null;
  readonly feedback: string | null;
  readonly answered_at: string;
}

export interface Tallied {
  readonly label: string;
  readonly count: number;
  readonly is_right: boolean | null;
}

/** What was measured; every part is null until a run of the class has shown it. */
export interface Truth {
  readonly number: number | null;
  readonly positions: readonly number[] | null;
  readonly curve: { readonly time_s: readonly number[]; readonly values: readonly number[] } | null;
}

export interface ClassRun {
  readonly student_id: string;
  readonly number: number;
  readonly alias: string | null;
  readonly run_id: string;
  readonly settings: Settings;
  readonly status: string;
  readonly holds: boolean | null;
  readonly terms: Goal['terms'];
}

/** Cells that have at least one run; `x` and `y` are values of the axes. */
export interface MapRead {
  readonly cells: readonly MapCell[];
  readonly x_values: readonly number[];
  readonly y_values: readonly number[];
  /** Of the student who asks. */
  readonly mine?: readonly (readonly number[])[];
}

export interface MapCell {
  readonly x: number;
  readonly y: number;
  readonly mean: number;
  /** Of the 95% interval; null: one run has none. */
  readonly low: number | null;
  readonly high: number | null;
  readonly count: number;
}

export interface Snapshot {
  readonly id: string;
  readonly step_id: string;
  readonly title: string;
  readonly content: StepBoard;
  readonly created_at: string;
}

/** What a code says before somebody joins. */
export interface ClassCode {
  readonly name: string;
  readonly lab_title: string;
  readonly sections: readonly string[];
  readonly needs_identifier: boolean;
  readonly is_open: boolean;
  readonly reason: string | null;
}

export interface Joining {
  readonly code: string;
  readonly alias?: string;
  readonly identifier?: string;
  readonly section?: string;
}

export interface Joined {
  readonly class_id: string;
  readonly attempt_id: string;
  readonly alias: string;
  readonly number: number;
  /** null: this browser was in the class already. */
  readonly recovery_code: string | null;
  readonly is_approved: boolean;
}

/** What a student sees of the class. */
export type AttemptClass = components['schemas']['AttemptClass'];

export interface Feedback {
  readonly step_id: string;
  readonly text: string;
  readonly points: number | null;
}
