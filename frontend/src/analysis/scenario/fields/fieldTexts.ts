/** Fields, their bounds and their values in words. */
import { toTyped } from '@/analysis/numbers/decimal';
import { numberIn, readNumber, type Takes } from '@/analysis/numbers/reading';
import { takenWords, type Refusal } from '@/analysis/numbers/refusal';
import { formatSetRate, joinQuantity } from '@/analysis/numbers/units';

import type { Field } from './fields';

const CHOICES: Readonly<Record<string, string>> = {
  bdp: 'BDP',
  bytes: 'kB',
  seconds: 'ms',
  ack: 'ACKs',
  linux: 'as Linux does',
  ns3: 'as ns-3 does',
  tcp: 'TCP',
  tcp_tls13: 'TCP and TLS 1.3',
  quic_0rtt: 'QUIC 0-RTT',
};

/** A value as people say it, of a list that has no names of its own. */
export function choiceText(choice: string): string {
  return CHOICES[choice] ?? choice.replaceAll('_', ' ');
}

/** Of fields whose values are rates in bit/s. */
export const RATE_FIELD_UNIT = 'Mbit/s';

/** A value of a list of choices as people say it. */
export function choiceName({ titles }: Field, choice: string): string {
  return titles[choice] ?? choiceText(choice);
}

/** A value with its unit as people read it; words for a value that is no number. */
export function valueText(field: Field | null, value: unknown): string {
  if (value === null) return 'none';
  if (value === undefined) return 'not set';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return field?.kind === 'choice' ? choiceName(field, value) : value;
  if (typeof value !== 'number') return JSON.stringify(value);
  if (field?.unit === RATE_FIELD_UNIT) return joinQuantity(formatSetRate(value));
  const text = toTyped(value, field?.factor ?? 1);
  return field == null || field.unit === '' ? text : `${text} ${field.unit}`;
}

/** `1 kbit/s to 400 Gbit/s.` */
export function boundsText(field: Field): string {
  const { minimum, maximum, isAboveMinimum } = field;
  const text = (value: number) => valueText(field, value);
  if (minimum === null) return maximum === null ? '' : `Up to ${text(maximum)}.`;
  if (isAboveMinimum) return `Above ${text(minimum)}.`;
  return maximum === null ? `From ${text(minimum)}.` : `${text(minimum)} to ${text(maximum)}.`;
}

/** Why a field can not hold a number that was typed, or none (null); null: it can. */
export function outsideRefusal(
  value: number | null,
  text: string,
  field: Field,
  takes: Takes,
): Refusal | null {
  const { minimum, maximum, isAboveMinimum } = field;
  const { unit, factor } = takes;
  if (value === null) {
    if (field.isNullable || field.fallback !== undefined) return null;
    return { what: 'Nothing is typed here.', rest: takenWords(takes), meanings: [] };
  }
  const isBelow = minimum !== null && (isAboveMinimum ? value <= minimum : value < minimum);
  const isAbove = maximum !== null && value > maximum;
  const what = `“${text.trim()}” is not possible.`;
  if (field.kind === 'integer' && !Number.isInteger(value)) {
    return { what, rest: 'It must be a whole number.', meanings: [] };
  }
  if (!isBelow && !isAbove) return null;
  const inUnit = (bound: number) =>
    inTypedUnit(bound, text, takes) ?? valueText({ ...field, unit, factor }, bound);
  const how = isAbove ? 'at most' : isAboveMinimum ? 'above' : 'at least';
  const bound = isAbove ? maximum : (minimum ?? 0);
  return { what, rest: `It must be ${how} ${inUnit(bound)}.`, meanings: [] };
}

/** A longer number says less than the field's own unit. */
const MOST_CHARACTERS = 6;

/** A bound in the unit that was typed behind a number; null: none was, or it makes no short one. */
function inTypedUnit(bound: number, text: string, takes: Takes): string | null {
  const reading = readNumber(text, takes);
  const name = reading.kind === 'number' ? reading.meaning.unit?.name : undefined;
  const one = name === undefined ? null : numberIn(`1 ${name}`, { ...takes, isWhole: false });
  if (name === undefined || one === null || one === 0) return null;
  const number = toTyped(bound, one);
  return number.length > MOST_CHARACTERS ? null : `${number}${name === '%' ? '' : ' '}${name}`;
}

/** Its meaning, its bounds and its default. */
export function helpText(field: Field): string {
  const { fallback } = field;
  const hasDefault = fallback !== undefined && typeof fallback !== 'object' && fallback !== '';
  const byDefault = hasDefault ? `Default: ${valueText(field, fallback)}.` : '';
  return [field.help, boundsText(field), byDefault].filter((part) => part !== '').join(' ');
}

const MUST = '; it must ';

/** The second half of the server's sentence: what must hold; null where it says something else. */
export function requirementText(message: string): string | null {
  const at = message.indexOf(MUST);
  return at < 0 ? null : `It must ${message.slice(at + MUST.length)}.`.replace(/\.\.$/, '.');
}

/** The sentence about a field without the path that it starts with. */
export function withoutPath(message: string, path: string): string {
  return path !== '' && message.startsWith(path) ? message.slice(path.length) : ` ${message}`;
}
