/** A lab with a step of each kind, as an attempt of this browser has it. */
import type { AttemptClass, MapRead } from '@/api/classes/classTypes';
import type { Attempt } from '@/api/classes/labs';

import { run, scenario } from './fixtures';
import { serveRuns } from './serveRuns';
import { scenarioSchema } from './scenarioSchema';
import type { Answer, Responder } from './fakeApi';

export const ATTEMPT_ID = '00000000-0000-7000-8000-00000000000a';
export const ADDRESS = `/labs/attempts/${ATTEMPT_ID}`;
export const RUN_ID = run().id;

const base = { minutes: 5, points: 0, text: '' };
const small = scenario({
  bottleneck: { ...scenario().bottleneck, buffer: { amount: 100, unit: 'packets', rtt_s: null } },
});
const withRun = { ...base, scenario: small, seed: 1, fields: [] };
const predicts = { ...base, kind: 'prediction', about: 'run' };

export const STEPS = {
  read: { ...base, id: 'read', kind: 'text', title: 'Read', text: 'Of **rate** $C$ <b>raw</b>' },
  number: {
    ...predicts,
    id: 'number',
    title: 'Guess the RTT',
    prediction: { kind: 'number', unit: 'ms' },
  },
  pick: {
    ...predicts,
    id: 'pick',
    title: 'Who wins?',
    prediction: { kind: 'pick', options: [{ text: 'The elephant' }, { text: 'The mouse' }] },
  },
  order: {
    ...predicts,
    id: 'order',
    title: 'Put in order',
    prediction: { kind: 'order', items: [{ text: 'Elephant' }, { text: 'Mouse' }] },
  },
  curve: {
    ...predicts,
    id: 'curve',
    title: 'Draw it',
    prediction: { kind: 'curve', series: 'cwnd_bytes', flow: 'elephant', top: 100_000 },
  },
  game: {
    ...base,
    id: 'game',
    kind: 'game',
    title: 'Name it',
    points: 4,
    scenario: small,
    seed: 1,
    hidden: ['elephant'],
    candidates: ['newreno', 'cubic'],
    rounds: 2,
  },
  run: { ...withRun, id: 'run', kind: 'run', title: 'Run it' },
  goal: {
    ...withRun,
    id: 'goal',
    kind: 'goal',
    title: 'Tune it',
    fields: [{ path: 'bottleneck.buffer.amount', minimum: 7, maximum: 100, choices: null }],
  },
  words: { ...base, id: 'words', kind: 'question', title: 'Why?', question: { kind: 'text' } },
  choice: {
    ...base,
    id: 'choice',
    kind: 'question',
    title: 'What limits it?',
    question: { kind: 'choice', options: ['The link', 'The window'] },
  },
  map: {
    ...base,
    id: 'map',
    kind: 'map',
    title: 'The map',
    scenario: small,
    x: { label: 'RTT', path: 'flows.0.rtt_s', values: [0.02, 0.04] },
    y: { label: 'Buffer', path: 'bottleneck.buffer.amount', values: [10, 50, 100] },
    label: 'Goodput of the elephant, Mbit/s',
  },
};

type StepName = keyof typeof STEPS;

/** An attempt at a lab of these steps. */
export function attempt(names: readonly StepName[], changes: Partial<Attempt> = {}): Attempt {
  const steps = names.map((name) => STEPS[name]);
  return {
    id: ATTEMPT_ID,
    lab_id: 'a-lab',
    started_at: '2026-11-20T17:00:00Z',
    lab: { version: 1, title: 'A lab', summary: '', goals: ['Say why'], steps },
    answers: [],
    runs: [],
    games: [],
    waits_for: waitsOf(steps),
    classroom: null,
    ...changes,
  };
}

/** As the service says it of steps none of which can show another's run. */
function waitsOf(steps: readonly object[]): Attempt['waits_for'] {
  const found: Record<string, string[]> = {};
  for (const step of steps) {
    if ('about' in step && 'id' in step) (found[String(step.about)] ??= []).push(String(step.id));
  }
  return found;
}

export function answer(
  step_id: StepName,
  given: Attempt['answers'][number]['answer'],
  mark: Attempt['answers'][number]['mark'] = null,
): Attempt['answers'][number] {
  return { step_id, answer: given, answered_at: '2026-11-20T17:01:00Z', mark };
}

export function labRun(
  step_id: StepName,
  changes: Partial<Attempt['runs'][number]> = {},
): Attempt['runs'][number] {
  const read = { step_id, run_id: RUN_ID, settings: {}, status: 'done', goal: null } as const;
  return { ...read, hidden_open_count: 0, ...changes };
}

/** The class of an attempt as its student sees it. */
export function attemptClass(changes: Partial<AttemptClass> = {}): AttemptClass {
  return {
    class_id: '00000000-0000-7000-8000-0000000000cc',
    name: 'Networks, Monday',
    alias: 'Quick Otter',
    aliases: ['Quick Otter'],
    number: 7,
    is_approved: true,
    is_paused: false,
    timer: null,
    paced_step_id: null,
    is_closed: false,
    asks_help: false,
    has_identifiers: false,
    held_back_step_ids: [],
    holds_back_points: false,
    has_solutions: false,
    contest_ends_at: null,
    experiment_id: null,
    deletes_at: '2027-01-22T12:00:00Z',
    feedback: [],
    ...changes,
  };
}

/** Two of six cells are known, one of them by a run of one's own. */
export function classMap(changes: Partial<MapRead> = {}): MapRead {
  return {
    cells: [
      { x: 0.02, y: 10, mean: 4.2, low: 3.9, high: 4.5, count: 3 },
      { x: 0.04, y: 100, mean: 6.1, low: null, high: null, count: 1 },
    ],
    x_values: [0.02, 0.04],
    y_values: [10, 50, 100],
    mine: [[0.02, 10]],
    ...changes,
  };
}

/** Serves one attempt, which may be another one after each call that changes it. */
export function serveAttempt(
  shown: { now: Attempt },
  more: Record<string, Answer | Responder> = {},
) {
  return serveRuns([run()], {
    'GET /api/lab-attempts/*': () => ({ body: shown.now }),
    'GET /api/schema/scenario': { body: scenarioSchema() },
    ...more,
  });
}
