/** Differences between scenarios in words: field, value before, value now. */

import { changesBetween, type Change } from './changes';
import { groupLabel } from '@/analysis/scenario/describe';
import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt, type Field } from '@/analysis/scenario/fields/fields';
import { valueText } from '@/analysis/scenario/fields/fieldTexts';

interface ChangeRow {
  readonly path: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/**
 * What differs between two scenarios of runs; their names say nothing about the network.
 * `titleOf`: an algorithm as people call it.
 */
export function changeRows(
  before: unknown,
  after: unknown,
  schema: unknown,
  titleOf: (algorithm: string) => string,
): ChangeRow[] {
  const fallbackOf = (path: string) => fieldAt(schema, path, after)?.fallback;
  return changesBetween(before, after, fallbackOf)
    .filter(({ path }) => path !== 'name' && !path.endsWith('.label'))
    .map((change) => ({
      path: change.path,
      name: changeName(change, after, schema),
      ...sides(change, after, schema, titleOf),
    }));
}

function sides(
  change: Change,
  scenario: unknown,
  schema: unknown,
  titleOf: (algorithm: string) => string,
) {
  if (change.kind === 'added') return { before: 'absent', after: 'there' };
  if (change.kind === 'removed') {
    return { before: 'there', after: 'absent' };
  }
  const field = describedField(change.path, scenario, schema);
  const text = (value: unknown) => {
    const shown = isObject(value) ? value.kind : value;
    if (change.path.endsWith('.algorithm.name') && typeof shown === 'string') return titleOf(shown);
    return valueText(field, shown === undefined ? field?.fallback : shown);
  };
  return { before: text(change.before), after: text(change.after) };
}

/** `elephant, base RTT`, or the title of the field alone. */
export function changeName(change: Change, scenario: unknown, schema: unknown): string {
  const [, index, rest] = /^flows\.(\d+)(?:\.(.+))?$/.exec(change.path) ?? [];
  const title = describedField(change.path, scenario, schema)?.title ?? lastWord(change.path);
  if (index === undefined) return title;
  const group = change.kind === 'set' ? getAt(scenario, `flows.${index}`) : change.group;
  const label = getAt(group, 'label');
  const name = groupLabel(typeof label === 'string' ? label : '', Number(index));
  return rest === undefined
    ? name
    : `${name}, ${title.replace(/^(?:Base |Algorithm$)/, (word) => word.toLowerCase())}`;
}

/** A part with kinds is described by its kind. */
export function describedField(path: string, scenario: unknown, schema: unknown): Field | null {
  return fieldAt(schema, path, scenario) ?? fieldAt(schema, `${path}.kind`, scenario);
}

function lastWord(path: string): string {
  return (path.split('.').at(-1) ?? path).replaceAll('_', ' ');
}
