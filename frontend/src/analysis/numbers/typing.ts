/** What a number field shows for a value, and the value of a text that was typed into it. */
import type { Field } from '@/analysis/scenario/fields/fields';

import { toTyped } from './decimal';
import { numberIn, type Takes } from './reading';
import type { Kind } from './unitTable';

/** A value that is no number is shown as it is, so that it can be corrected. */
export function showTyped(value: unknown, factor: number): string {
  if (typeof value === 'number') return toTyped(value, factor);
  return typeof value === 'string' ? value : '';
}

/** The unit and its size in units of the value, where a field shows another one than its own. */
export interface ShownUnit {
  readonly unit: string;
  readonly factor: number;
  /** Kinds of unit to which it can be changed by typing one. */
  readonly others?: readonly Kind[];
}

/** What a field of a scenario takes. */
export function takesOf(field: Field, shown: Partial<ShownUnit> = {}): Takes {
  const factor = shown.factor ?? field.factor;
  const { unit: beside = '' } = shown;
  const unit = beside === '' ? unitOf(field, factor) : beside;
  return {
    unit,
    factor,
    isWhole: field.kind === 'integer',
    minimum: field.minimum,
    maximum: field.maximum,
    ...(shown.others === undefined ? {} : { others: shown.others }),
  };
}

/** The last word of a name is its unit, in the schema as in the registry of algorithms. */
const UNITS_OF_NAMES: Readonly<Record<string, string>> = {
  s: 's',
  ms: 'ms',
  us: 'µs',
  bps: 'bit/s',
  bytes: 'bytes',
  packets: 'packets',
  percent: '%',
};

const SHOWN_RATES: readonly (readonly [number, string])[] = [
  [1, 'bit/s'],
  [1e3, 'kbit/s'],
  [1e6, 'Mbit/s'],
  [1e9, 'Gbit/s'],
];

function unitOf({ path, unit }: Field, factor: number): string {
  const [, rate] = SHOWN_RATES.find(([each]) => each === factor) ?? [];
  if (unit.endsWith('bit/s')) return rate ?? unit;
  if (unit !== '' || factor !== 1) return unit;
  const [, word = ''] = /^(?!.*_per_).*_([a-z]+)$/.exec(path) ?? [];
  return UNITS_OF_NAMES[word] ?? '';
}

/**
 * The value of a text. Nothing typed is null or the default where the field has them. A text that
 * is no number becomes the value itself: the scenario is then wrong, and the check says where.
 */
export function readTyped(text: string, field: Field, takes: Takes): unknown {
  if (text.trim() !== '') return numberIn(text, takes) ?? text;
  if (field.isNullable) return null;
  return field.fallback === undefined ? '' : undefined;
}
