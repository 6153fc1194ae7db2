/** Texts that hold JSON, perhaps with other lines before it, several documents, or a lost end. */
import { parse } from 'jsonc-parser';

import { TOO_DEEP, tooDeepAt } from '@/analysis/scenario/fields/json';

import { linesOf } from '@/analysis/imports/lines';
import { ImportError, isRecord, type Json } from '@/analysis/imports/types';

export interface Documents {
  /** Lines before the first document, such as warnings. */
  readonly before: readonly string[];
  /** Each is a whole object or list, from bracket to bracket. */
  readonly texts: readonly string[];
  /** What begins as another one and ends with the file. */
  readonly cut: string | null;
  /** What stands behind the last whole document. */
  readonly after: string;
}

/** A line with which a document may begin, unlike `[warning]` and `[  5] local ...`. */
const BEGINS = /^\s*(?:\{|\[\s*(?:["[\]{]|$))/;

/** Documents from the first line on that begins with a bracket. */
export function documentsOf(text: string): Documents {
  const before: string[] = [];
  let at = 0;
  for (const line of linesOf(text)) {
    if (BEGINS.test(line)) break;
    if (line.trim() !== '') before.push(line.trim());
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return { before, texts: [], cut: null, after: '' };
  }
  return { before, ...wholeAndCut(text.slice(at)) };
}

function wholeAndCut(text: string): Omit<Documents, 'before'> {
  const texts: string[] = [];
  let depth = 0;
  let [from, end] = [0, 0];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|[[\]{}]/gs)) {
    if (token === '{' || token === '[') {
      if (depth === 0) from = index;
      depth += 1;
    } else if ((token === '}' || token === ']') && depth > 0) {
      depth -= 1;
      if (depth !== 0) continue;
      end = index + 1;
      texts.push(text.slice(from, end));
    }
  }
  return {
    texts,
    cut: depth > 0 ? text.slice(from) : null,
    after: depth > 0 ? '' : text.slice(end).trim(),
  };
}

/**
 * What is whole of a document whose end is lost: lists and objects are closed where it ends, and
 * the last member of the list at `path` is dropped, since it may be a part of one.
 */
export function salvaged(text: string): unknown {
  if (tooDeepAt(text) !== null) throw new ImportError(`It is not read: ${TOO_DEEP}.`);
  return parse(text, [], { disallowComments: true, allowTrailingComma: true }) as unknown;
}

/** Of a list of objects. */
const MOST_COLUMNS = 200;
const MOST_DEPTH = 4;

/** Single values of a record and of records in it, by their names with points between. */
export function flatRow(row: Json): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  const put = (record: Json, before: string, depth: number) => {
    for (const [key, value] of Object.entries(record)) {
      if (flat.size >= MOST_COLUMNS) return;
      if (!isRecord(value)) flat.set(`${before}${key}`, value);
      else if (depth < MOST_DEPTH) put(value, `${before}${key}.`, depth + 1);
    }
  };
  put(row, '', 0);
  return flat;
}

/** A column as pandas writes it: values by the numbers of their rows. */
export function isNumbered(value: unknown): value is Json {
  if (!isRecord(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 1 && keys.every((key, index) => index > 3 || /^\d+$/.test(key));
}

/**
 * Rows that a script wrote as JSON, as a table with a header: objects in a list or one a line, or
 * lists of equal length by their names. Null: it is none.
 */
export function rowsAsTable(parsed: readonly unknown[]): string | null {
  const [first] = parsed;
  const rows = parsed.length === 1 && Array.isArray(first) ? (first as unknown[]) : parsed;
  const records = rows.filter(isRecord);
  if (records.length < rows.length || records.length === 0) return null;
  if (records.length === 1 && isRecord(first)) return listsAsTable(first);
  const flat = records.map(flatRow);
  const names = [...new Set(flat.flatMap((row) => [...row.keys()]))].slice(0, MOST_COLUMNS);
  const words = (row: ReadonlyMap<string, unknown>) =>
    names.map((name) => cell(row.get(name))).join(';');
  return `${names.map(cell).join(';')}\n${flat.map((row) => `${words(row)}\n`).join('')}`;
}

function listsAsTable(document: Json): string | null {
  const columns = Object.entries(document).flatMap(
    ([name, each]): (readonly [string, unknown[]])[] => {
      if (Array.isArray(each)) return [[name, each as unknown[]]];
      return isNumbered(each) ? [[name, Object.values(each)]] : [];
    },
  );
  const length = columns[0]?.[1].length ?? 0;
  if (columns.length < 2 || columns.some(([, values]) => values.length !== length)) return null;
  const row = (at: number) => `${columns.map(([, values]) => cell(values[at])).join(';')}\n`;
  const names = columns.map(([name]) => cell(name)).join(';');
  return `${names}\n${Array.from({ length }, (_, at) => row(at)).join('')}`;
}

function cell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? `"${value.replace(/["\r\n]/g, ' ')}"` : '';
}
