/**
 * What a qlog file consists of: traces of one JSON document, of a JSON text sequence (RFC 7464), or
 * of a record a line; with its last record cut off where the program was killed. Pure.
 */
import { recordsOf, refuseRecords } from '@/analysis/imports/bounds';
import { type Documents, documentsOf, salvaged } from './jsonDocuments';
import type { Notes } from '@/analysis/imports/notes';
import {
  errorAtField,
  isRecord,
  type Json,
  optionalNumber,
  parseLine,
  parseWhole,
  quoted,
} from '@/analysis/imports/types';

/** Begins each record of a JSON text sequence (RFC 7464). */
export const RECORD_SEPARATOR = '\u001e';

interface QlogFile {
  readonly version: string;
  readonly traces: readonly Json[];
}

export function qlogFile(text: string, notes: Notes): QlogFile {
  const sequence = sequenceOf(text);
  if (sequence !== null) return sequenceFile(sequence, notes);
  const documents = documentsOf(text);
  if (documents.texts.length > 1) {
    if (!hasTraces(documents.texts[0] ?? '')) return sequenceFile(documents.texts, notes);
    notes.leftOut(
      `The file has ${documents.texts.length} documents, one after the other: the first is read.`,
    );
  }
  const document = documentOf(text, documents, notes);
  const traces = isRecord(document) ? document.traces : undefined;
  if (!isRecord(document) || !Array.isArray(traces)) throw errorAtField('traces', 'is missing');
  const whole = traces
    .filter(isRecord)
    .filter((trace) => Array.isArray(trace.events) || !isError(trace));
  if (whole.length < traces.length) {
    notes.leftOut(`${traces.length - whole.length} traces that only say why there is none.`);
  }
  return { version: versionOf(document), traces: whole };
}

/** In place of a trace, qlog may have a description of the error that prevented it. */
function isError(trace: Json): boolean {
  return trace.error_description !== undefined || trace.events === undefined;
}

function versionOf(head: Json): string {
  const { qlog_version, file_schema } = head;
  if (typeof qlog_version === 'string') return qlog_version;
  return typeof file_schema === 'string' ? file_schema.replace(/^.*:file:/, '') : '';
}

/** Records one by one; null: the file is one document. */
function sequenceOf(text: string): string[] | null {
  const body = text.trimStart();
  if (body.startsWith(RECORD_SEPARATOR)) return recordsOf(body, RECORD_SEPARATOR);
  const [first = ''] = body.split('\n', 1);
  if (!/"(?:qlog_version|qlog_format|file_schema)"/.test(first)) return null;
  if (!first.trimEnd().endsWith('}') || first.length === body.trimEnd().length) return null;
  // A whole document in one line also ends in the line where it starts, but it has its traces.
  const head = parseLine(first, 1);
  return isRecord(head) && !Array.isArray(head.traces) ? recordsOf(body, '\n') : null;
}

/** Otherwise the documents that follow it are its events, laid out over several lines. */
function hasTraces(first: string): boolean {
  const parsed = parseLine(first, 1);
  return isRecord(parsed) && Array.isArray(parsed.traces);
}

/** Without a head the first record is an event, too. */
function isEvent(record: unknown): boolean {
  return isRecord(record) && typeof record.name === 'string' && record.data !== undefined;
}

/** What is of all records, then the events. */
function sequenceFile(records: readonly string[], notes: Notes): QlogFile {
  let line = 0;
  const last = records.findLastIndex((record) => record.trim() !== '');
  const parsed = records.flatMap((record, index): unknown[] => {
    if (record.trim() === '') return [];
    line += 1;
    try {
      return [parseLine(record, line)];
    } catch (problem) {
      if (index !== last || line === 1) throw problem;
      notes.leftOut(`The last record is not whole: ${quoted(record)}.`);
      return [];
    }
  });
  refuseRecords(parsed.length, 'records');
  if (isEvent(parsed[0]))
    notes.uncertain('It has no head, which names the format of its times: they are taken for ms.');
  const traces: { trace: Json; events: unknown[] }[] = [];
  let version = '';
  for (const record of parsed) {
    if (isHead(record)) {
      if (traces.length === 0) version = versionOf(record);
      traces.push({ trace: isRecord(record.trace) ? record.trace : {}, events: [] });
      continue;
    }
    if (traces.length === 0) traces.push({ trace: {}, events: [] });
    traces.at(-1)?.events.push(record);
  }
  if (traces.length > 1)
    notes.read(`${traces.length} logs in one file, one after the other, each as a connection.`);
  return { version, traces: traces.map(({ trace, events }) => ({ ...trace, events })) };
}

/** Each log begins with one: a file may hold several. */
function isHead(record: unknown): record is Json {
  if (!isRecord(record) || isEvent(record)) return false;
  const names = ['qlog_version', 'qlog_format', 'file_schema', 'trace'];
  return names.some((name) => record[name] !== undefined);
}

function documentOf(text: string, { before, texts, cut }: Documents, notes: Notes): unknown {
  const [first] = texts;
  if (first !== undefined && (cut === null || texts.length > 1)) {
    if (before.length > 0)
      notes.leftOut(`What stands before the JSON: ${quoted(before.join(' '))}.`);
    return parseWhole(first);
  }
  const document = cut === null ? undefined : salvaged(cut);
  const traces: unknown = isRecord(document) ? document.traces : undefined;
  const list: unknown[] = Array.isArray(traces) ? traces : [];
  const last = list.at(-1);
  const events: unknown = isRecord(last) ? last.events : undefined;
  // Throws with the line where the text ends.
  if (!isRecord(document) || !isRecord(last) || !Array.isArray(events) || events.length < 2) {
    return parseWhole(text);
  }
  notes.leftOut('The end of the file is missing: all whole events are read.');
  return { ...document, traces: [...list.slice(0, -1), { ...last, events: events.slice(0, -1) }] };
}

/** A number, also where it is written as text, as drafts 00 and 01 do. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'string' && value !== ''
    ? optionalNumber(Number(value))
    : optionalNumber(value);
}
