/** The fields that axes move: how they are called, and in which unit people read them. */
import { toTyped } from '@/analysis/numbers/decimal';
import { BUFFER_FACTORS } from '@/analysis/scenario/fields/bufferUnits';
import { groupLabel } from '@/analysis/scenario/describe';
import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt, type Field } from '@/analysis/scenario/fields/fields';
import { valueText } from '@/analysis/scenario/fields/fieldTexts';
import { choiceText } from '@/analysis/scenario/fields/fieldTexts';
import { isModule, shortModuleName } from '@/analysis/scenario/modules';
import { parameterField, type Parameter } from '@/analysis/scenario/fields/parameterFields';

export interface KnownAlgorithm {
  readonly name: string;
  readonly title: string;
  readonly parameters: readonly Parameter[];
}

/** What it takes to know a field. */
export interface Known {
  readonly schema: unknown;
  readonly scenario: unknown;
  readonly algorithms: readonly KnownAlgorithm[];
}

export interface MovedField {
  readonly path: string;
  /** null: a whole object, or nothing that the schema knows. */
  readonly field: Field | null;
  /** `Base RTT`. */
  readonly title: string;
  /** `Base RTT of elephant`. */
  readonly name: string;
  /** Base units in one unit that is typed. */
  readonly factor: number;
  readonly unit: string;
}

const ALGORITHM = /^flows\.(\*|\d+)\.algorithm$/;
const PARAMETER = /^flows\.(\*|\d+)\.algorithm\.parameters\.(\w+)$/;
const BUFFER = 'bottleneck.buffer.amount';

export function isAlgorithmPath(path: string): boolean {
  return ALGORITHM.test(path);
}

/** `flows.*.rtt_s` as the first group has it. */
export function firstOf(path: string): string {
  return path.replace(/^flows\.\*/, 'flows.0');
}

export function movedField(path: string, known: Known): MovedField {
  const field = fieldOf(path, known);
  const title = titleOf(path, field);
  const [factor, unit] = unitOf(path, field, known.scenario);
  return { path, field, title, name: nameOf(path, title, known.scenario), factor, unit };
}

export function isWholeIn(known: Known): (path: string) => boolean {
  return (path) => fieldOf(path, known)?.kind === 'integer';
}

function fieldOf(path: string, { schema, scenario, algorithms }: Known): Field | null {
  const [, , parameterName] = PARAMETER.exec(path) ?? [];
  if (parameterName === undefined) {
    const field = fieldAt(schema, firstOf(path), scenario);
    return field?.kind === 'map' || field?.kind === 'list' ? null : field;
  }
  const used = getAt(scenario, firstOf(path).replace(/\.parameters\..*$/, '.name'));
  const ofGroup = algorithms.filter(({ name }) => name === used);
  const parameter = [...ofGroup, ...algorithms]
    .flatMap(({ parameters }) => parameters)
    .find(({ name }) => name === parameterName);
  return parameter === undefined ? null : parameterField(parameter, path);
}

function titleOf(path: string, field: Field | null): string {
  if (path === BUFFER) return 'Buffer';
  if (isAlgorithmPath(path)) return 'Algorithm';
  if (path === 'bottleneck.queue') return 'Queue';
  if (path === 'bottleneck.loss') return 'Loss';
  const last = path.split('.').at(-1) ?? path;
  return field === null || field.title === '' ? last.replaceAll('_', ' ') : field.title;
}

function unitOf(path: string, field: Field | null, scenario: unknown): [number, string] {
  if (path !== BUFFER) return [field?.factor ?? 1, field?.unit ?? ''];
  const chosen = getAt(scenario, 'bottleneck.buffer.unit');
  const unit = typeof chosen === 'string' ? chosen : 'bdp';
  return [BUFFER_FACTORS[unit] ?? 1, choiceText(unit)];
}

function nameOf(path: string, title: string, scenario: unknown): string {
  const [, group] = /^flows\.(\*|\d+)\./.exec(path) ?? [];
  if (group === undefined) return title;
  if (group === '*') return `${title} of every flow`;
  const label = getAt(scenario, `flows.${group}.label`);
  return `${title} of ${groupLabel(typeof label === 'string' ? label : '', Number(group))}`;
}

/** One value without its unit, `25`, or in words. */
export function bareText({ field, factor }: MovedField, value: unknown, known: Known): string {
  if (typeof value === 'number') return toTyped(value, factor);
  if (isObject(value)) return objectText(value, known);
  if (isModule(value)) return algorithmText(value, known.algorithms);
  return valueText(field, value);
}

/** One value with its unit, `25 ms`. */
export function fullText(moved: MovedField, value: unknown, known: Known): string {
  const text = bareText(moved, value, known);
  return typeof value === 'number' && moved.unit !== '' ? `${text} ${moved.unit}` : text;
}

/** An algorithm by its title and its set parameters; anything else by its kind and these. */
function objectText(value: Readonly<Record<string, unknown>>, { algorithms }: Known): string {
  const { name, parameters, kind, ...rest } = value;
  if (typeof name === 'string') {
    return withDetails(algorithmText(name, algorithms), isObject(parameters) ? parameters : {});
  }
  return withDetails(typeof kind === 'string' ? choiceText(kind) : '', rest);
}

/** As the server has it (`in_titles` of `lab/modules/service.py`). */
function algorithmText(name: string, algorithms: readonly KnownAlgorithm[]): string {
  const title = algorithms.find((algorithm) => algorithm.name === name)?.title;
  if (!isModule(name)) return title ?? name;
  if (title === undefined) return shortModuleName(name);
  const isOnly = algorithms.filter((algorithm) => algorithm.title === title).length === 1;
  return isOnly ? title : `${title} ${shortModuleName(name)}`;
}

function withDetails(title: string, details: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(details).map(([key, item]) => {
    const text = typeof item === 'string' ? item : JSON.stringify(item);
    return `${key.replaceAll('_', ' ')} ${text}`;
  });
  if (parts.length === 0) return title;
  return title === '' ? parts.join(', ') : `${title} (${parts.join(', ')})`;
}
