/** The fields of a step that may be changed: their names, units, bounds and problems. Pure. */
import { t } from '@lingui/core/macro';

import { BUFFER_FACTORS } from '@/analysis/scenario/fields/bufferUnits';
import { getAt, setInText } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt, type Field } from '@/analysis/scenario/fields/fields';
import { isModule, shortModuleName } from '@/analysis/scenario/modules';
import { choiceText, requirementText, valueText } from '@/analysis/scenario/fields/fieldTexts';
import { groupLabel } from '@/analysis/scenario/describe';
import type { Json, Settings } from '@/api/classes/labs';
import type { ProblemItem } from '@/api/http/problem';
import type { Scenario } from '@/api/types';

import type { OpenField, RunStepFile } from './labFile';

export interface Open {
  readonly path: string;
  /** As the schema has it, in the unit that people type and within the lab's bounds. */
  readonly field: Field;
  readonly name: string;
  readonly choices: readonly Json[] | null;
  /** What is set is a module of the student's own. */
  readonly isOwnAlgorithm: boolean;
  /** As the step is given. */
  readonly given: Json;
}

const BUFFER = 'bottleneck.buffer.amount';

/** What may be changed; a field that this version does not know is left out. */
export function openFields(
  { fields, scenario }: Pick<RunStepFile, 'fields' | 'scenario'>,
  schema: unknown,
): readonly Open[] {
  return fields.flatMap((open) => {
    // All groups move together: the first one stands for them.
    const path = open.path.replaceAll('*', '0');
    const field = fieldAt(schema, path, scenario);
    if (field === null) return [];
    const shown = withBounds(path === BUFFER ? bufferField(field, scenario) : field, open);
    return [
      {
        path: open.path,
        field: shown,
        name: nameOf(open.path, shown, scenario),
        choices: open.choices,
        isOwnAlgorithm: open.is_own_algorithm === true,
        given: getAt(scenario, path) ?? null,
      },
    ];
  });
}

function withBounds(field: Field, { minimum, maximum }: OpenField): Field {
  return {
    ...field,
    minimum: minimum ?? field.minimum,
    isAboveMinimum: minimum === null && field.isAboveMinimum,
    maximum: maximum ?? field.maximum,
  };
}

/** The unit of a buffer is a field of its own. */
function bufferField(field: Field, { bottleneck }: RunStepFile['scenario']): Field {
  const { unit } = bottleneck.buffer;
  return { ...field, title: t`Buffer`, unit: choiceText(unit), factor: BUFFER_FACTORS[unit] ?? 1 };
}

function nameOf(path: string, field: Field, scenario: RunStepFile['scenario']): string {
  const [, group] = /^flows\.(\*|\d+)\./.exec(path) ?? [];
  if (group === undefined || scenario.flows.length < 2) return field.title;
  if (group === '*') return t`${field.title} of all flows`;
  return `${field.title} of ${groupLabel(scenario.flows[Number(group)]?.label ?? '', Number(group))}`;
}

/** The scenario as it is set; null: a value is none, or beyond the lab's bounds. */
export function withSettings(
  scenario: Scenario,
  settings: Settings,
  opens: readonly Open[],
): Scenario | null {
  const set = opens.filter(({ path }) => path in settings);
  if (!set.every(({ path, field, choices }) => choices !== null || fits(settings[path], field))) {
    return null;
  }
  const paths = set.flatMap(({ path }) =>
    path.includes('*')
      ? scenario.flows.map((_, group) => [path.replaceAll('*', String(group)), path] as const)
      : [[path, path] as const],
  );
  const text = paths.reduce(
    (before, [to, from]) => setInText(before, to, settings[from]),
    JSON.stringify(scenario),
  );
  return JSON.parse(text) as Scenario;
}

function fits(value: Json | undefined, { minimum, maximum, isAboveMinimum, kind }: Field): boolean {
  if (kind !== 'number' && kind !== 'integer') return value !== null;
  if (typeof value !== 'number' || (kind === 'integer' && !Number.isInteger(value))) return false;
  const isLow = minimum !== null && (isAboveMinimum ? value <= minimum : value < minimum);
  return !isLow && (maximum === null || value <= maximum);
}

/** Only what differs from the step as it is given. */
export function changedOnly(settings: Settings, opens: readonly Open[]): Settings {
  const changed = opens.filter(({ path, given }) => path in settings && settings[path] !== given);
  return Object.fromEntries(changed.map(({ path }) => [path, settings[path] ?? null]));
}

/**
 * `Buffer 8 packets`; `as given` where nothing was changed. A module is called by its title and the
 * begin of its digest: the next try is often another module of the same title.
 */
export function settingsWords(
  settings: Settings,
  opens: readonly Open[],
  titleOf: (name: string) => string,
): string {
  const moduleWords = (name: string) => {
    const title = titleOf(name);
    const short = shortModuleName(name);
    return title === short ? short : `${title}, ${short}`;
  };
  const words = Object.entries(settings).map(([path, value]) => {
    const open = opens.find((each) => each.path === path);
    return open === undefined
      ? `${path} ${JSON.stringify(value)}`
      : `${open.name} ${isModule(value) ? moduleWords(value) : valueText(open.field, value)}`;
  });
  return words.length === 0 ? t`as given` : words.join(', ');
}

/** What the service has against a field, with the bounds in the unit that people type. */
export function fieldProblem(items: readonly ProblemItem[], { path, field }: Open): string | null {
  const item = items.find((each) => each.path === path);
  if (item === undefined) return null;
  const bounds = field.minimum !== null && field.maximum !== null;
  if (bounds && /must be at (least|most)/.test(item.message)) {
    return t`It must be ${valueText(field, field.minimum)} to ${valueText(field, field.maximum)}.`;
  }
  return requirementText(item.message) ?? item.message;
}
