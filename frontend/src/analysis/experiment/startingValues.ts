/** Values to begin with when a field is to be varied: around its present value. */
import { toSignificant } from '@/analysis/numbers/decimal';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import type { Field } from '@/analysis/scenario/fields/fields';

import type { AxisValues } from './definition';

const POINTS = 5;
const DIGITS = 3;
/** From a quarter of the value to four times as much: each point doubles the one before. */
const FACTOR = 4;
/** Where the value is nothing, a range begins there and ends at so many shown units. */
const UNITS_FROM_ZERO = 10;
/** From here on whole numbers are as good as any: rounding makes no two of them equal. */
const MANY = 64;
/** Random loss begins to matter near one packet in a hundred thousand. */
const LOSSES = [0, 1e-4, 1e-3, 1e-2];

/** null: there is nothing to choose from. */
export function startingValues(field: Field, value: unknown, scenario: unknown): AxisValues | null {
  if (field.kind === 'boolean') return { kind: 'list', values: [false, true] };
  if (field.kind === 'choice') {
    return field.choices.length < 2 ? null : { kind: 'list', values: field.choices };
  }
  if (field.kind !== 'number' && field.kind !== 'integer') return null;
  const now = typeof value === 'number' && Number.isFinite(value) ? value : 0;
  const [least, most] = bounds(field, scenario);
  if (now <= 0) return fromZero(field, least, most);
  const from = Math.max(now / FACTOR, least);
  const to = Math.min(now * FACTOR, most);
  if (field.kind === 'integer' && now < MANY) {
    return { kind: 'list', values: wholeAround(now, least, most) };
  }
  return { kind: 'logarithmic', from: shown(from), to: shown(to), count: POINTS };
}

function fromZero(field: Field, least: number, most: number): AxisValues {
  if (field.unit === '%') {
    return { kind: 'list', values: LOSSES.filter((loss) => loss >= least && loss <= most) };
  }
  const to = Math.min(Math.max(least, 0) + UNITS_FROM_ZERO * field.factor, most);
  const from = field.isAboveMinimum && least === 0 ? to / 10 : Math.max(least, 0);
  if (field.kind === 'integer') return { kind: 'list', values: [from, from + 1, from + 2] };
  return { kind: 'linear', from: shown(from), to: shown(to), count: POINTS };
}

function wholeAround(now: number, least: number, most: number): number[] {
  const factors = [1 / FACTOR, 1 / 2, 1, 2, FACTOR];
  const values = factors.map((factor) => Math.round(now * factor));
  const inside = values.filter((value) => value >= least && value <= most);
  return [...new Set(inside)];
}

function shown(value: number): number {
  return toSignificant(value, DIGITS);
}

/** The field's own bounds, narrowed by what other fields of the scenario leave room for. */
function bounds({ path, minimum, maximum }: Field, scenario: unknown): [number, number] {
  const numberAt = (at: string, fallback: number) => {
    const value = getAt(scenario, at);
    return typeof value === 'number' ? value : fallback;
  };
  const least = minimum ?? 0;
  const most = maximum ?? Infinity;
  if (path.endsWith('.rtt_s')) {
    return [Math.max(least, 2 * numberAt('bottleneck.delay_s', 0)), most];
  }
  if (path === 'bottleneck.delay_s') {
    const flows = getAt(scenario, 'flows');
    const rtts = (Array.isArray(flows) ? flows : []).map((group) => getAt(group, 'rtt_s'));
    return [least, Math.min(most, ...rtts.flatMap((rtt) => (isNumber(rtt) ? [rtt / 2] : [])))];
  }
  if (/(^|\.)(warmup_s|start_s)$/.test(path)) {
    return [least, Math.min(most, numberAt('duration_s', Infinity) / 2)];
  }
  return [least, most];
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
