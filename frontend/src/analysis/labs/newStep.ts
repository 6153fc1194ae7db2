/** What a step of each kind begins with: complete, but for what students read. */
import { getAt, isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { LINUX_NAMES, USUAL_ALGORITHM } from '@/generated/kindTitles';

import { freeId, stepsOf, textAt, withItem, type LabDraft } from './draft';

export const STEP_KINDS = ['text', 'prediction', 'run', 'goal', 'question', 'map', 'game'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** What a kind is called, and what students do there. */
export const KIND_WORDS: Readonly<Record<StepKind, { readonly title: string; does: string }>> = {
  text: { title: 'Text', does: 'read' },
  prediction: { title: 'Prediction', does: 'answer before a later run is shown' },
  run: { title: 'Run', does: 'look at a run' },
  goal: { title: 'Goal', does: 'find settings that reach a measured goal' },
  question: { title: 'Question', does: 'answer' },
  map: { title: 'Map', does: 'fill a map as a class' },
  game: { title: 'Game', does: 'name the hidden algorithm' },
};

export function isKnownKind(kind: unknown): kind is StepKind {
  return STEP_KINDS.some((known) => known === kind);
}

/** `Goal`; a kind that this version has no form for is called as the file calls it. */
export function kindTitle(step: unknown): string {
  const kind = getAt(step, 'kind');
  if (isKnownKind(kind)) return KIND_WORDS[kind].title;
  return typeof kind === 'string' && kind !== '' ? kind : 'Step';
}

/** The condition that a new goal or answer begins with. */
const BUSY = 'utilisation_ratio > 0.9';
const BUSY_PERCENT = 'utilisation_ratio * 100';

/** A new step at `index`. Its scenario is that of the nearest step before, or a plain one. */
export function newStep(kind: StepKind, draft: LabDraft, index: number): JsonObject {
  const { id, title, minutes } = BEGINNINGS[kind];
  const head = { id: freeId(draft, id), kind, title, minutes, text: '', notes: '', points: 0 };
  switch (kind) {
    case 'text':
      return head;
    case 'run':
      return { ...head, scenario: nearest(draft, index), seed: 1, fields: [] };
    case 'goal':
      return {
        ...head,
        points: 1,
        scenario: nearest(draft, index),
        seed: 1,
        fields: [],
        goal: BUSY,
        solution: {},
      };
    case 'prediction':
      return {
        ...head,
        points: 1,
        about: laterRunIds(draft, index)[0] ?? '',
        prediction: newPrediction('number'),
      };
    case 'question':
      return { ...head, points: 1, question: newQuestion('text') };
    case 'map':
      return { ...head, ...newMap(nearest(draft, index)) };
    case 'game':
      return { ...head, points: 5, ...newGame(nearest(draft, index)) };
  }
}

/** With a new step at `index`. A prediction that no run follows comes with its run. */
export function withNewStep(kind: StepKind, draft: LabDraft, index: number): LabDraft {
  const hasNoRun = kind === 'prediction' && laterRuns(draft, index).length === 0;
  const base = hasNoRun ? withItem(draft, 'steps', index, newStep('run', draft, index)) : draft;
  return withItem(base, 'steps', index, newStep(kind, base, index));
}

const BEGINNINGS: Readonly<
  Record<StepKind, { readonly id: string; readonly title: string; readonly minutes: number }>
> = {
  text: { id: 'read', title: 'Read', minutes: 3 },
  prediction: { id: 'guess', title: 'Predict', minutes: 4 },
  run: { id: 'run', title: 'Run it', minutes: 5 },
  goal: { id: 'goal', title: 'Reach the goal', minutes: 8 },
  question: { id: 'question', title: 'Why?', minutes: 4 },
  map: { id: 'map', title: 'The map', minutes: 10 },
  game: { id: 'game', title: 'Name that algorithm', minutes: 10 },
};

export function newPrediction(kind: string): JsonObject {
  switch (kind) {
    case 'pick':
      return {
        kind,
        options: [
          { text: 'The link is busy', is_right_if: BUSY },
          { text: 'The link is often idle', is_right_if: 'utilisation_ratio <= 0.9' },
        ],
      };
    case 'order':
      return {
        kind,
        items: [
          { text: 'Throughput of all flows', measured: 'throughput_bps' },
          { text: 'Goodput of all flows', measured: 'goodput_bps' },
        ],
      };
    case 'curve':
      return { kind, series: 'throughput_bps', flow: '', top: 10_000_000 };
    default:
      return { kind: 'number', unit: '%', measured: BUSY_PERCENT, tolerance_ratio: 0.2 };
  }
}

export function newQuestion(kind: string): JsonObject {
  switch (kind) {
    case 'choice':
      return { kind, options: ['The first answer', 'The second answer'], right: [0] };
    case 'number':
      return { kind, unit: '', right: 0, tolerance_ratio: 0.05 };
    default:
      return { kind: 'text', expected: '' };
  }
}

const RATE = 'bottleneck.rate_bps';
const BUFFER = 'bottleneck.buffer.amount';
const FACTORS = [0.5, 1, 2, 4];

function newMap(scenario: JsonObject): JsonObject {
  const [x, y] = [axisAround(scenario, RATE), axisAround(scenario, BUFFER)];
  return { scenario, x, y, measured: BUSY_PERCENT, label: 'Link busy, %' };
}

/** What most senders run. */
const CANDIDATES = [USUAL_ALGORITHM, ...Object.values(LINUX_NAMES)];

function newGame(scenario: JsonObject): JsonObject {
  const hidden = [textAt(scenario, 'flows.0.label')];
  return { scenario, seed: 1, hidden, candidates: CANDIDATES, rounds: 5 };
}

/** A second axis for a plane of which only one side is known: the buffer, or else the link rate. */
export function otherAxis(scenario: JsonObject, path: string): JsonObject {
  return axisAround(scenario, path.startsWith('bottleneck.buffer') ? RATE : BUFFER);
}

/** Values around what the scenario has. */
function axisAround(scenario: JsonObject, path: string): JsonObject {
  const isBuffer = path === BUFFER;
  const found = getAt(scenario, path);
  const now = typeof found === 'number' && found > 0 ? found : isBuffer ? 1 : 10_000_000;
  const unit = textAt(scenario, 'bottleneck.buffer.unit') || 'bdp';
  const isWhole = isBuffer && (unit === 'packets' || unit === 'bytes');
  const scaled = FACTORS.map((factor) => now * factor);
  const values = isWhole ? scaled.map((value) => Math.max(1, Math.round(value))) : scaled;
  const label = isBuffer ? `Buffer, ${unit === 'bdp' ? 'BDP' : unit}` : 'Link rate, bit/s';
  return { label, path, values: [...new Set(values)] };
}

/** What has no default in the schema, with one flow to begin with. */
const PLAIN_SCENARIO: JsonObject = {
  version: 1,
  name: '',
  duration_s: 30,
  bottleneck: { rate_bps: 10_000_000 },
  flows: [{ label: 'flow', rtt_s: 0.04, algorithm: { name: USUAL_ALGORITHM } }],
};

function nearest(draft: LabDraft, index: number): JsonObject {
  const before = stepsOf(draft)
    .slice(0, index)
    .findLast((step) => isObject(getAt(step, 'scenario')));
  const found = getAt(before, 'scenario');
  return isObject(found) ? found : PLAIN_SCENARIO;
}

/** The steps behind `index` that a prediction may be about. */
export function laterRuns(draft: LabDraft, index: number): readonly unknown[] {
  return stepsOf(draft)
    .slice(index)
    .filter((step) => ['run', 'goal'].includes(textAt(step, 'kind')));
}

function laterRunIds(draft: LabDraft, index: number): string[] {
  return laterRuns(draft, index).map((step) => textAt(step, 'id'));
}
