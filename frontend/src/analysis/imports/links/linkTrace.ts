/**
 * The trace of a link: times at which it may send 1,500 bytes, one a line in milliseconds
 * (Mahimahi), or a list of bandwidths, which becomes such times. After its end it begins again.
 */
import { linesOf } from '@/analysis/imports/lines';
import type { DelaySteps, LossStep } from './linkSteps';
import { Notes } from '@/analysis/imports/notes';
import {
  type About,
  errorAtLine,
  errorInLine,
  ImportError,
  quoted,
} from '@/analysis/imports/types';

export interface LinkTrace {
  readonly name: string;
  /** Never falling, the last one above 0. */
  readonly opportunities_ms: readonly number[];
  readonly mean_rate_bps: number;
  /** What follows the trace besides, where the file has it. */
  readonly delay?: DelaySteps;
  readonly loss_steps?: readonly LossStep[];
  readonly about: About;
}

/** As `max_opportunity_count` of a scenario: 8 bytes each in the core, and in a link's JSON. */
export const MOST_OPPORTUNITIES = 520_000;
/** So many are read, of which a part may be chosen (`linkCut.ts`). */
const MOST_READ = 1_000_000;
/** As the longest run. */
const MOST_PERIOD_MS = 3_600_000;
/** Of an opportunity. */
export const PACKET_BITS = 12_000;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Lines that a trace may have besides its own. */
const COMMENT = /^\s*(?:#|\/\/|;|%)/;
const SPACES = /[\s,;]+/;
/** Logs of a phone (Riiser et al. 2013, van der Hooft et al. 2016): ..., bytes, milliseconds. */
const PHONE_COLUMNS = 6;
const EXPECTED =
  'a time in milliseconds, a whole number on a line of its own (Mahimahi), nor a time in s and a rate in Mbit/s';

/** The numbers of all lines in one list, and where each line stands: as there may be a million. */
class Rows {
  columns = 0;
  private readonly values: number[] = [];
  private readonly lines: number[] = [];

  constructor(private readonly text: string) {}

  get length(): number {
    return this.lines.length;
  }

  /** 0 where there is none. */
  at(index: number, column = 0): number {
    return (index < 0 ? undefined : this.values[index * this.columns + column]) ?? 0;
  }

  lineOf(index: number): number {
    return this.lines[index] ?? 1;
  }

  /** As it stands in the file, for a sentence that quotes it. */
  textOf(index: number): string {
    let line = 0;
    for (const row of linesOf(this.text)) {
      line += 1;
      if (line === this.lineOf(index)) return row;
    }
    return '';
  }

  /** Throws `ImportError` where it is no row, or has other columns than those before it. */
  add(text: string, line: number): void {
    const words = wordsOf(text);
    if (!words.every((word) => NUMBER.test(word))) throw errorInLine(line, text, EXPECTED);
    if (this.length === 0) this.columns = words.length;
    if (words.length !== this.columns) {
      throw errorAtLine(
        line,
        `${quoted(text)} has ${words.length} columns; as in line ${this.lineOf(0)}, ${this.columns} are expected.`,
      );
    }
    if (![1, 2, PHONE_COLUMNS].includes(this.columns)) throw errorInLine(line, text, EXPECTED);
    for (const word of words) this.values.push(Number(word));
    this.lines.push(line);
  }

  map<T>(of: (index: number) => T): T[] {
    return this.lines.map((_, index) => of(index));
  }
}

/** Whether its first lines are numbers in as many columns as a trace of a link has. */
export function isLinkTrace(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => !COMMENT.test(line)).map(wordsOf);
  const [first] = rows;
  if (first === undefined || ![1, 2, PHONE_COLUMNS].includes(first.length)) return false;
  return first.every((word) => NUMBER.test(word));
}

/** Throws `ImportError` with the line and the expected content. */
export function readLinkTrace(name: string, text: string): LinkTrace {
  const notes = new Notes();
  const rows = rowsOf(text, notes);
  if (rows.length === 0) throw new ImportError('It has no lines with numbers.');
  const parts = partsOf(rows, notes);
  const opportunities_ms = parts === null ? timesOf(rows, notes) : opportunitiesOf(parts, notes);
  return linkOf(name, opportunities_ms, rows.lineOf(rows.length - 1), notes);
}

/** The rates of a list; null: it is one of times. */
function partsOf(rows: Rows, notes: Notes): Bandwidth[] | null {
  if (rows.columns === 2) return bandwidths(rows, notes);
  if (rows.columns === PHONE_COLUMNS) return phoneLog(rows, notes);
  return riseAndFall(rows) ? bareRates(rows, notes) : null;
}

/** The trace with its notes. Throws `ImportError` if it has no length. */
export function linkOf(
  name: string,
  opportunities_ms: readonly number[],
  lastLine: number,
  notes: Notes,
): LinkTrace {
  const last_ms = opportunities_ms.at(-1) ?? 0;
  if (last_ms === 0) throw errorInLine(lastLine, '0', 'above 0: the last time ends the period');
  const mean_rate_bps = (opportunities_ms.length * PACKET_BITS * 1000) / last_ms;
  notes.read(`${opportunities_ms.length} opportunities in ${last_ms / 1000} s.`);
  return { name, opportunities_ms, mean_rate_bps, about: notes.about() };
}

function wordsOf(line: string): string[] {
  return line
    .trim()
    .split(SPACES)
    .filter((word) => word !== '');
}

function rowsOf(text: string, notes: Notes): Rows {
  const rows = new Rows(text);
  let [line, comments, blanks] = [0, 0, 0];
  for (const row of linesOf(text)) {
    line += 1;
    if (row.trim() === '') {
      blanks += 1;
    } else if (COMMENT.test(row)) {
      comments += 1;
    } else if (rows.length === MOST_READ) {
      notes.leftOut(`Everything from line ${line} on: ${READ_AT_MOST} lines are read at most.`);
      break;
    } else {
      rows.add(row, line);
    }
  }
  if (comments > 0) notes.leftOut(`${comments} ${comments === 1 ? 'comment' : 'comments'}.`);
  if (blanks > 0) notes.leftOut(`${blanks} blank ${blanks === 1 ? 'line' : 'lines'}.`);
  return rows;
}

const READ_AT_MOST = MOST_READ.toLocaleString('en');

/** A link so fast is that of no file of times: they are seconds. */
const MOST_RATE_BPS = 1e9;

/** Seconds with fractions, though the format has whole milliseconds. */
function areSeconds(rows: Rows): boolean {
  const last = rows.at(rows.length - 1);
  const hasFractions = rows.map((index) => rows.at(index)).some((time) => time % 1 !== 0);
  return hasFractions && last > 0 && (rows.length * PACKET_BITS * 1000) / last > MOST_RATE_BPS;
}

function timesOf(rows: Rows, notes: Notes): number[] {
  notes.what = 'trace of a link, Mahimahi';
  const isSeconds = areSeconds(rows);
  if (isSeconds)
    notes.uncertain(
      'Its times have fractions and are too close for milliseconds: they are taken for seconds.',
    );
  let before = 0;
  return rows.map((index) => {
    const value = rows.at(index) * (isSeconds ? 1000 : 1);
    const line = rows.lineOf(index);
    const time = Math.round(value);
    if (time !== value)
      notes.uncertain('Times are rounded to whole milliseconds, as Mahimahi has them.');
    if (value < 0) throw errorInLine(line, rows.textOf(index), 'a time in milliseconds from 0 on');
    if (time < before) {
      throw errorAtLine(
        line,
        `${quoted(rows.textOf(index))} is below ${before} before it; times must not fall. If its numbers are rates, a time in s stands before each.`,
      );
    }
    refusePeriod(time, line, () => rows.textOf(index));
    before = time;
    return time;
  });
}

export function refusePeriod(time_ms: number, line: number, text: () => string): void {
  if (time_ms <= MOST_PERIOD_MS) return;
  throw errorAtLine(
    line,
    `${quoted(text())} is after ${MOST_PERIOD_MS.toLocaleString('en')} ms (an hour), the longest that a trace and a run may be. Cut the file before this line.`,
  );
}

/** A rate and the time for which it holds. */
export interface Bandwidth {
  readonly row: { readonly line: number };
  readonly from_ms: number;
  readonly to_ms: number;
  readonly bps: number;
}

/** Times in s, rates in Mbit/s. A rate holds from the time before it, from its own if that is 0. */
function bandwidths(rows: Rows, notes: Notes): Bandwidth[] {
  notes.what = 'trace of a link, list of bandwidths';
  const start = rows.at(0);
  const isFromOwn = start === 0 || start > 1e8;
  const [unit, factor] = unitBySize(rows, 1);
  notes.uncertain(
    `Units are not in the file: times are taken for s, rates for ${unit}; a rate holds ${isFromOwn ? 'from its time to the next' : 'up to its time, from the one before'}.`,
  );
  const offset = isFromOwn ? start : 0;
  return rows.map((index) => {
    const time = rows.at(index);
    const before = index === 0 ? offset : rows.at(index - 1);
    const after = index + 1 < rows.length ? rows.at(index + 1) : 2 * time - before;
    const [from, to] = isFromOwn ? [time, after] : [before, time];
    return bandwidth(rows, index, {
      from_s: from - offset,
      to_s: to - offset,
      bps: rows.at(index, 1) * factor,
    });
  });
}

/** The meaning of fewer numbers is not clear. */
const LEAST_RATES = 10;
/** Times of a trace that is out of order fall now and then. */
const LEAST_FALLS = 0.25;

function riseAndFall(rows: Rows): boolean {
  const falls = rows
    .map((index) => rows.at(index) < rows.at(index - 1))
    .filter((isFall) => isFall).length;
  return rows.length >= LEAST_RATES && falls >= LEAST_FALLS * rows.length;
}

/** One rate a line and no times: the lists that simulators of video players come with. */
function bareRates(rows: Rows, notes: Notes): Bandwidth[] {
  notes.what = 'trace of a link, list of rates';
  const [unit, factor] = unitBySize(rows, 0);
  notes.uncertain(
    `Its numbers rise and fall, so they are taken for rates, each for a second, in ${unit}: the file says neither. Put times in s before them where that is wrong.`,
  );
  return rows.map((index) =>
    bandwidth(rows, index, { from_s: index, to_s: index + 1, bps: rows.at(index) * factor }),
  );
}

const UNITS_BY_SIZE = [
  ['Mbit/s', 1e6, 1000],
  ['kbit/s', 1e3, 1e6],
  ['bit/s', 1, Infinity],
] as const;

function unitBySize(rows: Rows, column: number): readonly [unit: string, factor: number] {
  const most = rows
    .map((index) => rows.at(index, column))
    .reduce((high, each) => Math.max(high, each), 0);
  const [unit, factor] = UNITS_BY_SIZE.find(([, , below]) => most < below) ?? ['bit/s', 1];
  return [unit, factor];
}

/** The last two columns: bytes that arrived, and in how many milliseconds. */
function phoneLog(rows: Rows, notes: Notes): Bandwidth[] {
  notes.what = 'trace of a link, log of a phone';
  notes.read('Bytes and milliseconds of the last two columns.');
  notes.leftOut('Clock and place of each line.');
  let from_s = 0;
  return rows.map((index) => {
    const [bytes, ms] = [rows.at(index, PHONE_COLUMNS - 2), rows.at(index, PHONE_COLUMNS - 1)];
    const to_s = from_s + ms / 1000;
    const bps = ms > 0 ? (bytes * 8e3) / ms : 0;
    const found = bandwidth(rows, index, { from_s, to_s, bps });
    from_s = to_s;
    return found;
  });
}

interface Span {
  readonly from_s: number;
  readonly to_s: number;
  readonly bps: number;
}

function bandwidth(rows: Rows, index: number, { from_s, to_s, bps }: Span): Bandwidth {
  const line = rows.lineOf(index);
  const text = () => rows.textOf(index);
  if (to_s < from_s)
    throw errorAtLine(line, `${quoted(text())}: its time is below the one before it.`);
  if (!(bps >= 0)) throw errorInLine(line, text(), 'a rate of 0 or more');
  refusePeriod(to_s * 1000, line, text);
  return { row: { line }, from_ms: from_s * 1000, to_ms: to_s * 1000, bps };
}

/** One whenever the rate has let another 1,500 bytes through. */
export function opportunitiesOf(parts: readonly Bandwidth[], notes: Notes): number[] {
  const times: number[] = [];
  let bits = 0;
  for (const { from_ms, to_ms, bps, row } of parts) {
    const more = (bps * (to_ms - from_ms)) / 1000;
    let left = PACKET_BITS - bits;
    while (left <= more + 1e-6) {
      if (times.length === MOST_READ) {
        notes.leftOut(
          `Everything from line ${row.line} on: ${READ_AT_MOST} opportunities of 1,500 bytes are read at most.`,
        );
        return times;
      }
      times.push(Math.round(from_ms + (left * 1000) / bps));
      left += PACKET_BITS;
    }
    bits = PACKET_BITS - (left - more);
  }
  if (times.length === 0) throw new ImportError('It lets no packet of 1,500 bytes through.');
  return times;
}
