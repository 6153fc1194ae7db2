/**
 * Reads a number as people write it, for a field that takes one: with a decimal comma or point,
 * thousands in groups, an exponent, and a unit behind it. This is the one place of the page that
 * decides what a typed number means. Pure.
 *
 * The rules where two readings are possible:
 * - A single point is a decimal point (1.234): the lab writes numbers so.
 * - A single comma is a decimal comma (0,15), unless one to three digits, the first of them not 0,
 *   stand before it and exactly three behind it (1,234). Then the reading is taken that the field
 *   can hold, by its bounds and as a whole number; where it can hold both, the text is unclear.
 * - Of a comma and a point the last one is the decimal sign (1.234,5 and 1,234.5).
 * - Unclear units (2 m, 64 k) are decided in the same way.
 */
import { placesOf } from './decimal';
import { decimalText, readDigits, toNumber, type Decimal } from './digits';
import { beginsUnit, findUnit, unitNamed, type Kind, type Unit } from './unitTable';

/** What a field takes. */
export interface Takes {
  /** The unit of a number without one, as the lab writes it; empty: a number of its own. */
  readonly unit: string;
  /** Units of the value in one unit that is typed: 1e-3 for ms where the value is in seconds. */
  readonly factor: number;
  readonly isWhole: boolean;
  /** Of the value. null: none. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** Kinds of unit, beside that of `unit`, to which the field itself can change. */
  readonly others?: readonly Kind[];
}

/** One meaning of a text. */
export interface Meaning {
  /** In the field's units of value; of another kind in base units (bytes, s, packets, BDP). */
  readonly value: number;
  /** The unit that was typed; null: none. */
  readonly unit: Unit | null;
  /** How to write it so that it means nothing else: `1.234 ms`. */
  readonly text: string;
}

export type Reading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly meaning: Meaning }
  /** More than one is possible: the first is the likelier. */
  | { readonly kind: 'unclear'; readonly meanings: readonly Meaning[] }
  | { readonly kind: 'other unit'; readonly unit: Unit }
  | { readonly kind: 'unknown unit'; readonly word: string }
  | { readonly kind: 'no number' };

const NUMBER =
  /^([+\-\u2212]?[\d.,\s\u00a0\u2007\u2009\u202f'’ʼ_]*(?:e[+\-\u2212]?\d+|\s*[×x*]\s*10\s*\^\s*[+\-\u2212]?\d+)?)(.*)$/is;

export function readNumber(text: string, takes: Takes): Reading {
  if (text.trim() === '') return { kind: 'empty' };
  const [, digits = '', word = ''] = NUMBER.exec(text) ?? [];
  const decimals = readDigits(digits);
  if (decimals.length === 0) return { kind: 'no number' };
  if (word.trim() === '' || isOwnUnit(word, takes)) return chosen(decimals, [null], takes);
  const found = findUnit(word, kindsOf(takes));
  if (found.kind === 'other') return { kind: 'other unit', unit: found.unit };
  if (found.kind === 'unknown') return { kind: 'unknown unit', word: word.trim() };
  return chosen(decimals, found.units, takes);
}

/** The very word that stands beside the field, whether it is a unit of the table or not. */
function isOwnUnit(word: string, { unit, others }: Takes): boolean {
  const isOpen = others !== undefined && others.length > 0;
  return unitNamed(unit) === null && !isOpen && word.trim().toLowerCase() === unit.toLowerCase();
}

/** The value of a text; null where it has none or more than one. */
export function numberIn(text: string, takes: Takes): number | null {
  const reading = readNumber(text, takes);
  return reading.kind === 'number' ? reading.meaning.value : null;
}

/** Whether more may follow that makes a number of it: nothing is wrong with it yet. */
export function isBegun(text: string, takes: Takes): boolean {
  const { kind } = readNumber(text, takes);
  if (kind === 'empty' || kind === 'unclear') return true;
  if (kind === 'number') return false;
  const [, digits = '', word = ''] = NUMBER.exec(text) ?? [];
  if (word.trim() === '' || word.toLowerCase() === 'e') {
    return ['', '0', '00', '000'].some((more) => readDigits(`${text}${more}`).length > 0);
  }
  if (/^e[+\-\u2212]?$/i.test(word)) return true;
  return readDigits(digits).length > 0 && beginsUnit(word);
}

function chosen(
  decimals: readonly Decimal[],
  units: readonly (Unit | null)[],
  takes: Takes,
): Reading {
  const all = decimals.flatMap((decimal) => units.map((unit) => meaningOf(decimal, unit, takes)));
  const [first, ...others] = all;
  if (first === undefined || !all.every(({ value }) => Number.isFinite(value))) {
    return { kind: 'no number' };
  }
  if (others.length === 0) return { kind: 'number', meaning: first };
  const possible = all.filter((meaning) => isPossible(meaning, takes));
  const [only, second] = possible;
  if (only !== undefined && second === undefined) return { kind: 'number', meaning: only };
  return { kind: 'unclear', meanings: possible.length > 0 ? possible : all };
}

function meaningOf(decimal: Decimal, unit: Unit | null, takes: Takes): Meaning {
  const shown = unit ?? unitNamed(takes.unit);
  const name = shown?.name ?? takes.unit;
  const space = name === '' || name === '%' ? '' : ' ';
  const text = `${decimalText(decimal)}${space}${name}`;
  return { value: valueOf(decimal, unit, takes), unit, text };
}

function valueOf(decimal: Decimal, unit: Unit | null, takes: Takes): number {
  const own = unitNamed(takes.unit);
  if (unit !== null && own?.kind !== unit.kind && takes.others?.includes(unit.kind) === true) {
    return toNumber(decimal, unit.times, unit.places);
  }
  const factorPlaces = placesOf(takes.factor);
  const ownPlaces = own?.places ?? 0;
  const ownTimes = own?.times ?? 1;
  const { times, places } = unit ?? { times: ownTimes, places: ownPlaces };
  const inOwn = toNumber(decimal, times, places - ownPlaces + (factorPlaces ?? 0)) / ownTimes;
  return factorPlaces === null ? inOwn * takes.factor : inOwn;
}

/** Whether a field can hold it. Of another kind the field has no bounds here. */
function isPossible({ value, unit }: Meaning, takes: Takes): boolean {
  const own = unitNamed(takes.unit);
  if (unit !== null && unit.kind !== own?.kind && takes.others?.includes(unit.kind) === true) {
    return true;
  }
  const { minimum, maximum, isWhole } = takes;
  return (
    (minimum === null || value >= minimum) &&
    (maximum === null || value <= maximum) &&
    (!isWhole || Number.isInteger(value))
  );
}

/** A number of its own may be in percent, as far as it need not be whole. */
function kindsOf({ unit, isWhole, others = [] }: Takes): readonly Kind[] {
  const own = unitNamed(unit)?.kind ?? 'plain';
  const kinds: Kind[] = [own, ...others.filter((kind) => kind !== own)];
  return own === 'plain' && !isWhole ? [...kinds, 'ratio'] : kinds;
}
