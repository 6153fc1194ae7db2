/** The one entry point for files: which kind a file is, and what is read of it. */

import { bounded, MOST_TRACE_BYTES, refuseJsonParts, refuseRecords } from './bounds';
import { rolesOfNames } from './formats/columnRoles';
import { readCsv } from './formats/csv';
import { isFlent, readFlent } from './formats/flent';
import { isFlowMonitor, readFlowMonitor } from './formats/flowMonitor';
import { isIperf2, readIperf2 } from './formats/iperf2';
import { readIperf3 } from './formats/iperf3';
import { isInterrupted, isStream } from './formats/iperf3Parts';
import { isIperfReport, readIperfReport } from './formats/iperfReport';
import { documentsOf, flatRow, isNumbered, rowsAsTable } from './formats/jsonDocuments';
import { firstLines, linesOf } from './lines';
import { type Layout, layoutOf, nothingToRead } from './formats/layouts';
import { isLabSeries, readLabSeries } from './formats/labSeries';
import { durationOf, isLinkTable, readLinkTable } from './links/linkTable';
import { isLinkTrace, type LinkTrace, readLinkTrace } from './links/linkTrace';
import { isDissected, packetToolOf, readDissected, readPacketList } from './capture/packetList';
import { isPantheon, readPantheon } from './formats/pantheon';
import { isIrtt, printedBy, readIrtt, readPrinted } from './formats/printed';
import { readQlog } from './formats/qlog';
import { RECORD_SEPARATOR } from './formats/qlogRecords';
import { isSeries, readSeries } from './formats/series';
import { tooLarge } from './source';
import { readSs } from './formats/ss';
import { hasRows, namesOf } from './formats/table';
import { isTcpProbe, readTcpProbe } from './formats/tcpProbe';
import {
  ImportError,
  isRecord,
  type Json,
  type MeasuredTrace,
  parseWhole,
  quoted,
  UNKNOWN,
} from './types';

export type ReadFile =
  | { readonly kind: 'measurement'; readonly trace: MeasuredTrace }
  | { readonly kind: 'link'; readonly link: LinkTrace }
  | { readonly kind: 'scenario'; readonly name: string };

/** Columns as a person names them (`columnRoles.ts`); null: by their names. */
export interface ReadOptions {
  readonly columns: string | null;
  /** The trace of a link is asked for: a table of rates is one. */
  readonly isLink?: boolean;
}

const BY_NAMES: ReadOptions = { columns: null };
const FIRST_LINES = 40;
/** Keys by which a document names its kind. */
const HEAD_CHARACTERS = 4096;

/** Throws `ImportError`, which says what and where, or which bound a file passes. */
export function readText(name: string, text: string, options = BY_NAMES): ReadFile {
  if (text.length > MOST_TRACE_BYTES) throw new ImportError(tooLarge());
  // What a crash leaves of a log that was being written is zeros.
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text;
  const plain = withLineEnds(withoutColours(whole.replace(/^\ufeff/, '')));
  if (plain.trim() === '') throw new ImportError('It is empty.');
  const read =
    options.columns === null ? readAny(name, plain, options) : table(name, plain, options.columns);
  return read.kind === 'measurement' ? { ...read, trace: bounded(read.trace) } : read;
}

/** A measurement; anything else is refused with what it is. */
export function readTrace(name: string, text: string): MeasuredTrace {
  const read = readText(name, text);
  if (read.kind === 'measurement') return read.trace;
  throw new ImportError(
    read.kind === 'link'
      ? 'It is a link trace, not a measurement: open it under Build, as the delivery trace of the bottleneck.'
      : 'It is a scenario, not a measurement: open it under Build.',
  );
}

/** Without the codes that move and colour the cursor of a terminal, in a copy of its output. */
function withoutColours(text: string): string {
  // eslint-disable-next-line no-control-regex -- it is the escape character that is looked for
  return text.includes('\u001b[') ? text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '') : text;
}

/** A list of JSON, and no stamp in brackets. */
const LIST = /^\[\s*(?:[{["\]]|-?\d[\d.eE+-]*\s*(?:,\s*(?:[-\d]|$)|\]\s*(?:,|$)))/;

/** Old tools end lines with a carriage return alone. */
function withLineEnds(text: string): string {
  return text.includes('\n') || !text.includes('\r') ? text : text.replace(/\r/g, '\n');
}

/** What containers, runners and services write before each line of a program. */
const LOG_PREFIX = new RegExp(
  [
    String.raw`^(?:[\w.-]+\s+\|\s)?(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?`,
    String.raw`|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|[\w.-]+\s+\|(?=\s))`,
    String.raw`(?: std(?:out|err) [FP]| [\w.-]+ [\w./-]+(?:\[\d+\])?:)? ?`,
  ].join(''),
);

/** The program's own text, if it is a document or a table behind such prefixes; else null. */
function withoutPrefixes(text: string, lines: readonly string[]): string | null {
  if (lines.length === 0 || !lines.every((line) => LOG_PREFIX.test(line))) return null;
  const own = lines.map((line) => line.replace(LOG_PREFIX, ''));
  const [first = ''] = own;
  const isJson = /^\s*[{[]/.test(first);
  const roles = rolesOfNames(namesOf(own)).map(({ role }) => role);
  if (!isJson && !(roles.includes('time') && roles.length > 1)) return null;
  return Array.from(linesOf(text), (line) => `${line.replace(LOG_PREFIX, '')}\n`).join('');
}

const measured = (trace: MeasuredTrace): ReadFile => ({ kind: 'measurement', trace });
const table = (name: string, text: string, columns: string | null) =>
  measured(readCsv(name, text, columns));

function laidOut(name: string, { what, rows, columns, notes, hasHeaders }: Layout): ReadFile {
  const trace = readCsv(name, rows, columns);
  const { read, left_out, uncertain } = notes.about();
  const about = trace.about ?? { what, read: [], left_out: [], uncertain: [] };
  return measured({
    ...trace,
    flows: trace.flows.map((flow) => ({
      ...flow,
      label: flow.label.replace(/^flow /, ''),
      ...(hasHeaders ? { evidence: { hasHeaders } } : {}),
    })),
    about: {
      what,
      read: [...read, ...about.read],
      left_out,
      uncertain: [...uncertain, ...about.uncertain],
    },
  });
}

function readAny(
  name: string,
  text: string,
  { isLink = false }: Pick<ReadOptions, 'isLink'>,
): ReadFile {
  const head = text.trimStart();
  if (head.startsWith(RECORD_SEPARATOR)) {
    refuseJsonParts(text);
    return measured(readQlog(name, text));
  }
  if (!head.startsWith('{') && isIperfReport(head)) return measured(readIperfReport(name, head));
  const lines = firstLines(text, FIRST_LINES);
  const own = withoutPrefixes(text, lines);
  if (own !== null) return readAny(name, own, { isLink });
  if (lines.some((line) => /^\s*\{/.test(line)) || LIST.test(head) || isStream(text)) {
    refuseJsonParts(text);
    return readJson(name, text);
  }
  const nothing = nothingToRead(text);
  if (nothing !== null) throw new ImportError(nothing);
  const layout = layoutOf(lines, text);
  if (layout !== null) return laidOut(name, layout);
  if (isFlowMonitor(text)) return measured(readFlowMonitor(name, text));
  if (/(?:^|\s)rtt:[\d.]/.test(text)) return measured(readSs(name, text));
  const listed = packetToolOf(lines, namesOf(lines));
  if (listed !== null) return measured(readPacketList(name, text, listed));
  const tool = printedBy(lines);
  if (tool !== null) return measured(readPrinted(name, text, tool));
  if (isIperf2(lines)) return measured(readIperf2(name, text));
  if (isTcpProbe(lines)) return measured(readTcpProbe(name, text));
  if (isPantheon(lines)) return measured(readPantheon(name, text));
  const named = rolesOfNames(namesOf(lines)).map(({ role }) => role);
  const isNamed = named.includes('time') && named.length > 1;
  if (isLinkTrace(lines) && !isNamed && !/cwnd|cong|rtt|flight/i.test(name)) {
    return { kind: 'link', link: readLinkTrace(name, text) };
  }
  if (isLabSeries(lines)) return measured(readLabSeries(name, text));
  if (hasRows(lines)) {
    const isAsked = isLink || isLinkTable(lines);
    return isAsked ? { kind: 'link', link: readLinkTable(name, text) } : table(name, text, null);
  }
  throw new ImportError(`${UNKNOWN} Line 1 reads "${(lines[0] ?? '').trim().slice(0, 60)}".`);
}

/** Objects of values, of which one is a time, or lists of such by their names. */
function looksLikeRows(document: unknown): boolean {
  const sample: unknown = Array.isArray(document) ? document[0] : document;
  if (!isRecord(sample)) return false;
  const isColumns =
    !Array.isArray(document) &&
    Object.values(sample).every((each) => Array.isArray(each) || isNumbered(each));
  const names = isColumns ? Object.keys(sample) : [...flatRow(sample).keys()];
  const roles = rolesOfNames(names).map(({ role }) => role);
  const hasTime = roles.includes('time') || durationOf(names) !== undefined;
  return hasTime && roles.some((role) => role !== 'time' && role !== 'flow');
}

function rowsOfJson(texts: readonly string[], document: unknown): string | null {
  if (texts.length === 1) return rowsAsTable([document]);
  refuseRecords(texts.length, 'records');
  return rowsAsTable(texts.map((text) => parseWhole(text)));
}

/** A table of JSON's rows: of a measurement, or of a link. */
function rowsTable(name: string, rows: string): ReadFile {
  const lines = firstLines(rows, FIRST_LINES);
  return isLinkTable(lines)
    ? { kind: 'link', link: readLinkTable(name, rows) }
    : table(name, rows, null);
}

/** Deeper ones, and those behind so many others, are none that a script would write. */
const MOST_DEPTH = 6;
const MOST_PARTS = 10_000;

const isResult = ({ start, intervals, qlog_version, traces, x_values, results }: Json) =>
  (isRecord(start) && Array.isArray(intervals)) ||
  (qlog_version !== undefined && Array.isArray(traces)) ||
  (Array.isArray(x_values) && isRecord(results));

/** Results and rows that a script of someone's own has put into another document. */
function innerDocuments(document: unknown): unknown[] {
  const found: unknown[] = [];
  let parts = 0;
  const look = (value: unknown, depth: number): void => {
    parts += 1;
    if (depth > MOST_DEPTH || parts > MOST_PARTS) return;
    if (typeof value === 'string' && /^\s*\{[^]*"(?:intervals|traces|x_values)"/.test(value)) {
      look(parseWhole(value), depth + 1);
      return;
    }
    const isRows = Array.isArray(value) && value.length > 1 && looksLikeRows(value);
    if (isRows || (isRecord(value) && isResult(value))) found.push(value);
    else if (Array.isArray(value)) for (const each of value) look(each, depth + 1);
    else if (isRecord(value)) for (const each of Object.values(value)) look(each, depth + 1);
  };
  look(document, 0);
  return found;
}

/** The first of them; null: there is none. */
function readInner(name: string, document: unknown): ReadFile | null {
  const [inner, ...others] = innerDocuments(document);
  if (inner === undefined) return null;
  const read = readJson(name, JSON.stringify(inner));
  if (others.length === 0 || read.kind !== 'measurement' || read.trace.about === undefined)
    return read;
  const { about } = read.trace;
  const said = `The document holds ${others.length + 1} results: the first is read.`;
  return measured({ ...read.trace, about: { ...about, left_out: [said, ...about.left_out] } });
}

/** Lines of a container as Docker keeps them, with their times. */
function ofDocker(texts: readonly string[]): string | null {
  const [first] = texts;
  if (first === undefined || !/^\{"log":"/.test(first)) return null;
  refuseRecords(texts.length, 'lines');
  const lines = texts.map((text) => parseWhole(text)).filter(isRecord);
  return lines.map(({ log, time }) => `${String(time)} ${String(log)}`).join('');
}

/** A document whose first field is another one's name, or a list: qlog's own begins with words. */
function isWrapped(text: string): boolean {
  return WRAPPED.test(text.slice(0, HEAD_CHARACTERS)) && documentsOf(text).texts.length < 2;
}

const WRAPPED =
  /^\s*(?:\[|\{(?:\s*"\w+"\s*:\s*(?:"[^"]*"|[\d.]+|true|false|null)\s*,)*\s*"\w+"\s*:\s*[{[][^]{0,200}"(?:qlog_version|qlog_format|file_schema)")/;

/** By what a document holds: heads differ in their order and may be long. */
function readJson(name: string, text: string): ReadFile {
  const isQlog = /"(?:qlog_version|qlog_format|file_schema)"/.test(text.slice(0, HEAD_CHARACTERS));
  if (isQlog && !isWrapped(text)) return measured(readQlog(name, text));
  if (isStream(text) || isInterrupted(text)) return measured(readIperf3(name, text));
  const { texts } = documentsOf(text);
  const [first] = texts;
  if (first !== undefined && isDissected(text.slice(0, HEAD_CHARACTERS))) {
    refuseRecords(texts.length / 2, 'packets');
    return measured(readDissected(name, texts.map(parseWhole)));
  }
  // A document whose end is lost: by what stands in it.
  if (first === undefined) {
    const reads = /"traces"\s*:/.test(text) ? readQlog : readIperf3;
    return measured(reads(name, text));
  }
  if (isSeries(first)) return measured(readSeries(name, first));
  const document = parseWhole(first);
  const rows = looksLikeRows(document) ? rowsOfJson(texts, document) : null;
  if (rows !== null) return rowsTable(name, rows);
  const lines = ofDocker(texts);
  if (lines !== null) return readAny(name, lines, {});
  const result: unknown = Array.isArray(document) ? document[0] : document;
  if (!isRecord(result) || (Array.isArray(document) && result.intervals === undefined)) {
    const inside = readInner(name, document);
    if (inside !== null) return inside;
    throw new ImportError(
      `${UNKNOWN} It is JSON, a list that begins with ${quoted(JSON.stringify(result ?? null))}.`,
    );
  }
  if (!isRecord(document)) return measured(readIperf3(name, text));
  if (isIrtt(document)) return measured(readIrtt(name, document));
  if (isFlent(document)) return measured(readFlent(name, document));
  const isEvent = typeof document.name === 'string' && isRecord(document.data);
  if (Array.isArray(document.traces) || isEvent) return measured(readQlog(name, text));
  if (document.intervals !== undefined || document.error !== undefined) {
    return measured(readIperf3(name, text));
  }
  if (document.version === 1 && Array.isArray(document.flows) && isRecord(document.bottleneck)) {
    return { kind: 'scenario', name };
  }
  const inside = readInner(name, document);
  if (inside !== null) return inside;
  const nothing = nothingToRead(text);
  if (nothing !== null) throw new ImportError(nothing);
  const keys = Object.keys(document).slice(0, 8).join(', ');
  throw new ImportError(`${UNKNOWN} It is JSON with the fields ${keys}.`);
}
