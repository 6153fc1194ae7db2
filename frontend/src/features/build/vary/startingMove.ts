import type { Move } from '@/analysis/experiment/definition';
import { firstOf, isAlgorithmPath } from '@/analysis/experiment/fields';
import { startingValues } from '@/analysis/experiment/startingValues';
import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt, ofKind, type Field } from '@/analysis/scenario/fields/fields';
import { parameterField } from '@/analysis/scenario/fields/parameterFields';
import type { ChoosableAlgorithm } from '@/api/algorithms/modules';

interface Given {
  readonly schema: unknown;
  readonly scenario: unknown;
  readonly algorithms: readonly ChoosableAlgorithm[];
}

/** The algorithm that is most often the other one of a comparison here. */
const OTHERS = ['fairtt', 'bbr2', 'cubic'];

const OF_KINDS = /(^bottleneck\.(loss|queue)|\.traffic)$/;

/** Whether there is something to choose from; asked of every field whenever one is edited. */
export function hasStartingMove(path: string, given: Given): boolean {
  return OF_KINDS.test(path) ? kindsOf(path, given).length > 1 : startingMove(path, given) !== null;
}

/** The first values of a new axis; null: there is nothing to choose from. */
export function startingMove(path: string, given: Given): Move | null {
  const { schema, scenario, algorithms } = given;
  const value = getAt(scenario, firstOf(path));
  if (isAlgorithmPath(path)) return algorithmMove(path, value, algorithms);
  if (OF_KINDS.test(path)) return kindMove(path, value, given);
  const field = parameterOf(path, given) ?? fieldAt(schema, firstOf(path), scenario);
  if (field === null) return null;
  const effective = value === undefined ? field.fallback : value;
  const values = startingValues(field, effective, scenario);
  return values === null ? null : { path, values };
}

function algorithmMove(path: string, value: unknown, algorithms: readonly ChoosableAlgorithm[]) {
  const names = algorithms.map(({ name }) => name);
  const own = getAt(value, 'name');
  const other = [...OTHERS, ...names].find((name) => name !== own && names.includes(name));
  if (other === undefined || !isObject(value)) return null;
  return { path, values: { kind: 'list' as const, values: [value, { name: other }] } };
}

/** Every kind, with values that show its effect; the present one as it is. */
function kindMove(path: string, value: unknown, given: Given): Move | null {
  const { schema } = given;
  const place = firstOf(path);
  const kinds = kindsOf(path, given);
  if (kinds.length < 2) return null;
  const own = getAt(value, 'kind');
  const values = kinds.map((kind) =>
    kind === own && isObject(value) ? value : ofKind(schema, place, {}, kind),
  );
  return { path, values: { kind: 'list', values } };
}

function kindsOf(path: string, { schema, scenario }: Given) {
  return fieldAt(schema, `${firstOf(path)}.kind`, scenario)?.choices ?? [];
}

function parameterOf(path: string, { scenario, algorithms }: Given): Field | null {
  const [, group, name] = /^(flows\.[\d*]+\.algorithm)\.parameters\.(\w+)$/.exec(path) ?? [];
  if (group === undefined) return null;
  const chosen = getAt(scenario, `${firstOf(group)}.name`);
  const parameter = algorithms
    .find((algorithm) => algorithm.name === chosen)
    ?.parameters.find((each) => each.name === name);
  return parameter === undefined ? null : parameterField(parameter, path);
}
