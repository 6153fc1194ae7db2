/**
 * Several numbers in one text. Semicolons, line ends, spaces and commas stand between them; between
 * semicolons a comma is a decimal comma. Without semicolons a comma right between two digits may
 * be either (0,5 1,5): such a text is unclear. Pure.
 */
import { isBegun, numberIn, readNumber, type Takes } from './reading';
import { decimalComma } from './digits';

export interface ListMeaning {
  readonly values: readonly unknown[];
  /** How to write it so that it means nothing else. */
  readonly text: string;
}

interface ReadList {
  /** A text for each that is no number, and one for all of them where they are unclear. */
  readonly values: readonly unknown[];
  /** Of an unclear text. */
  readonly meanings: readonly ListMeaning[];
}

/** `words` are values of their own, such as `none`. */
export function readNumbers(
  text: string,
  takes: Takes,
  words: Readonly<Record<string, unknown>> = {},
): ReadList {
  const read = (item: string): unknown =>
    item.toLowerCase() in words ? words[item.toLowerCase()] : (numberIn(item, takes) ?? item);
  if (text.includes(';')) return { values: itemsOf(text, /;|\n/, takes).map(read), meanings: [] };
  const separated = itemsOf(text, /,|\n/, takes);
  // Three numbers and more with commas alone are a list: no number is written so.
  const tight = itemsOf(text, /,\s+|,$|\n/, takes);
  if (!tight.some(decimalComma) || tight.some((item) => (item.match(/,/g) ?? []).length > 1)) {
    return { values: separated.map(read), meanings: [] };
  }
  const asDecimals = tight.map((item) => item.replace(',', '.'));
  const meanings = [asDecimals, separated].map((items) => ({
    values: items.map(read),
    text: items.join(', '),
  }));
  return { values: [text.trim()], meanings };
}

/** Whether more may follow that makes numbers of all of it. */
export function isListBegun(text: string, takes: Takes): boolean {
  const { values, meanings } = readNumbers(text, takes);
  if (meanings.length > 0) return true;
  const last = values.at(-1);
  return (
    typeof last === 'string' &&
    isBegun(last, takes) &&
    values.slice(0, -1).every((value) => typeof value === 'number')
  );
}

function itemsOf(text: string, separator: RegExp, takes: Takes): string[] {
  return text.split(separator).flatMap((part) => wordsOf(part.trim(), takes));
}

/** Numbers with spaces between them; a unit belongs to the number before it. */
function wordsOf(part: string, takes: Takes): string[] {
  const words = part.split(/\s+/).filter((word) => word !== '');
  const items: string[] = [];
  for (const word of words) {
    const before = items.at(-1);
    const isUnit = before !== undefined && !/\d/.test(word) && isNumber(`${before} ${word}`, takes);
    if (isUnit) items[items.length - 1] = `${before} ${word}`;
    else items.push(word);
  }
  return items;
}

function isNumber(text: string, takes: Takes): boolean {
  return readNumber(text, takes).kind === 'number';
}
