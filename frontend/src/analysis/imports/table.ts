/** Text in columns: CSV with commas, semicolons or tabs, or columns between spaces. Pure. */
import { refuseRecords } from './bounds';
import { linesOf } from './lines';
import { stampOf } from './ssStamps';
import { errorAtLine, quoted } from './types';

export interface Table {
  /** Of its header; without one "column 1" and so on. */
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  readonly commas: Commas;
  /** Its last line has its end; otherwise the file may be cut off within a number. */
  readonly isEnded: boolean;
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly line: number;
  readonly words: readonly string[];
}

/** How a table writes numbers that are not plain ones: `9,5` between semicolons, `9,500` quoted. */
export type Commas = 'decimal' | 'thousands' | null;

export const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const COMMENT = /^\s*[#%]/;
const DELIMITERS = [';', '\t', ','] as const;

/** How the words of a line are told apart: what it holds most of, else spaces. */
function delimiterOf(line: string): string | RegExp {
  return DELIMITERS.find((each) => line.includes(each)) ?? /\s+/;
}

function wordsOf(line: string, delimiter: string | RegExp): string[] {
  const row = line.trim();
  const words =
    typeof delimiter === 'string' && row.includes('"')
      ? splitQuoted(row, delimiter)
      : row.split(delimiter);
  return words.map((word) =>
    plainNumber(
      word
        .trim()
        .replace(/^"(.*)"$/, '$1')
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

function commasIn(word: string, delimiter: string | RegExp): Commas {
  if (!word.includes(',')) return null;
  if (delimiter === ',') return THOUSANDS.test(word) ? 'thousands' : null;
  return DECIMAL_COMMA.test(word) ? 'decimal' : null;
}

function plainNumber(word: string, delimiter: string | RegExp): string {
  const commas = commasIn(word, delimiter);
  if (commas === null) return word;
  return commas === 'decimal' ? word.replace(',', '.') : word.replaceAll(',', '');
}

/** The words of a line by itself. */
export function rowWords(line: string): string[] {
  return wordsOf(line, delimiterOf(line));
}

/** A row of values, whose first word is a number, a time or nothing. */
function isNumeric(words: readonly string[]): boolean {
  const [first = ''] = words;
  const isValue = first === '' || NUMBER.test(first) || stampOf(first) !== null;
  return isValue && words.some((word) => NUMBER.test(word));
}

function commasOf(row: string, delimiter: string | RegExp): Commas {
  if (delimiter !== ',' && row.includes(',')) return 'decimal';
  return delimiter === ',' && /"\d{1,3}(?:,\d{3})+/.test(row) ? 'thousands' : null;
}

/** Throws `ImportError` where a row has another number of columns than those before it. */
export function readTable(text: string): Table {
  let header: string[] | null = null;
  let comment: string | null = null;
  const rows: TableRow[] = [];
  let delimiter: string | RegExp | null = null;
  let line = 0;
  let commas: Commas = null;
  for (const row of linesOf(text)) {
    line += 1;
    if (row.trim() === '') continue;
    if (COMMENT.test(row)) {
      if (rows.length === 0) comment = row.replace(/^\s*[#%]+\s*/, '');
      continue;
    }
    delimiter ??= delimiterOf(row);
    const words = wordsOf(row, delimiter);
    if (rows.length === 0 && header === null && !isNumeric(words)) {
      header = words;
      continue;
    }
    refuseRecords(rows.length + 1, 'rows');
    const count = rows[0]?.words.length ?? words.length;
    if (words.length !== count)
      throw errorAtLine(line, `${quoted(row)} has ${words.length} columns; ${count} are expected.`);
    commas ??= commasOf(row, delimiter);
    rows.push({ line, words });
  }
  const count = rows[0]?.words.length ?? 0;
  const ofComment = comment === null || delimiter === null ? null : wordsOf(comment, delimiter);
  const named = header ?? ofComment;
  const hasHeader = named !== null && named.length === count;
  return {
    names: hasHeader ? named : Array.from({ length: count }, (_, at) => `column ${at + 1}`),
    hasHeader,
    commas,
    isEnded: text.endsWith('\n'),
    rows,
  };
}
