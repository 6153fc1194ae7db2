/** Text in columns: CSV with commas, semicolons or tabs, or columns between spaces. Pure. */
import { refuseRecords } from './bounds';
import { linesOf } from './lines';
import { errorAtLine, quoted } from './types';

export interface Table {
  /** Of its header; without one "column 1" and so on. */
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly line: number;
  readonly words: readonly string[];
}

export const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const COMMENT = /^\s*[#%]/;
const DELIMITERS = [';', '\t', ','] as const;

/** How the words of a line are told apart: what it holds most of, else spaces. */
function delimiterOf(line: string): string | RegExp {
  return DELIMITERS.find((each) => line.includes(each)) ?? /\s+/;
}

function wordsOf(line: string, delimiter: string | RegExp): string[] {
  return line
    .trim()
    .split(delimiter)
    .map((word) => word.trim().replace(/^"(.*)"$/, '$1'));
}

function isNumeric(words: readonly string[]): boolean {
  return words.some((word) => NUMBER.test(word)) && NUMBER.test(words[0] ?? '');
}

/** Throws `ImportError` where a row has another number of columns than those before it. */
export function readTable(text: string): Table {
  let header: string[] | null = null;
  let comment: string | null = null;
  const rows: TableRow[] = [];
  let delimiter: string | RegExp | null = null;
  let line = 0;
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
    rows.push({ line, words });
  }
  const count = rows[0]?.words.length ?? 0;
  const ofComment = comment === null || delimiter === null ? null : wordsOf(comment, delimiter);
  const named = header ?? ofComment;
  const hasHeader = named !== null && named.length === count;
  return {
    names: hasHeader ? named : Array.from({ length: count }, (_, at) => `column ${at + 1}`),
    hasHeader,
    rows,
  };
}
