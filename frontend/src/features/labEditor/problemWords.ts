/** Where a problem is and what it is, for whoever writes a lab. Pure. */
import { kindTitle } from '@/analysis/labs/newStep';
import { stepsOf, textAt, type LabDraft } from '@/analysis/labs/draft';
import { requirementText } from '@/analysis/scenario/fieldWords';
import { capital } from '@/analysis/series/fragments';
import type { ProblemItem } from '@/api/problem';

/** The index of the step that a path lies in; null: it is about the lab. */
export function stepOfPath(path: string): number | null {
  const [, index] = /^steps\.(\d+)/.exec(path) ?? [];
  return index === undefined ? null : Number(index);
}

/** `Step 3, Predict the RTT: Predicts` */
export function placeWords(path: string, draft: LabDraft): string {
  const index = stepOfPath(path);
  const inside = path.replace(/^steps\.\d+\.?/, '');
  const field = inside === '' ? '' : fieldWords(inside);
  if (index === null) return field === '' ? 'The lab' : field;
  const step = stepsOf(draft)[index];
  const name = `Step ${index + 1}, ${textAt(step, 'title') || kindTitle(step)}`;
  return field === '' ? name : `${name}: ${field}`;
}

/** What must hold, or why it cannot be used; the server's own sentence where it says neither. */
export function problemText({ path, message, value }: Problem): string {
  const [, field] = NOT_CHOSEN.exec(value === '' ? path : '') ?? [];
  const toChoose = field === undefined ? undefined : CHOICES[field];
  if (toChoose !== undefined) return toChoose;
  if (/^steps\.\d+\.about$/.test(path))
    return 'The step that it predicts must have a run and come after it.';
  const required = requirementText(message);
  if (required !== null) return required;
  const at = message.indexOf(REFUSED);
  return at < 0 ? message : `It ${message.slice(at + '; it '.length)}.`.replace(/\.\.$/, '.');
}

type Problem = Pick<ProblemItem, 'path' | 'message' | 'value'>;

const NOT_CHOSEN = /^steps\.\d+\.(\w+)$/;

/** What is left to do in a field that a new step begins without, by its name. */
const CHOICES: Readonly<Record<string, string>> = {
  about: 'Choose which run it predicts.',
  id: 'Give it a name: lower-case letters, digits and hyphens.',
};

const REFUSED = '; it cannot be used: ';

const NAMES: Readonly<Record<string, string>> = {
  about: 'Predicts',
  expected: 'A good answer',
  fields: 'Open fields',
  goal: 'Goal',
  goals: 'Goals',
  id: 'Name in answers',
  is_right_if: 'Right if',
  items: 'Items',
  label: 'Label',
  measured: 'Measured number',
  minutes: 'Minutes',
  misconceptions: 'Misconceptions',
  notes: 'Notes for teachers',
  options: 'Answers',
  points: 'Points',
  prediction: 'Prediction',
  question: 'Question',
  right: 'Right answer',
  scenario: 'Scenario',
  seed: 'Seed',
  solution: 'Solution',
  steps: 'Steps',
  summary: 'Summary',
  text: 'Text',
  title: 'Title',
  tolerance_ratio: 'Tolerance',
  top: 'Upper end',
  values: 'Values',
  x: 'Across',
  y: 'Up',
};

// Their fields say enough.
const WRAPPERS = /^(prediction|question)\.(?=.)/;

function fieldWords(path: string): string {
  const parts = path.replace(WRAPPERS, '').split('.');
  const words = parts.map((part) =>
    /^\d+$/.test(part) ? String(Number(part) + 1) : (NAMES[part] ?? part.replaceAll('_', ' ')),
  );
  return capital(words.join(' ').toLowerCase());
}
