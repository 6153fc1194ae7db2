/**
 * Values of the wire in the unit that people read. The decimal point is moved in the text, so that
 * 0.0125 s is 12.5 ms; a division would make other digits of some. What people type is read in
 * `reading.ts`.
 */

/** 1e-3 is -3 places; null for a factor that is no power of ten. */
export function placesOf(factor: number): number | null {
  const places = Math.round(Math.log10(factor));
  return Number(`1e${places}`) === factor ? places : null;
}

/** A value of the wire in a unit of `factor` base units, as the shortest text that reads back. */
export function toTyped(value: number, factor: number): string {
  const places = placesOf(factor);
  const shown = places === null ? value / factor : shifted(value, -places);
  return withoutExponent(shown);
}

/** With its decimal point moved in its text, since a multiplication would add digits. */
function shifted(value: number, places: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
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
