/**
 * The one text of a scenario that its digest is made of, as
 * backend/lab_model/scenarios/canonical.py writes it.
 */
import { isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';

import { branchOf, completeScenario, type ScenarioRules } from './complete';

const FOR_PEOPLE_ONLY = new Set(['name', 'label']);
const ALWAYS_KEPT = new Set(['version', 'kind']);
/** Python writes smaller ones with an exponent; JavaScript begins later. */
const SMALLEST_PLAIN = 1e-4;

export function canonicalScenario(rules: ScenarioRules, scenario: unknown): string {
  const complete = completeScenario(rules, scenario);
  return canonicalJson(withoutDefaults(rules.schema, rules.schema, complete, true));
}

/** Keys sorted, no spaces, whole numbers without a point, what is not finite as null. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number') return canonicalNumber(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(',')}}`;
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  if (Number.isInteger(value)) return BigInt(value).toString();
  if (Math.abs(value) >= SMALLEST_PLAIN) return String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e-');
  return `${digits}e-${exponent.padStart(2, '0')}`;
}

function withoutDefaults(
  schema: JsonObject,
  node: JsonObject,
  value: unknown,
  dropsNames: boolean,
): unknown {
  const own = branchOf(schema, node, value);
  if (Array.isArray(value)) {
    const { items } = own;
    return isObject(items)
      ? value.map((item) => withoutDefaults(schema, items, item, dropsNames))
      : value;
  }
  if (!isObject(value) || !isObject(own.properties)) return value;
  const required = Array.isArray(own.required) ? own.required : [];
  const kept = Object.entries(own.properties).flatMap(([name, property]) => {
    const inside = value[name];
    if (!isObject(property) || inside === undefined) return [];
    if (dropsNames && FOR_PEOPLE_ONLY.has(name)) return [];
    const isOptional = !required.includes(name) && !ALWAYS_KEPT.has(name);
    if (isOptional && isFallback(schema, own, name, inside)) return [];
    // An algorithm's name is what it is, not what a user called it.
    return [[name, withoutDefaults(schema, property, inside, name !== 'algorithm')] as const];
  });
  return Object.fromEntries(kept);
}

/** By the schema's node of a field, which does not change. */
const fallbacks = new WeakMap<JsonObject, string>();

/** Whether a field is what the schema puts there when it is left out. */
function isFallback(schema: JsonObject, own: JsonObject, name: string, inside: unknown): boolean {
  const property = isObject(own.properties) ? own.properties[name] : undefined;
  if (!isObject(property)) return false;
  const known = fallbacks.get(property) ?? fallbackText(schema, name, property);
  fallbacks.set(property, known);
  return known === canonicalJson(inside);
}

/** Empty where the field has to be there. */
function fallbackText(schema: JsonObject, name: string, property: JsonObject): string {
  const alone = { ...schema, properties: { [name]: property }, required: [] };
  const fallback = completeScenario({ schema: alone, algorithms: [] }, {});
  return name in fallback ? canonicalJson(fallback[name]) : '';
}
