/** The one door to files that people have: what a file is, and what is read of it. */

import { bounded, MOST_TRACE_BYTES, refuseJsonParts, refuseRecords } from './bounds';
import { rolesOfNames } from './columnRoles';
import { readCsv } from './csv';
import { isFlent, readFlent } from './flent';
import { isFlowMonitor, readFlowMonitor } from './flowMonitor';
import { isIperf2, readIperf2 } from './iperf2';
import { readIperf3 } from './iperf3';
import { isInterrupted, isStream } from './iperf3Parts';
import { isIperfReport, readIperfReport } from './iperfReport';
import { documentsOf, rowsAsTable } from './jsonDocuments';
import { firstLines } from './lines';
import { isLabSeries, readLabSeries } from './labSeries';
import { isLinkTable, readLinkTable } from './linkTable';
import { isLinkTrace, type LinkTrace, readLinkTrace } from './linkTrace';
import { isDissected, packetToolOf, readDissected, readPacketList } from './packetList';
import { isPantheon, readPantheon } from './pantheon';
import { isIrtt, printedBy, readIrtt, readPrinted } from './printed';
import { readQlog } from './qlog';
import { RECORD_SEPARATOR } from './qlogRecords';
import { isSeries, readSeries } from './series';
import { tooLarge } from './source';
import { readSs } from './ss';
import { hasRows, namesOf } from './table';
import { isTcpProbe, readTcpProbe } from './tcpProbe';
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
/** Where a document says what it is. */
const HEAD_CHARACTERS = 4096;

/** Throws `ImportError`, which says what and where, or which bound a file passes. */
export function readText(name: string, text: string, options = BY_NAMES): ReadFile {
  if (text.length > MOST_TRACE_BYTES) throw new ImportError(tooLarge());
  const plain = withLineEnds(withoutColours(text.replace(/^\ufeff/, '')));
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
      ? 'It is the trace of a link, not a measurement: open it in the editor of scenarios, at the delivery trace of the bottleneck.'
      : 'It is a scenario, not a measurement: open it in the editor of scenarios.',
  );
}

/** What moves the cursor of a terminal and colours it, in a copy of what it showed. */
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

const measured = (trace: MeasuredTrace): ReadFile => ({ kind: 'measurement', trace });
const table = (name: string, text: string, columns: string | null) =>
  measured(readCsv(name, text, columns));

function readAny(name: string, text: string, { isLink }: ReadOptions): ReadFile {
  const head = text.trimStart();
  if (head.startsWith(RECORD_SEPARATOR)) {
    refuseJsonParts(text);
    return measured(readQlog(name, text));
  }
  if (!head.startsWith('{') && isIperfReport(head)) return measured(readIperfReport(name, head));
  const lines = firstLines(text, FIRST_LINES);
  if (lines.some((line) => /^\s*\{/.test(line)) || LIST.test(head) || isStream(text)) {
    refuseJsonParts(text);
    return readJson(name, text);
  }
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
    const isAsked = isLink === true || isLinkTable(lines);
    return isAsked ? { kind: 'link', link: readLinkTable(name, text) } : table(name, text, null);
  }
  throw new ImportError(`${UNKNOWN} Line 1 reads "${(lines[0] ?? '').trim().slice(0, 60)}".`);
}

/** Objects of single values, of which one is a time, or lists of such. */
function looksLikeRows(document: unknown): boolean {
  const sample: unknown = Array.isArray(document) ? document[0] : document;
  if (!isRecord(sample)) return false;
  const isFlat = (value: unknown) => value === null || typeof value !== 'object';
  const isColumns = !Array.isArray(document) && Object.values(sample).every(Array.isArray);
  if (!Object.values(sample).every(isFlat) && !isColumns) return false;
  const roles = rolesOfNames(Object.keys(sample)).map(({ role }) => role);
  return roles.includes('time') && roles.length > 1;
}

function rowsOfJson(texts: readonly string[], document: unknown): string | null {
  if (texts.length === 1) return rowsAsTable([document]);
  refuseRecords(texts.length, 'records');
  return rowsAsTable(texts.map((text) => parseWhole(text)));
}

/** A result that a script of someone's own has put into another document. */
function innerDocument(document: Json): Json | null {
  const inside = Object.values(document).filter(isRecord);
  const isResult = ({ start, intervals, qlog_version, traces, x_values, results }: Json) =>
    (isRecord(start) && Array.isArray(intervals)) ||
    (qlog_version !== undefined && Array.isArray(traces)) ||
    (Array.isArray(x_values) && isRecord(results));
  return inside.find(isResult) ?? null;
}

/** By what a document holds: heads differ in their order and may be long. */
function readJson(name: string, text: string): ReadFile {
  if (/"(?:qlog_version|qlog_format|file_schema)"/.test(text.slice(0, HEAD_CHARACTERS))) {
    return measured(readQlog(name, text));
  }
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
  if (rows !== null) return table(name, rows, null);
  const result: unknown = Array.isArray(document) ? document[0] : document;
  if (!isRecord(result) || (Array.isArray(document) && result.intervals === undefined))
    throw new ImportError(
      `${UNKNOWN} It is JSON, a list that begins with ${quoted(JSON.stringify(result ?? null))}.`,
    );
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
  const inner = innerDocument(document);
  if (inner !== null) return readJson(name, JSON.stringify(inner));
  const keys = Object.keys(document).slice(0, 8).join(', ');
  throw new ImportError(`${UNKNOWN} It is JSON with the fields ${keys}.`);
}
