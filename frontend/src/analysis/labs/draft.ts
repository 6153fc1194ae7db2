/**
 * A lab's file while it is written: plain JSON, right or wrong (docs/labs.md). What is read of
 * it may be missing or of another kind, for a file may come from anywhere.
 */
import { getAt, isObject, segmentsOf, type JsonObject } from '@/analysis/scenario/fields/fieldPath';

export type LabDraft = JsonObject;

export function textAt(value: unknown, path: string): string {
  const found = getAt(value, path);
  return typeof found === 'string' ? found : '';
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = getAt(value, path);
  return Array.isArray(found) ? found : [];
}

export function stepsOf(draft: LabDraft): readonly unknown[] {
  return listAt(draft, 'steps');
}

/** With another value at a dotted path; undefined takes the place away. */
export function withValue(draft: LabDraft, path: string, next: unknown): LabDraft {
  return setInside(draft, segmentsOf(path), next) as LabDraft;
}

function setInside(value: unknown, path: readonly (string | number)[], next: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return next;
  const isGone = rest.length === 0 && next === undefined;
  if (typeof first === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    if (isGone) return items.toSpliced(first, 1);
    return items.toSpliced(first, 1, setInside(items[first], rest, next));
  }
  const object = isObject(value) ? value : {};
  if (!isGone) return { ...object, [first]: setInside(object[first], rest, next) };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== first));
}

/** Puts an item into a list, before the one that is at `index` now. */
export function withItem(draft: LabDraft, list: string, index: number, item: unknown): LabDraft {
  return withValue(draft, list, listAt(draft, list).toSpliced(index, 0, item));
}

/** Takes an item of a list to another place; one that is not there stays away. */
export function withMoved(draft: LabDraft, list: string, from: number, to: number): LabDraft {
  const items = listAt(draft, list);
  if (from >= items.length || to < 0 || to >= items.length) return draft;
  return withValue(draft, list, items.toSpliced(from, 1).toSpliced(to, 0, items[from]));
}

/** An id that no step has: as wanted, or with a number behind it. */
export function freeId(draft: LabDraft, wanted: string): string {
  const taken = new Set(stepsOf(draft).map((step) => textAt(step, 'id')));
  if (!taken.has(wanted)) return wanted;
  const numbers = Array.from({ length: taken.size + 1 }, (_, index) => index + 2);
  const free = numbers.find((number) => !taken.has(`${wanted}-${number}`)) ?? 2;
  return `${wanted}-${free}`;
}

/** With another id of a step; predictions about it follow. */
export function withStepId(draft: LabDraft, index: number, id: string): LabDraft {
  const before = textAt(draft, `steps.${index}.id`);
  const isShared = stepsOf(draft).filter((step) => textAt(step, 'id') === before).length > 1;
  const renamed = withValue(draft, `steps.${index}.id`, id);
  if (before === '' || isShared) return renamed;
  return stepsOf(renamed).reduce<LabDraft>(
    (edited, step, at) =>
      textAt(step, 'about') === before ? withValue(edited, `steps.${at}.about`, id) : edited,
    renamed,
  );
}

/** With a copy of a step behind it. */
export function withCopy(draft: LabDraft, index: number): LabDraft {
  const step = stepsOf(draft)[index];
  if (!isObject(step)) return withItem(draft, 'steps', index + 1, step);
  const id = freeId(draft, textAt(step, 'id').replace(/-\d+$/, '') || 'step');
  return withItem(draft, 'steps', index + 1, { ...step, id });
}

/** With steps at the end, each under an id of its own. Gives the id of the first too. */
export function withSteps(
  draft: LabDraft,
  steps: readonly JsonObject[],
): { readonly draft: LabDraft; readonly firstId: string } {
  const count = stepsOf(draft).length;
  const next = steps.reduce<LabDraft>((edited, step) => {
    const id = freeId(edited, textAt(step, 'id') || 'step');
    return withItem(edited, 'steps', stepsOf(edited).length, { ...step, id });
  }, draft);
  return { draft: next, firstId: textAt(next, `steps.${count}.id`) };
}

export function minutesOf(draft: LabDraft): number {
  return stepsOf(draft).reduce<number>((sum, step) => {
    const minutes = getAt(step, 'minutes');
    return typeof minutes === 'number' ? sum + minutes : sum;
  }, 0);
}

const UNTITLED = 'Untitled lab';

export function titleOf(draft: LabDraft): string {
  return textAt(draft, 'title').trim() || UNTITLED;
}

export function emptyDraft(title: string): LabDraft {
  return { version: 1, title, summary: '', goals: [], misconceptions: [], steps: [] };
}
