/**
 * A scenario with everything that it leaves out, as its JSON Schema says, in the form in which
 * backend/lab_model/scenarios reads it: times in whole nanoseconds, numbers of one type. It refuses
 * nothing: that is the server's, or its caller's.
 */
import { getAt, isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';

import { wholeNanoseconds } from './exact';

/** Of an algorithm's parameters, what the registry says of their types. */
interface ParameterKinds {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly kind: string }[];
}

export interface ScenarioRules {
  /** As /api/schema/scenario gives it. */
  readonly schema: JsonObject;
  /** As /api/algorithms gives them. */
  readonly algorithms: readonly ParameterKinds[];
}

/** Where nothing controls the rate: of traffic without a connection. */
const NO_ALGORITHM = 'none';

export function completeScenario({ schema }: ScenarioRules, scenario: unknown): JsonObject {
  const complete = completeValue(schema, schema, scenario, false);
  if (!isObject(complete)) throw new TypeError('A scenario is an object.');
  return complete;
}

/** A node with its `$ref` followed, null folded away and the branch of its kind taken. */
export function branchOf(schema: JsonObject, node: JsonObject, value: unknown): JsonObject {
  const own = followed(schema, node);
  if (isObject(own.discriminator)) {
    const name = String(own.discriminator.propertyName);
    const kind = String(getAt(value, name));
    const mapping = own.discriminator.mapping;
    const reference = isObject(mapping) ? mapping[kind] : undefined;
    if (reference === undefined) throw new TypeError(`There is no ${name} ${kind}.`);
    return followed(schema, { $ref: reference });
  }
  const branches = Array.isArray(own.anyOf) ? own.anyOf : [];
  const branch: unknown = branches.find((each) => isObject(each) && each.type !== 'null');
  return isObject(branch) ? { ...own, anyOf: undefined, ...followed(schema, branch) } : own;
}

function followed(schema: JsonObject, node: JsonObject): JsonObject {
  if (typeof node.$ref !== 'string') return node;
  const path = node.$ref.replace(/^#\//, '').split('/');
  const target = path.reduce<unknown>((inside, name) => getAt(inside, name), schema);
  if (!isObject(target)) throw new TypeError(`The schema has no ${node.$ref}.`);
  return { ...target, ...node, $ref: undefined };
}

function completeValue(
  schema: JsonObject,
  node: JsonObject,
  value: unknown,
  isSeconds: boolean,
): unknown {
  if (value === null) return null;
  const own = branchOf(schema, node, value);
  const inSeconds = isSeconds || own['x-unit'] === 's';
  if (isObject(own.properties)) return completeObject(schema, own.properties, value);
  if (Array.isArray(value)) {
    const { items } = own;
    return isObject(items) ? value.map((item) => completeValue(schema, items, item, false)) : value;
  }
  if (typeof value === 'number' && own.type === 'number' && inSeconds) {
    return wholeNanoseconds(value);
  }
  return value;
}

function completeObject(schema: JsonObject, properties: JsonObject, value: unknown): JsonObject {
  const given = isObject(value) ? value : {};
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const own = given[name] ?? nullOr(given, name) ?? fallbackOf(schema, name, property);
    return own === undefined ? [] : [[name, completeValue(schema, property, own, false)] as const];
  });
  return Object.fromEntries(entries);
}

/** null where it stands there as such, undefined where nothing does. */
function nullOr(given: JsonObject, name: string): null | undefined {
  return given[name] === null ? null : undefined;
}

function fallbackOf(schema: JsonObject, name: string, property: JsonObject): unknown {
  const { default: fallback } = followed(schema, property);
  if (fallback !== undefined) return fallback;
  // A description of the API leaves out a default of null.
  if (isNullable(property)) return null;
  return name === 'algorithm' ? { name: NO_ALGORITHM } : undefined;
}

function isNullable({ anyOf }: JsonObject): boolean {
  return Array.isArray(anyOf) && anyOf.some((each) => isObject(each) && each.type === 'null');
}
