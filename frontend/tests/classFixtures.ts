/** A class of three with a lab of some steps, as its teacher has it. */
import type {
  Board,
  Classroom,
  StepBoard,
  Student,
  StudentStep,
  Wall,
  WallStep,
} from '@/api/classes/classTypes';

import type { Answer, Responder } from './fakeApi';
import { fakeApi } from './fakeApi';
import { STEPS } from './labFixtures';
import { scenarioSchema } from './scenarioSchema';

export const CLASS_ID = '00000000-0000-7000-8000-0000000000cc';
export const CLASS_ADDRESS = `/classes/${CLASS_ID}`;

const KEYED = {
  ...STEPS,
  number: {
    ...STEPS.number,
    notes: 'Expect about **700 ms**.',
    prediction: { kind: 'number', unit: 'ms', tolerance_ratio: 0.25 },
  },
  choice: {
    ...STEPS.choice,
    points: 2,
    question: { kind: 'choice', options: ['The link', 'The window'], right: [1] },
  },
  goal: {
    ...STEPS.goal,
    goal: 'utilisation_ratio > 0.97',
    solution: { 'bottleneck.buffer.amount': 8 },
  },
};
type StepName = keyof typeof KEYED;

export function classroom(names: readonly StepName[], changes: Partial<Classroom> = {}): Classroom {
  return {
    id: CLASS_ID,
    name: 'Networks, Monday',
    code: 'QUEUE-4217',
    code_expires_at: '2026-12-20T12:00:00Z',
    lab_id: 'a-lab',
    lab: {
      version: 1,
      title: 'A lab',
      summary: '',
      goals: ['Say why'],
      misconceptions: ['More is better'],
      steps: names.map((name) => KEYED[name]),
    },
    sections: [],
    needs_approval: false,
    has_identifiers: false,
    is_locked: false,
    is_paused: false,
    timer: null,
    discussion: null,
    paced_step_id: null,
    is_anonymous: false,
    wall_step_id: null,
    revealed_step_ids: [],
    has_wall_key: false,
    shows_solutions: false,
    experiment_id: null,
    holds_back_right: false,
    holds_back_points: false,
    most_students: null,
    left_identifiers: [],
    created_at: '2026-11-20T12:00:00Z',
    closes_at: '2026-12-20T12:00:00Z',
    closed_at: null,
    deletes_at: '2027-01-19T12:00:00Z',
    teachers: [{ id: 't1', name: 'Ms Lee', is_me: true }],
    work_revision: 1,
    control_revision: 1,
    wall_revision: 1,
    ...changes,
  };
}

const ALIASES = ['Ada', 'Ben', 'Chi'];

export function student(number: number, changes: Partial<Student> = {}): Student {
  return {
    id: `s${number}`,
    number,
    alias: ALIASES[number - 1] ?? null,
    section: null,
    aliases: ALIASES.slice(number - 1, number),
    identifier_numbers: [],
    is_approved: true,
    rejoin_count: 0,
    shares_browser_with: [],
    asks_help: false,
    is_stuck: false,
    last_seen_at: '2026-11-20T12:30:00Z',
    joined_at: '2026-11-20T12:00:00Z',
    at_step_id: null,
    points: 0,
    steps: {},
    ...changes,
  };
}

export function studentStep(state: StudentStep['state']): StudentStep {
  return { state, attempt_count: 1, points: null };
}

export function boardOf({ lab }: Classroom, students: readonly Student[]): Board {
  const { steps } = lab as unknown as { steps: { id: string; title: string; kind: string }[] };
  return { work_revision: 1, control_revision: 1, steps, students: [...students] };
}

export function stepBoard(step_id: StepName, changes: Partial<StepBoard> = {}): StepBoard {
  return {
    step_id,
    answers: [],
    tally: [],
    truth: { number: null, positions: null, curve: null },
    runs: [],
    map: null,
    ...changes,
  };
}

/** The wall of a class at a step of its lab. */
export function wallOf(names: readonly StepName[], changes: Partial<Wall> = {}): Wall {
  return {
    name: 'Networks, Monday',
    code: 'QUEUE-4217',
    is_locked: false,
    is_paused: false,
    timer: null,
    discussion: null,
    is_closed: false,
    lab: { title: 'A lab', summary: '', goals: [], steps: names.map((name) => STEPS[name]) },
    step_id: names[0] ?? '',
    student_count: 3,
    done_count: 0,
    steps: [],
    curves: null,
    ...changes,
  };
}

export function wallStep(step_id: StepName, changes: Partial<WallStep> = {}): WallStep {
  return {
    step_id,
    answers: [],
    tally: [],
    truth: { number: null, positions: null, curve: null },
    tolerance_ratio: null,
    runner_count: 0,
    reached_count: 0,
    tried: null,
    map: null,
    game: null,
    ...changes,
  };
}

export function classAnswer(number: number, answer: StepBoard['answers'][number]['answer']) {
  return {
    student_id: `s${number}`,
    number,
    alias: ALIASES[number - 1] ?? null,
    answer,
    is_right: null,
    points: null,
    answered_at: '2026-11-20T12:10:00Z',
  };
}

interface Served {
  now: Classroom;
  wall?: Wall;
  readonly students?: readonly Student[];
  readonly boards?: readonly StepBoard[];
}

/** Serves one class, which changes as it is asked to. */
export function serveClass(shown: Served, more: Record<string, Answer | Responder> = {}) {
  const { students = [1, 2, 3].map((number) => student(number)), boards = [] } = shown;
  return fakeApi({
    // First, since the first route that fits is taken.
    ...more,
    [`GET /api/classes/${CLASS_ID}`]: () => ({ body: shown.now }),
    [`PATCH /api/classes/${CLASS_ID}`]: (_, body) => {
      shown.now = { ...shown.now, ...(body as Partial<Classroom>) };
      return { body: shown.now };
    },
    [`GET /api/classes/${CLASS_ID}/wall`]: () => ({ body: shown.wall }),
    [`GET /api/classes/${CLASS_ID}/board`]: () => ({ body: boardOf(shown.now, students) }),
    [`GET /api/classes/${CLASS_ID}/steps/*`]: ({ pathname }) => {
      const id = pathname.split('/').at(-1) as StepName;
      return { body: boards.find(({ step_id }) => step_id === id) ?? stepBoard(id) };
    },
    [`GET /api/classes/${CLASS_ID}/snapshots`]: { body: [] },
    'GET /api/schema/scenario': { body: scenarioSchema() },
    ...more,
  });
}
