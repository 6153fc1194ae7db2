/**
 * The fields of a scenario as its JSON Schema describes them: what a form needs to show one.
 * A `$ref` is followed, null is folded into `isNullable`, and of a union with a discriminator the
 * branch that the value names is taken.
 */
import { getAt, isObject, joinPath, segmentsOf, type JsonObject } from './fieldPath';

type FieldKind = 'number' | 'integer' | 'text' | 'boolean' | 'choice' | 'list' | 'map';

export interface Field {
  readonly path: string;
  readonly kind: FieldKind;
  readonly title: string;
  readonly help: string;
  readonly isNullable: boolean;
  /** What holds where the scenario says nothing; undefined: it must say something. */
  readonly fallback: unknown;
  readonly choices: readonly string[];
  /** Of the choices that have a name beside their value, the name. */
  readonly titles: Readonly<Record<string, string>>;
  /** Where there is no fallback, a value to begin with; undefined: there is none. */
  readonly start: unknown;
  readonly minimum: number | null;
  readonly isAboveMinimum: boolean;
  readonly maximum: number | null;
  readonly maxLength: number | null;
  /** The unit people read; empty where there is none. */
  readonly unit: string;
  /** Base units in one unit that is shown. */
  readonly factor: number;
  readonly isLog: boolean;
}

/** A place in the schema with what the scenario says there. */
interface Place {
  readonly path: string;
  readonly node: JsonObject;
  readonly value: unknown;
  readonly fallback: unknown;
}

/** One field; null where the schema has none. */
export function fieldAt(schema: unknown, path: string, scenario: unknown): Field | null {
  const place = placeAt(schema, path, scenario);
  return place === null ? null : toField(place);
}

/** All fields below an object or a list item, in the order of the schema. */
export function fieldsBelow(schema: unknown, path: string, scenario: unknown): Field[] {
  const place = placeAt(schema, path, scenario);
  return place === null ? [] : leavesOf(schema, place);
}

function placeAt(schema: unknown, path: string, scenario: unknown): Place | null {
  let place: Place | null = {
    path: '',
    node: isObject(schema) ? schema : {},
    value: scenario,
    fallback: undefined,
  };
  for (const segment of segmentsOf(path)) {
    if (place === null) return null;
    place = stepInto(schema, place, segment);
  }
  return place;
}

function stepInto(schema: unknown, place: Place, segment: string | number): Place | null {
  const { node, value, fallback } = place;
  const path = joinPath(place.path, segment);
  const inside = getAt(value, String(segment));
  if (typeof segment === 'number') {
    if (!isObject(node.items)) return null;
    return { path, node: resolve(schema, node.items), value: inside, fallback: undefined };
  }
  const found = propertiesOf(schema, place)[segment];
  if (!isObject(found)) return null;
  const own = resolve(schema, found);
  const default_ = 'default' in own ? own.default : getAt(fallback, segment);
  return { path, node: own, value: inside, fallback: default_ };
}

/** The properties of an object; of a union, its kind and those of the branch that is chosen. */
function propertiesOf(schema: unknown, { node, value, fallback }: Place): JsonObject {
  const { discriminator } = node;
  if (!isObject(discriminator)) return isObject(node.properties) ? node.properties : {};
  const kindName = String(discriminator.propertyName);
  const mapping = isObject(discriminator.mapping) ? discriminator.mapping : {};
  const kind = getAt(value, kindName) ?? getAt(fallback, kindName);
  const branch = resolve(schema, { $ref: mapping[String(kind)] });
  const properties = isObject(branch.properties) ? branch.properties : {};
  const kindField = {
    title: node.title,
    description: [textOf(node.description), textOf(branch.description)].join(' ').trim(),
    type: 'string',
    ...choiceOfKinds(schema, node, mapping),
  };
  return { ...properties, [kindName]: kindField };
}

/**
 * A value of a union of another kind: what the kind must have and does not say itself begins with
 * the schema's example, and what both kinds have stays as it was.
 */
export function ofKind(schema: unknown, path: string, scenario: unknown, kind: string): JsonObject {
  const before = getAt(scenario, path);
  const chosen = segmentsOf(path).reduceRight<unknown>((inside, at) => ({ [at]: inside }), {
    kind,
  });
  const place = placeAt(schema, path, chosen);
  const names = place === null ? [] : Object.keys(propertiesOf(schema, place));
  const entries = names.flatMap((name) => {
    if (name === 'kind') return [];
    const kept = getAt(before, name);
    if (kept !== undefined) return [[name, kept] as const];
    const start = fieldAt(schema, joinPath(path, name), chosen)?.start;
    return start === undefined ? [] : [[name, start] as const];
  });
  return { kind, ...Object.fromEntries(entries) };
}

interface ChoiceOfKinds {
  readonly enum: readonly string[];
  readonly titles: Readonly<Record<string, string>>;
}

/** Of each union of a schema, which does not change: a form asks for its kinds again and again. */
const choices = new WeakMap<JsonObject, ChoiceOfKinds>();

function choiceOfKinds(schema: unknown, node: JsonObject, mapping: JsonObject): ChoiceOfKinds {
  const known = choices.get(mapping);
  if (known !== undefined) return known;
  const kinds = kindsOf(node, mapping);
  const titleOf = (name: string) => textOf(resolve(schema, { $ref: mapping[name] }).title);
  const titles = Object.fromEntries(kinds.map((name) => [name, titleOf(name)]));
  const choice = { enum: kinds, titles };
  choices.set(mapping, choice);
  return choice;
}

/** The kinds of a union in the order of its branches; the mapping itself may be sorted by name. */
function kindsOf({ oneOf }: JsonObject, mapping: JsonObject): string[] {
  const refs = Array.isArray(oneOf) ? oneOf.map((branch) => getAt(branch, '$ref')) : [];
  const place = ([, ref]: [string, unknown]) => refs.indexOf(ref);
  const kinds = Object.entries(mapping).sort((one, other) => place(one) - place(other));
  return kinds.map(([kind]) => kind);
}

function leavesOf(schema: unknown, place: Place): Field[] {
  const names = Object.keys(propertiesOf(schema, place));
  if (names.length === 0) {
    const field = toField(place);
    return field === null ? [] : [field];
  }
  return names.flatMap((name) => {
    const child = stepInto(schema, place, name);
    return child === null ? [] : leavesOf(schema, child);
  });
}

/** Follows references; what stands beside a reference goes before what it names. */
function resolve(schema: unknown, node: JsonObject): JsonObject {
  const { $ref, ...beside } = node;
  if (typeof $ref === 'string') {
    const target = getAt(schema, $ref.replace(/^#\//, '').replaceAll('/', '.'));
    return isObject(target) ? { ...resolve(schema, target), ...beside } : beside;
  }
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf)) return node;
  const branches = anyOf.filter(isObject);
  const [only] = branches.filter(({ type }) => type !== 'null');
  const isNullable = branches.some(({ type }) => type === 'null');
  return only === undefined ? rest : { ...resolve(schema, only), ...rest, isNullable };
}

function toField({ path, node, fallback }: Place): Field | null {
  const kind = kindOf(node);
  if (kind === null) return null;
  const above = numberOf(node.exclusiveMinimum);
  return {
    path,
    kind,
    title: textOf(node.title),
    help: textOf(node.description).replaceAll('\n', ' '),
    isNullable: node.isNullable === true,
    fallback: 'default' in node ? node.default : fallback,
    choices: choicesOf(node),
    titles: isObject(node.titles) ? (node.titles as Record<string, string>) : {},
    start: Array.isArray(node.examples) ? node.examples[0] : undefined,
    minimum: above ?? numberOf(node.minimum),
    isAboveMinimum: above !== null,
    maximum: numberOf(node.maximum),
    maxLength: numberOf(node.maxLength),
    unit: textOf(node['x-display-unit']),
    factor: numberOf(node['x-per-display-unit']) ?? 1,
    isLog: node['x-scale'] === 'log',
  };
}

const KINDS: Readonly<Record<string, FieldKind>> = {
  number: 'number',
  integer: 'integer',
  string: 'text',
  boolean: 'boolean',
  array: 'list',
  object: 'map',
};

/** A text that can be one only is a choice of one; a number that cannot change is no field. */
function kindOf(node: JsonObject): FieldKind | null {
  if (Array.isArray(node.enum) || typeof node.const === 'string') return 'choice';
  return 'const' in node ? null : (KINDS[textOf(node.type)] ?? null);
}

function choicesOf(node: JsonObject): string[] {
  return typeof node.const === 'string' ? [node.const] : wordsOf(node.enum);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}
