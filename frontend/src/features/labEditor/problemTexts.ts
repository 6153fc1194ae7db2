/** Where a problem is and what it is, for authors of labs. Pure. */
import { t } from '@lingui/core/macro';

import { kindTitle } from '@/analysis/labs/newStep';
import { stepsOf, textAt, type LabDraft } from '@/analysis/labs/draft';
import { requirementText } from '@/analysis/scenario/fields/fieldTexts';
import { capital } from '@/analysis/series/fragments';
import type { ProblemItem } from '@/api/http/problem';

/** The index of the step that a path lies in; null: it is about the lab. */
export function stepOfPath(path: string): number | null {
  const [, index] = /^steps\.(\d+)/.exec(path) ?? [];
  return index === undefined ? null : Number(index);
}

/** `Step 3, Predict the RTT: Predicts` */
export function placeText(path: string, draft: LabDraft): string {
  const index = stepOfPath(path);
  const inside = path.replace(/^steps\.\d+\.?/, '');
  const field = inside === '' ? '' : fieldWords(inside);
  if (index === null) return field === '' ? t`The lab` : field;
  const step = stepsOf(draft)[index];
  const name = t`Step ${index + 1}, ${textAt(step, 'title') || kindTitle(step)}`;
  return field === '' ? name : `${name}: ${field}`;
}

/** The requirement that fails, or why a value cannot be used; else the server's own sentence. */
export function problemText({ path, message, value }: Problem): string {
  const [, field] = NOT_CHOSEN.exec(value === '' ? path : '') ?? [];
  const toChoose = field === undefined ? undefined : CHOICES[field];
  if (toChoose !== undefined) return toChoose;
  if (/^steps\.\d+\.about$/.test(path))
    return t`The step that it predicts must have a run and come after it.`;
  const required = requirementText(message);
  if (required !== null) return required;
  const at = message.indexOf(REFUSED);
  return at < 0 ? message : t`It ${message.slice(at + '; it '.length)}.`.replace(/\.\.$/, '.');
}

type Problem = Pick<ProblemItem, 'path' | 'message' | 'value'>;

const NOT_CHOSEN = /^steps\.\d+\.(\w+)$/;

/** What remains to be done in a field that a new step begins without, by its name. */
const CHOICES: Readonly<Record<string, string>> = {
  about: t`Choose which run it predicts.`,
  id: t`Give it a name: lower-case letters, digits and hyphens.`,
};

const REFUSED = '; it cannot be used: ';

const NAMES: Readonly<Record<string, string>> = {
  about: t`Predicts`,
  expected: t`A good answer`,
  fields: t`Open fields`,
  goal: t`Goal`,
  goals: t`Goals`,
  id: t`Name in answers`,
  is_right_if: t`Right if`,
  items: t`Items`,
  label: t`Label`,
  measured: t`Measured number`,
  minutes: t`Minutes`,
  misconceptions: t`Misconceptions`,
  notes: t`Notes for teachers`,
  options: t`Answers`,
  points: t`Points`,
  prediction: t`Prediction`,
  question: t`Question`,
  right: t`Right answer`,
  scenario: t`Scenario`,
  seed: t`Seed`,
  solution: t`Solution`,
  steps: t`Steps`,
  summary: t`Summary`,
  text: t`Text`,
  title: t`Title`,
  tolerance_ratio: t`Tolerance`,
  top: t`Upper end`,
  values: t`Values`,
  x: t`Across`,
  y: t`Up`,
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
