/** What a file of iperf3 consists of: one document, several, events a line, or a part of these. */
import { refuseRecords } from './bounds';
import { documentsOf, salvaged } from './jsonDocuments';
import { linesOf } from './lines';
import type { Notes } from './notes';
import {
  errorAtField,
  ImportError,
  isRecord,
  type Json,
  parseLine,
  parseWhole,
  quoted,
  UNKNOWN,
} from './types';

export interface Parts {
  readonly start: Json;
  readonly intervals: readonly unknown[];
  readonly end: Json;
  readonly transport: 'tcp' | 'udp' | null;
  /** Of --get-server-output; null: there is none. */
  readonly server: Parts | null;
}

export function iperf3Parts(text: string, notes: Notes): Parts {
  const parts = isStream(text) ? streamParts(text, notes) : documentParts(text, notes);
  const { version } = parts.start;
  const transport = parts.transport === null ? '' : `, ${parts.transport.toUpperCase()}`;
  notes.what = `${typeof version === 'string' ? version.replace('iperf ', 'iperf3 ') : 'iperf3'}, JSON${transport}`;
  if (parts.intervals.length === 0)
    throw errorAtField('intervals', 'there are none; iperf3 writes them with -i');
  return parts;
}

/** Its first line is an event of its own, whatever the order of its keys. */
export function isStream(text: string): boolean {
  for (const line of linesOf(text)) {
    if (!/^\s*\{/.test(line)) continue;
    return /"event"\s*:\s*"/.test(line) && line.trimEnd().endsWith('}');
  }
  return false;
}

function documentParts(text: string, notes: Notes): Parts {
  const { before, texts, cut, after } = documentsOf(text);
  const [first] = texts;
  if (before.length > 0) notes.leftOut(`What stands before the JSON: ${quoted(before.join(' '))}.`);
  if (after !== '') notes.leftOut(`What stands behind the JSON: ${quoted(after)}.`);
  if (texts.length > 1 || (first !== undefined && cut !== null)) {
    const count = texts.length + (cut === null ? 0 : 1);
    notes.leftOut(`The file has ${count} results, one after the other: the first is read.`);
  }
  const parsed = first === undefined ? cutDocument(cut, text, notes) : parseWhole(first);
  const document: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  if (Array.isArray(parsed) && parsed.length > 1)
    notes.leftOut(`The file is a list of ${parsed.length} results: the first is read.`);
  if (!isRecord(document)) throw new ImportError(UNKNOWN);
  return partsOf(document, notes);
}

function cutDocument(cut: string | null, text: string, notes: Notes): unknown {
  const parsed = cut === null ? undefined : salvaged(cut);
  const { intervals } = isRecord(parsed) ? parsed : {};
  // Throws with the line where the text ends.
  if (!isRecord(parsed) || !Array.isArray(intervals) || intervals.length < 2) {
    return parseWhole(text);
  }
  notes.leftOut('The end of the file is missing: all whole intervals are read.');
  return { ...parsed, intervals: parsed.end === undefined ? intervals.slice(0, -1) : intervals };
}

function partsOf(document: Json, notes: Notes): Parts {
  const { start, intervals, end, server_output_json } = document;
  const hasIntervals = Array.isArray(intervals) && intervals.length > 0;
  noteError(document.error, hasIntervals, notes);
  if (!Array.isArray(intervals)) throw errorAtField('intervals', 'is missing');
  const hasServer = isRecord(server_output_json) && hasList(server_output_json);
  if (document.server_output_text !== undefined)
    notes.leftOut("The server's report as text: with -J on both sides it is JSON.");
  return {
    start: isRecord(start) ? start : {},
    intervals: intervals as unknown[],
    end: isRecord(end) ? end : {},
    transport: transportOf(start),
    server: hasServer ? partsOf(server_output_json, notes) : null,
  };
}

function hasList({ intervals }: Json): boolean {
  return Array.isArray(intervals) && intervals.length > 0;
}

function transportOf(start: unknown): Parts['transport'] {
  const test = isRecord(start) ? start.test_start : undefined;
  const protocol = isRecord(test) ? test.protocol : undefined;
  return protocol === 'UDP' ? 'udp' : protocol === 'TCP' ? 'tcp' : null;
}

function streamParts(text: string, notes: Notes): Parts {
  let [start, end]: Json[] = [{}, {}];
  let error: unknown;
  let line = 0;
  const intervals: unknown[] = [];
  const lines = [...linesOf(text)];
  refuseRecords(lines.length, 'records');
  const last = lines.findLastIndex((each) => each.trim() !== '');
  for (const row of lines) {
    line += 1;
    if (row.trim() === '') continue;
    if (!/^\s*\{/.test(row)) {
      notes.leftOut(`A line that is no event: ${quoted(row)}.`);
      continue;
    }
    const event = eventOf(row, line, line - 1 === last && intervals.length > 0, notes);
    if (!isRecord(event)) continue;
    if (event.event === 'error') error = event.data;
    else if (event.event === 'interval') intervals.push(event.data);
    else if (event.event === 'start' && isRecord(event.data)) start = event.data;
    else if (event.event === 'end' && isRecord(event.data)) end = event.data;
  }
  noteError(error, intervals.length > 0, notes);
  return {
    start: start ?? {},
    intervals,
    end: end ?? {},
    transport: transportOf(start),
    server: null,
  };
}

function eventOf(row: string, line: number, isLast: boolean, notes: Notes): unknown {
  try {
    return parseLine(row, line);
  } catch (problem) {
    if (!isLast) throw problem;
    notes.leftOut(`The last line is not whole: ${quoted(row)}.`);
    return null;
  }
}

/** A test that was broken off says why; what it measured until then is read all the same. */
function noteError(error: unknown, hasIntervals: boolean, notes: Notes): void {
  if (typeof error !== 'string' || error === '') return;
  if (!hasIntervals) throw new ImportError(`iperf3 reports: ${error}`);
  notes.uncertain(`iperf3 ended with an error: ${error}. What it measured until then is read.`);
}
