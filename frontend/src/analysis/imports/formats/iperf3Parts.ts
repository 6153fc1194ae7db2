/** What a file of iperf3 consists of: one document, several, events a line, or a part of these. */
import { refuseRecords } from '@/analysis/imports/bounds';
import { documentsOf, salvaged } from './jsonDocuments';
import { firstLines, linesOf } from '@/analysis/imports/lines';
import type { Notes } from '@/analysis/imports/notes';
import {
  errorAtField,
  ImportError,
  isRecord,
  type Json,
  parseLine,
  parseWhole,
  quoted,
  UNKNOWN,
} from '@/analysis/imports/types';

export interface Parts {
  readonly start: Json;
  readonly intervals: readonly unknown[];
  readonly end: Json;
  readonly transport: 'tcp' | 'udp' | null;
  /** Of --get-server-output; null: there is none. */
  readonly server: Parts | null;
  /** The same as people read it. */
  readonly serverText: string | null;
  /** Of streams that do not say so themselves, as before iperf 3.7. */
  readonly isReceived: boolean;
}

export function iperf3Parts(text: string, notes: Notes): Parts {
  const parts = isStream(text) ? streamParts(text, notes) : documentParts(text, notes);
  const { version } = parts.start;
  const transport = parts.transport === null ? '' : `, ${parts.transport.toUpperCase()}`;
  notes.what = `${typeof version === 'string' ? version.replace('iperf ', 'iperf3 ') : 'iperf3'}, JSON${transport}`;
  if (parts.intervals.length > 0) return parts;
  const whole = wholeTest(parts);
  if (whole.length === 0)
    throw errorAtField('intervals', 'there are none; iperf3 writes them with -i');
  notes.uncertain('It has no intervals (-i 0): one value is of the whole test.');
  return { ...parts, intervals: [{ streams: whole }] };
}

/** Of each stream, or of all together, what the end of a test says. */
function wholeTest({ end, isReceived }: Parts): Json[] {
  const side = isReceived ? 'receiver' : 'sender';
  const listed: unknown[] = Array.isArray(end.streams) ? end.streams : [];
  const own = listed.filter(isRecord).map((stream) => stream.udp ?? stream[side]);
  const sum = [isReceived ? end.sum_received : end.sum_sent, end.sum];
  const found = own.some(isRecord) ? own : sum.slice(sum.findIndex(isRecord)).slice(0, 1);
  return found.filter(isRecord).map((stream) => ({ socket: 0, ...stream, sender: !isReceived }));
}

/** Of the first event, which describes all streams. */
const MOST_EVENT_CHARACTERS = 1_000_000;
/** Lines that may stand before it. */
const MOST_WARNINGS = 40;
/** What `ts` and its like write before each event. */
const PREFIX = /^[^\n{}"]{1,60}(?=\{\s*"(?:event|data)"\s*:)/gm;

/** Its first document is an event, with any order of keys and any layout. */
export function isStream(text: string): boolean {
  const head = text.slice(0, MOST_EVENT_CHARACTERS);
  if (!/"event"\s*:\s*"/.test(head)) return false;
  const [first] = documentsOf(head.replace(PREFIX, '')).texts;
  if (first === undefined) return false;
  try {
    const event = parseLine(first, 1);
    return isRecord(event) && typeof event.event === 'string';
  } catch {
    return false;
  }
}

/** Lines that iperf3 itself prints between those of its JSON, where its errors went there, too. */
const OWN_LINES = /^(?:iperf3?|warning): [^\n]*\n(?=[ \t]*["}\]]|[ \t]+[[{])/gim;

/** A document between whose lines iperf3's own errors may stand. */
export function isInterrupted(text: string): boolean {
  return /"intervals"\s*:/.test(text) && (text.match(OWN_LINES) ?? []).length > 0;
}

function documentParts(whole: string, notes: Notes): Parts {
  const printed = whole.match(OWN_LINES) ?? [];
  if (printed.length > 0) notes.leftOut(`Lines that are no JSON: ${quoted(printed.join(' '))}.`);
  const text = whole.replace(OWN_LINES, '');
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
  const serverText = document.server_output_text;
  return {
    start: isRecord(start) ? start : {},
    intervals: intervals as unknown[],
    end: isRecord(end) ? end : {},
    transport: transportOf(start),
    server: hasServer ? partsOf(server_output_json, notes) : null,
    serverText: typeof serverText === 'string' && serverText.trim() !== '' ? serverText : null,
    isReceived: isReceivedBy(start),
  };
}

function hasList({ intervals }: Json): boolean {
  return Array.isArray(intervals) && intervals.length > 0;
}

/** A client receives with -R, a server without it. */
function isReceivedBy(start: unknown): boolean {
  if (!isRecord(start)) return false;
  const test = isRecord(start.test_start) ? start.test_start : {};
  const isReverse = test.reverse === 1 || test.reverse === true;
  const isServer = isRecord(start.accepted_connection) && !isRecord(start.connecting_to);
  return isReverse !== isServer;
}

function transportOf(start: unknown): Parts['transport'] {
  const test = isRecord(start) ? start.test_start : undefined;
  const protocol = isRecord(test) ? test.protocol : undefined;
  return protocol === 'UDP' ? 'udp' : protocol === 'TCP' ? 'tcp' : null;
}

function streamParts(prefixed: string, notes: Notes): Parts {
  const text = prefixed.replace(PREFIX, '');
  const found: Found = {
    start: {},
    end: {},
    intervals: [],
    error: undefined,
    hasEnd: false,
    server: {},
  };
  const [first = ''] = documentsOf(text.slice(0, MOST_EVENT_CHARACTERS)).texts;
  // Laid out over several lines, or all in one: from bracket to bracket.
  const isByLine = firstLines(text, MOST_WARNINGS).some((line) => line.trim() === first);
  const records = isByLine ? [...linesOf(text)] : documentsOf(text).texts;
  refuseRecords(records.length, 'records');
  const last = records.findLastIndex((each) => each.trim() !== '');
  for (const [index, row] of records.entries()) {
    if (row.trim() === '') continue;
    if (!/^\s*\{/.test(row)) {
      notes.leftOut(`A line that is no event: ${quoted(row)}.`);
      continue;
    }
    if (found.hasEnd && !/"event"\s*:/.test(row)) {
      notes.leftOut(
        'The whole result behind the events (--json-stream-full-output): it repeats them.',
      );
      break;
    }
    const event = eventOf(row, index + 1, index === last && found.intervals.length > 0, notes);
    if (!isRecord(event)) continue;
    if (event.event === 'start' && found.intervals.length > 0) {
      notes.leftOut('The file has several results, one after the other: the first is read.');
      break;
    }
    keepEvent(event, found);
  }
  const { start, end, intervals, error, server } = found;
  noteError(error, intervals.length > 0, notes);
  const { server_output_json: report, server_output_text: reportText } = server;
  return {
    start,
    intervals,
    end,
    transport: transportOf(start),
    server: isRecord(report) && hasList(report) ? partsOf(report, notes) : null,
    serverText: typeof reportText === 'string' && reportText.trim() !== '' ? reportText : null,
    isReceived: isReceivedBy(start),
  };
}

interface Found {
  start: Json;
  end: Json;
  readonly intervals: unknown[];
  error: unknown;
  hasEnd: boolean;
  /** Of --get-server-output, by the name of its event. */
  server: Json;
}

function keepEvent({ event, data }: Json, found: Found): void {
  if (event === 'error') found.error = data;
  else if (event === 'interval') found.intervals.push(data);
  else if (event === 'start' && isRecord(data)) found.start = data;
  else if (event === 'server_output_json' || event === 'server_output_text') {
    found.server = { ...found.server, [event]: data };
  } else if (event === 'end') {
    found.hasEnd = true;
    if (isRecord(data)) found.end = data;
  }
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
