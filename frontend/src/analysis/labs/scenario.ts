/** The scenario of a step: with its defaults, in one sentence, and the fields that may be open. */
import { movedField, type Known, type MovedField } from '@/analysis/experiment/fields';
import { formatSetRate, joinQuantity, toShortest } from '@/analysis/numbers/units';
import { short } from '@/analysis/numbers/shown';
import { bufferText, groupLabel, type BufferSetting } from '@/analysis/scenario/describe';
import { getAt, isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldsBelow, type Field } from '@/analysis/scenario/fields/fields';

import { listAt, textAt, withValue } from './draft';

/** With every default that the schema says; a file may leave them out. */
export function withDefaults(schema: unknown, scenario: JsonObject): JsonObject {
  const places = ['', ...listAt(scenario, 'flows').map((_, index) => `flows.${index}`)];
  const leaves = places.flatMap((place) => fieldsBelow(schema, place, scenario));
  return leaves.reduce<JsonObject>(
    (whole, { path, fallback }) =>
      fallback === undefined || getAt(whole, path) !== undefined
        ? whole
        : withValue(whole, path, fallback),
    scenario,
  );
}

/** `10 Mbit/s, buffer 1 BDP, 60 s: upload (CUBIC, RTT 40 ms)` */
export function scenarioLine(scenario: unknown, titleOf: (algorithm: string) => string): string {
  const rate = getAt(scenario, 'bottleneck.rate_bps');
  const buffer = getAt(scenario, 'bottleneck.buffer');
  const seconds = getAt(scenario, 'duration_s');
  const flows = listAt(scenario, 'flows');
  const rtts = flows.map((flow) => getAt(flow, 'rtt_s')).filter(isNumber);
  const ofFlows = rtts.map((rtt_s) => ({ rtt_s }));
  const link = [
    typeof rate === 'number' ? joinQuantity(formatSetRate(rate)) : '',
    isBuffer(buffer) ? `buffer ${bufferText(buffer, ofFlows)}` : '',
    typeof seconds === 'number' ? `${toShortest(seconds)} s` : '',
  ];
  const lines = flows.map((flow, index) => flowLine(flow, index, titleOf));
  return `${link.filter(Boolean).join(', ')}: ${lines.join('; ')}`;
}

function flowLine(flow: unknown, index: number, titleOf: (algorithm: string) => string): string {
  const count = getAt(flow, 'count');
  const rtt = getAt(flow, 'rtt_s');
  const name = groupLabel(textAt(flow, 'label'), index);
  const facts = [
    titleOf(textAt(flow, 'algorithm.name')),
    typeof rtt === 'number' ? `RTT ${short(rtt * 1000)} ms` : '',
  ];
  const many = typeof count === 'number' && count > 1 ? `${count} × ` : '';
  return `${many}${name} (${facts.filter(Boolean).join(', ')})`;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isBuffer(value: unknown): value is BufferSetting {
  return isObject(value) && typeof value.amount === 'number' && typeof value.unit === 'string';
}

const NEVER_OPEN = /(^|\.)(version|name|label|kind)$/;
const ALGORITHM_NAME = /\.algorithm\.name$/;

/** The fields of a scenario that may be left open, in the order of the form; all groups first. */
export function openableFields(known: Known): MovedField[] {
  const groups = listAt(known.scenario, 'flows');
  const first = fieldsBelow(known.schema, 'flows.0', known.scenario).map(({ path }) => path);
  const ofGroups = groups.flatMap((_, index) =>
    fieldsBelow(known.schema, `flows.${index}`, known.scenario).map(({ path }) => path),
  );
  const ofAll = groups.length < 2 ? [] : first.map((path) => path.replace('flows.0.', 'flows.*.'));
  const ofLab = fieldsBelow(known.schema, '', known.scenario).map(({ path }) => path);
  return [...ofLab, ...ofAll, ...ofGroups]
    .filter((path) => ALGORITHM_NAME.test(path) || !NEVER_OPEN.test(path))
    .map((path) => movedField(path, known))
    .filter(({ path, field }) => ALGORITHM_NAME.test(path) || isOpenable(field));
}

function isOpenable(field: Field | null): boolean {
  if (field?.kind === 'choice') return field.choices.length > 1;
  return field?.kind === 'number' || field?.kind === 'integer';
}

/** The values that a field of names may take; empty for a number. */
export function choicesOf({ path, field }: MovedField, { algorithms }: Known): readonly string[] {
  if (ALGORITHM_NAME.test(path)) return algorithms.map(({ name }) => name);
  return field?.kind === 'choice' ? field.choices : [];
}

/** The algorithm's schema says `name`; people say which flow's algorithm. */
export function openName({ path, name }: MovedField): string {
  return ALGORITHM_NAME.test(path) ? name.replace(/^[^ ]+/, 'Algorithm') : name;
}
