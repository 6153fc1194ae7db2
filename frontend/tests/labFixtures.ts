/** A lab with a step of each kind, as an attempt of this browser has it. */
import type { Attempt } from '@/api/labs';

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
  map: { ...base, id: 'map', kind: 'map', title: 'The map' },
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
    ...changes,
  };
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
  return { step_id, run_id: RUN_ID, settings: {}, status: 'done', goal: null, ...changes };
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
