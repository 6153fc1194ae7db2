/** Text in columns: CSV with commas, semicolons or tabs, or columns between spaces. Pure. */
import { refuseRecords } from '@/analysis/imports/bounds';
import { linesOf } from '@/analysis/imports/lines';
import { rolesOfNames } from './columnRoles';
import { stampOf } from './ssStamps';
import { errorAtLine, quoted } from '@/analysis/imports/types';

export interface Table {
  /** Of its header; without one "column 1" and so on. */
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  readonly commas: Commas;
  /** The line from which on it is another table; null: there is none. */
  readonly rest: number | null;
  /** A last line that lacks columns, since the file was cut off; null: there is none. */
  readonly cut: string | null;
  /** Its last line has its end; otherwise the file may be cut off within a number. */
  readonly isEnded: boolean;
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly line: number;
  readonly words: readonly string[];
}

/**
 * How a table writes numbers that are not plain ones: `9,5` between semicolons, `9,500` quoted, or
 * `1.250,5`.
 */
export type Commas = 'decimal' | 'thousands' | 'both' | null;

export const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** A number with its unit behind it. */
const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([A-Za-zµ][\w/µ]*)$/;
const COMMENT = /^\s*[#%]/;
const DELIMITERS = [';', '\t', '|', ','] as const;
/** How a spreadsheet says what divides its columns. */
const SEPARATOR_LINE = /^sep=(.)$/i;
const UNITS =
  String.raw`[num\u00b5]?s(?:ec(?:ond)?s?)?|min|` +
  String.raw`[kmg]?i?(?:bits?|bytes?|b)(?:\/s|ps|\/sec)?|pkts|packets|segments`;
const BARE_UNIT = new RegExp(`^(?:${UNITS})$`, 'i');
/** As a line below the header has it: also for columns without a unit. */
const UNIT = new RegExp(`^(?:${UNITS}|%|-)$`, 'i');

/** The number of a word, and the unit that may stand behind it; null: it is none. */
export function quantityIn(word: string): { value: number; unit: string | null } | null {
  if (NUMBER.test(word)) return { value: Number(word), unit: null };
  const found = QUANTITY.exec(word);
  return found === null ? null : { value: Number(found[1]), unit: found[2] ?? null };
}

/** What separates the words of a line: the first delimiter that it has, else spaces. */
function delimiterOf(line: string): string | RegExp {
  return DELIMITERS.find((each) => line.includes(each)) ?? /\s+/;
}

/** A row of Markdown begins and ends with what divides its columns. */
const BARS = /^\|(.*)\|$/;
const RULE = /^\|[\s:|-]+\|$|^[-=+|\s]{3,}$/;

/** How the lines of a table are split, by its header. */
export function splitterOf(header: string): (row: string) => string[] {
  const delimiter = delimiterOf(header);
  return (row) => wordsOf(row, delimiter);
}

function wordsOf(line: string, delimiter: string | RegExp): string[] {
  // Between tabs the first and the last word may be empty.
  const bare = delimiter === '\t' ? line.replace(/^ +|[ \r]+$/g, '') : line.trim();
  const row = delimiter === '|' ? bare.replace(BARS, '$1') : bare;
  const words =
    typeof delimiter === 'string' && row.includes('"')
      ? splitQuoted(row, delimiter)
      : row.split(delimiter);
  return words.map((word) =>
    plainNumber(
      word
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"')
        .trim(),
      delimiter,
    ),
  );
}

/** Delimiters between quotes are part of a word. */
function splitQuoted(row: string, delimiter: string): string[] {
  const words: string[] = [];
  let [word, isQuoted] = ['', false];
  for (const letter of row) {
    if (letter === '"') isQuoted = !isQuoted;
    if (letter === delimiter && !isQuoted) {
      words.push(word);
      word = '';
    } else {
      word += letter;
    }
  }
  return [...words, word];
}

const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;
const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const DOTS_AND_COMMA = /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/;
const DOTS = /^[+-]?\d{1,3}(?:\.\d{3})+$/;
/** Digits in threes, divided by spaces or apostrophes. */
const IN_THREES = /^[+-]?\d{1,3}(?:(?:[ \u00a0\u202f]\d{3})+|(?:['\u2019]\d{3})+)(?:[.,]\d+)?$/;

function commasIn(word: string, delimiter: string | RegExp): Commas {
  if (!word.includes(',')) return null;
  if (DOTS_AND_COMMA.test(word)) return 'both';
  if (delimiter === ',') return THOUSANDS.test(word) ? 'thousands' : null;
  return DECIMAL_COMMA.test(word) ? 'decimal' : null;
}

function plainNumber(word: string, delimiter: string | RegExp): string {
  if (typeof delimiter === 'string' && IN_THREES.test(word))
    return word.replace(/[ \u00a0\u202f'\u2019]/g, '').replace(',', '.');
  const commas = commasIn(word, delimiter);
  if (commas === null) return word;
  if (commas === 'both') return word.replaceAll('.', '').replace(',', '.');
  return commas === 'decimal' ? word.replace(',', '.') : word.replaceAll(',', '');
}

/** Lines before the first row of values. */
const MOST_HEAD_LINES = 12;

/** Whether a line of values follows one of as many columns, within its first lines. */
export function hasRows(lines: readonly string[]): boolean {
  const head = new Head();
  let before = 0;
  const own = lines.filter(
    (line) => !COMMENT.test(line) && !SEPARATOR_LINE.test(line.trim()) && !RULE.test(line.trim()),
  );
  for (const [index, line] of own.slice(0, MOST_HEAD_LINES).entries()) {
    const words = head.rowOf(line);
    // Names and numbers further below, as in settings, are no table.
    if (words !== null && index > 1 && !isNumeric(words)) return false;
    if (words !== null) {
      const own = withUnits([{ line: 0, words }])[0]?.words.length;
      return words.length >= 2 && [words.length, own, 0].includes(before);
    }
    before = head.width;
  }
  return false;
}

/** A row of values, whose first word is a number, a time or nothing. */
function isNumeric(words: readonly string[]): boolean {
  const [first = ''] = words;
  const isValue = first === '' || quantityIn(first) !== null || stampOf(first) !== null;
  return isValue && words.some((word) => quantityIn(word) !== null);
}

/** A row without any number among rows of numbers, whose first word may be a column's name. */
function isNewHead(words: readonly string[]): boolean {
  return (
    words.length > 1 &&
    words.every((word) => /^[A-Za-z_"#][^\d]*$/.test(word)) &&
    rolesOfNames(words).length > 1
  );
}

/** The names of the columns as the first lines of a text say them; empty: they do not. */
export function namesOf(lines: readonly string[]): readonly string[] {
  const head = new Head();
  for (const line of lines) {
    const words = RULE.test(line.trim()) ? null : head.rowOf(line);
    if (words === null) continue;
    const { words: names, isOwn } = head.names(words.length);
    return isOwn ? names : [];
  }
  return [];
}

/** A line of units below the names of the columns. */
function areUnits(words: readonly string[], header: readonly string[] | null): boolean {
  const bare = words.map((word) => word.replace(/^[[(]|[\])]$/g, ''));
  return header?.length === words.length && bare.every((word) => word === '' || UNIT.test(word));
}

function commasOf(row: string, delimiter: string | RegExp): Commas {
  if (/(?:^|[^\d.])\d{1,3}(?:\.\d{3})+,\d/.test(row)) return 'both';
  if (delimiter !== ',' && row.includes(',')) return 'decimal';
  return delimiter === ',' && /"\d{1,3}(?:,\d{3})+/.test(row) ? 'thousands' : null;
}

/** Throws `ImportError` where a row has another number of columns than those before it. */
export function readTable(text: string): Table {
  const head = new Head();
  const rows: TableRow[] = [];
  let line = 0;
  let commas: Commas = null;
  let rest: number | null = null;
  let cut: string | null = null;
  for (const row of linesOf(text)) {
    line += 1;
    if (row.trim() === '' || RULE.test(row.trim())) continue;
    const words = rows.length === 0 ? head.rowOf(row) : COMMENT.test(row) ? null : head.words(row);
    if (words === null) continue;
    refuseRecords(rows.length + 1, 'rows');
    const count = rows[0]?.words.length ?? words.length;
    if (rows.length > 0 && isNewHead(words)) {
      const names = head.names(count).words;
      if (words.length === names.length && words.every((word, at) => word === names[at])) continue;
      rest = line;
      break;
    }
    if (words.length < count && rows.length > 1 && text.endsWith(row)) {
      cut = row;
      break;
    }
    if (words.length !== count)
      throw errorAtLine(line, `${quoted(row)} has ${words.length} columns; ${count} are expected.`);
    if (commas !== 'both') commas = commasOf(row, head.delimiter) ?? commas;
    rows.push({ line, words });
  }
  // A column of units has no name of its own: `B` below "Operator" is no unit.
  const whole = head.width === rows[0]?.words.length ? rows : withUnits(rows);
  const names = head.names(whole[0]?.words.length ?? 0);
  return {
    names: names.words,
    hasHeader: names.isOwn,
    commas,
    rest,
    cut,
    isEnded: text.endsWith('\n'),
    // Where `1.250,5` is a number, `1.250` is none with three digits behind a point.
    rows: commas === 'both' ? whole.map(withoutDots) : whole,
  };
}

/** A column of nothing but units belongs to the numbers before it, as in `14.1 KBytes`. */
function withUnits(rows: readonly TableRow[]): readonly TableRow[] {
  const isUnit = (at: number) =>
    rows.every(({ words }) => NUMBER.test(words[at - 1] ?? '') && BARE_UNIT.test(words[at] ?? ''));
  const units = rows[0]?.words.flatMap((_, at) => (at > 0 && isUnit(at) ? [at] : [])) ?? [];
  if (units.length === 0) return rows;
  return rows.map(({ line, words }) => ({
    line,
    words: words.flatMap((word, at) =>
      units.includes(at) ? [] : [units.includes(at + 1) ? `${word}${words[at + 1]}` : word],
    ),
  }));
}

function withoutDots({ line, words }: TableRow): TableRow {
  return {
    line,
    words: words.map((word) => (DOTS.test(word) ? word.replaceAll('.', '') : word)),
  };
}

/** What stands before the first row of values: a title, the names of the columns, their units. */
class Head {
  delimiter: string | RegExp = ',';
  private header: string[] | null = null;
  private comment: string | null = null;
  private isFixed = false;

  get width(): number {
    return this.header?.length ?? 0;
  }

  words(row: string): string[] {
    return wordsOf(row, this.delimiter);
  }

  /** The words of the first row of values; null: it is none yet. */
  rowOf(row: string): string[] | null {
    const separator = SEPARATOR_LINE.exec(row.trim())?.[1];
    if (separator !== undefined) {
      [this.delimiter, this.isFixed] = [separator, true];
      return null;
    }
    if (COMMENT.test(row)) {
      this.comment = row.replace(/^\s*[#%]+\s*/, '');
      return null;
    }
    if (!this.isFixed) this.delimiter = delimiterOf(row);
    const words = this.words(row);
    const { header } = this;
    // Below the names a row may begin with a word, such as the name of a flow.
    const isBelow = header?.length === words.length && words.some((word) => NUMBER.test(word));
    if (isNumeric(words) || isBelow) return words;
    this.header =
      header !== null && areUnits(words, header)
        ? header.map((name, at) => (words[at] === '' ? name : `${name} (${words[at]})`))
        : words;
    return null;
  }

  names(count: number): { readonly words: readonly string[]; readonly isOwn: boolean } {
    const { header, comment } = this;
    const named = header ?? (comment === null ? null : this.words(comment));
    if (named?.length === count) return { words: named, isOwn: true };
    // `Time (s)` between spaces are two words.
    const joined = (named ?? [])
      .join(' ')
      .replace(/ (?=[([])/g, '\u0000')
      .split(' ');
    if (joined.length === count)
      return { words: joined.map((name) => name.replaceAll('\u0000', ' ')), isOwn: true };
    const words = Array.from({ length: count }, (_, at) => `column ${at + 1}`);
    return { words, isOwn: false };
  }
}
