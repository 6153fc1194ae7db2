/** A lab as a file that can be kept under version control: its text, its name, and back. */
import { parseJson } from '@/analysis/scenario/fields/json';
import { isObject } from '@/analysis/scenario/fields/fieldPath';

import { titleOf, type LabDraft } from './draft';

/** Names in this order, at any depth; all others follow by the alphabet. */
const ORDER = [
  'version',
  'id',
  'kind',
  'name',
  'title',
  'label',
  'summary',
  'goals',
  'misconceptions',
  'steps',
  'minutes',
  'points',
  'about',
  'text',
  'notes',
  'prediction',
  'question',
  'scenario',
  'seed',
  'fields',
  'goal',
  'solution',
  'x',
  'y',
  'path',
  'minimum',
  'maximum',
  'choices',
  'options',
  'items',
  'unit',
  'is_right_if',
  'measured',
  'right',
  'tolerance_ratio',
  'duration_s',
  'warmup_s',
  'sample_interval_s',
  'packet_bytes',
  'header_bytes',
  'start_jitter_s',
  'bottleneck',
  'transport',
  'flows',
];
const PLACES = new Map(ORDER.map((name, place) => [name, place]));

/** The same lab has the same text, for any order of its fields. */
export function labFileText(draft: LabDraft): string {
  return `${JSON.stringify(ordered(draft), null, 2)}\n`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => compared(one, other));
  return Object.fromEntries(entries.map(([name, each]) => [name, ordered(each)]));
}

function compared(one: string, other: string): number {
  const [first, second] = [PLACES.get(one) ?? ORDER.length, PLACES.get(other) ?? ORDER.length];
  return first === second ? (one < other ? -1 : 1) : first - second;
}

/** `bufferbloat-at-home.json` */
export function labFileName(draft: LabDraft): string {
  const words = titleOf(draft)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${words || 'lab'}.json`;
}

/** What a file is refused for, for people. */
export class NoLabFileError extends Error {}

/** The draft that a file holds, right or wrong. Throws `NoLabFileError`. */
export function readLabFile(text: string): LabDraft {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new NoLabFileError(`It is not JSON: ${why}`, { cause: error });
  }
  // A shipped template has its effects beside the lab.
  const lab = isObject(value) && isObject(value.lab) ? value.lab : value;
  if (!isObject(lab) || !Array.isArray(lab.steps)) {
    throw new NoLabFileError('It is not a lab: a lab is a JSON object with a list of "steps".');
  }
  return lab;
}
