/**
 * Numbers between the unit that people type and the SI unit of the wire. The decimal point is
 * moved in the text and the result is read once, so that 12.5 ms is 0.0125 s to the last bit;
 * a multiplication would make 0.012500000000000001 of it.
 */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The number that a text says, with its decimal point moved; null if it says none. */
export function readShifted(text: string, places: number): number | null {
  const plain = text.trim().replaceAll(',', '').replaceAll('\u2212', '-');
  if (!NUMBER.test(plain)) return null;
  const [digits = '', exponent = '0'] = plain.toLowerCase().split('e');
  const value = Number(`${digits}e${Number(exponent) + places}`);
  return Number.isFinite(value) ? value : null;
}

/** 1e-3 is -3 places; null for a factor that is no power of ten. */
export function placesOf(factor: number): number | null {
  const places = Math.round(Math.log10(factor));
  return Number(`1e${places}`) === factor ? places : null;
}

/** What somebody typed in a unit of `factor` base units, in base units; null: no number. */
export function toWire(text: string, factor: number): number | null {
  const places = placesOf(factor);
  if (places !== null) return readShifted(text, places);
  const value = readShifted(text, 0);
  return value === null ? null : value * factor;
}

/** A value of the wire in a unit of `factor` base units, as the shortest text that reads back. */
export function toTyped(value: number, factor: number): string {
  const places = placesOf(factor);
  const shown = places === null ? value / factor : readShifted(String(value), -places);
  return withoutExponent(shown ?? value);
}

/** At most `digits` significant digits: what a slider sets is a number that people would type. */
export function toSignificant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** `1e-7` as 0.0000001, as long as people can still read it. */
function withoutExponent(value: number): string {
  const text = String(value);
  const negative = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text);
  if (negative === null) return text;
  const [, sign = '', first = '', rest = '', places = ''] = negative;
  if (Number(places) > 12) return text;
  return `${sign}0.${'0'.repeat(Number(places) - 1)}${first}${rest}`;
}
