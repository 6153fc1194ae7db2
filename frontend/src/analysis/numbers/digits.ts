/** The digits of a typed number: with a comma or a point, in groups, with an exponent. Pure. */

/** An exact decimal: `digits` times ten to the power of `exponent`. */
export interface Decimal {
  readonly isNegative: boolean;
  /** Without a point; may begin with zeros. */
  readonly digits: string;
  readonly exponent: number;
}

/** Longer is no number that is meant, and only costs time. */
const MOST_CHARACTERS = 60;

// Spaces of any width, with and without a break; apostrophes; an underscore, as in code.
const GROUP_MARK = /[\s'’ʼ_]/;
const GROUPED = /^\d{1,3}(?:[\s'’ʼ_]\d{3})+$/;
const EXPONENT = /(?:e|\s*[×x*]\s*10\s*\^\s*)([+\-\u2212]?\d{1,3})$/i;

/**
 * Every number that a text of digits may mean: none where it is not written as numbers are, two
 * where one comma stands before three digits (1,234). A single point is always a decimal point:
 * the lab writes it so.
 */
export function readDigits(text: string): Decimal[] {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MOST_CHARACTERS) return [];
  const exponent = EXPONENT.exec(trimmed);
  const power = Number((exponent?.[1] ?? '0').replace('\u2212', '-'));
  const mantissa = exponent === null ? trimmed : trimmed.slice(0, exponent.index);
  const signed = /^([+\-\u2212]?)\s*(.*)$/s.exec(mantissa);
  const isNegative = signed?.[1] === '-' || signed?.[1] === '\u2212';
  return readUnsigned(signed?.[2] ?? '').map(([whole, fraction]) => ({
    isNegative,
    digits: `${whole}${fraction}`,
    exponent: power - fraction.length,
  }));
}

type Parts = readonly [whole: string, fraction: string];

function readUnsigned(text: string): Parts[] {
  const marks = [...text].filter((letter) => letter === ',' || letter === '.');
  const last = marks.at(-1);
  if (last === undefined) return partsOf(text, '');
  const at = text.lastIndexOf(last);
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  // Both are there: the last one is the decimal sign, the other one groups.
  if (marks.some((mark) => mark !== last)) {
    const isOnce = marks.filter((mark) => mark === last).length === 1;
    return isOnce && !GROUP_MARK.test(text) ? grouped(before, marks[0] ?? ',', after) : [];
  }
  if (marks.length > 1) return grouped(text, last, '');
  const decimal = partsOf(before, after);
  const isUnclear = last === ',' && /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after);
  return isUnclear ? [...decimal, [`${before}${after}`, '']] : decimal;
}

/** A whole part without commas and points, and a fraction. */
function partsOf(whole: string, fraction: string): Parts[] {
  if (!/^\d*$/.test(fraction) || `${whole}${fraction}` === '') return [];
  if (/^\d*$/.test(whole)) return [[whole, fraction]];
  return GROUPED.test(whole) ? [[whole.replace(/\D/g, ''), fraction]] : [];
}

function grouped(whole: string, mark: string, fraction: string): Parts[] {
  const [first = '', ...groups] = whole.split(mark);
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? partsOf(`${first}${groups.join('')}`, fraction) : [];
}

/** The number nearest to a decimal times `times` times ten to the power of `places`, read once. */
export function toNumber(decimal: Decimal, times: number, places: number): number {
  const { isNegative, digits, exponent } = decimal;
  const scaled = BigInt(digits) * BigInt(times);
  return Number(`${isNegative ? '-' : ''}${scaled}e${exponent + places}`);
}

/** The shortest text of a decimal that reads back as it. */
export function decimalText({ isNegative, digits, exponent }: Decimal): string {
  const sign = isNegative ? '-' : '';
  if (exponent > 0 || exponent < -digits.length - 12) {
    return `${sign}${digits.replace(/^0+(?=\d)/, '')}e${exponent}`;
  }
  const padded = digits.padStart(1 - exponent, '0');
  const at = padded.length + exponent;
  const whole = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${padded.slice(at)}`;
}

/** Whether a text begins as a number with one comma right between its digits. */
export function decimalComma(text: string): boolean {
  return /^[+\-\u2212]?\d+,\d+(?![\d,.])/.test(text);
}
