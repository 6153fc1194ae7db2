/**
 * Bandwidths of a link as a table with a header, such as the FCC's or those of phones: a column of
 * times and one of rates, in the units of their names.
 */
import {
  type Column,
  columnOf,
  rolesOfNames,
  unitIn,
} from '@/analysis/imports/formats/columnRoles';
import { delaySteps, lossSteps } from './linkSteps';
import { type Bandwidth, type LinkTrace, linkOf, opportunitiesOf, refusePeriod } from './linkTrace';
import { Notes } from '@/analysis/imports/notes';
import { withEpochUnit } from '@/analysis/imports/formats/csv';
import { stampOf } from '@/analysis/imports/formats/ssStamps';
import { namesOf, NUMBER, readTable, type TableRow } from '@/analysis/imports/formats/table';
import { errorAtLine, ImportError, quoted } from '@/analysis/imports/types';

/** Names that people give to what a link offers, rather than to what a flow had. */
const OF_A_LINK = /^[du]l_bitrate$|bandwidth|bandbreite|capacity|link.?rate|(?:^|_)bw(?:_|$)/i;

/** Columns of the 4G and 5G data sets of University College Cork, in kbit/s (Raca et al.). */
const OF_A_PHONE = /^[du]l_bitrate$/i;

/** Whether a table is that of a link by itself: times, its bandwidth, no flow's values. */
export function isLinkTable(lines: readonly string[]): boolean {
  const header = namesOf(lines);
  const columns = rolesOfNames(header);
  const rate = columns.find(({ role }) => role === 'rate');
  const isOfFlow = columns.some(({ role }) => !['time', 'rate'].includes(role));
  const name = rate === undefined ? '' : (header[rate.at] ?? '');
  const isForLink = !isOfFlow || durationOf(header) !== undefined;
  return OF_A_PHONE.test(name) || (isForLink && OF_A_LINK.test(name));
}

/** Throws `ImportError` with the line, or with the columns that are expected. */
export function readLinkTable(name: string, text: string): LinkTrace {
  const table = readTable(text);
  const columns = rolesOfNames(table.names).map((column) => withEpochUnit(column, table));
  const duration = durationOf(table.names);
  const time = columns.find(({ role }) => role === 'time') ?? duration;
  const named = columns.find(({ role }) => role === 'rate');
  const isPhone = named !== undefined && OF_A_PHONE.test(table.names[named.at] ?? '');
  const rate = isPhone ? columnOf('rate', named.at, 'kbit/s') : named;
  if (time === undefined || rate === undefined) {
    throw new ImportError(
      `Its columns are ${table.names.slice(0, 12).map(quoted).join(', ')}; expected are one of times and one of rates, such as "time_s,bandwidth_mbps", or a Mahimahi trace.`,
    );
  }
  const notes = new Notes('trace of a link, table of bandwidths');
  if (isPhone) notes.uncertain('Its rates are taken for kbit/s, as in the data sets of phones.');
  if (table.cut !== null) notes.leftOut(`The last line is not whole: ${quoted(table.cut)}.`);
  const parts =
    time === duration
      ? partsOf(withTimes(table.rows, time.at), time, rate)
      : partsOf(table.rows, time, rate);
  const opportunities_ms = opportunitiesOf(parts, notes);
  // Behind the last one the rate begins again: delay and loss have no part of their own there.
  const end_ms = opportunities_ms.at(-1) ?? 0;
  const within = parts.filter(({ from_ms }) => from_ms < end_ms);
  const timed = {
    names: table.names,
    rows: table.rows.slice(0, within.length),
    starts_s: within.map(({ from_ms }) => from_ms / 1000),
    end_s: end_ms / 1000,
  };
  const delay = delaySteps(timed, notes);
  const loss = lossSteps(timed, notes);
  const used = [time.at, rate.at, delay?.at, loss?.at];
  describe(table.names, [time, rate], used, notes);
  if (delay !== null || loss !== null)
    notes.uncertain(
      'After its end the rate begins again from the start; delay and loss keep their last values.',
    );
  const link = linkOf(name, opportunities_ms, table.rows.at(-1)?.line ?? 1, notes);
  return {
    ...link,
    ...(delay === null ? {} : { delay: delay.steps }),
    ...(loss === null ? {} : { loss_steps: loss.steps }),
  };
}

/** How long each rate holds, where there are no times (`duration_ms`); null: it does not say. */
export function durationOf(names: readonly string[]): Column | undefined {
  const at = names.findIndex((name) => /^dur(?:ation)?(?![a-z])/i.test(name));
  return at < 0 ? undefined : columnOf('time', at, unitIn(names[at] ?? '', 'time'));
}

/** Rows with the times at which they begin in the place of how long they last. */
function withTimes(rows: readonly TableRow[], at: number): TableRow[] {
  let sum = 0;
  return rows.map(({ line, words }) => {
    const begin = String(sum);
    const word = words[at] ?? '';
    if (!NUMBER.test(word) || Number(word) < 0)
      throw errorAtLine(line, `${quoted(word)} is not a duration of 0 or more.`);
    sum += Number(word);
    return { line, words: words.map((each, column) => (column === at ? begin : each)) };
  });
}

function describe(
  names: readonly string[],
  columns: readonly Column[],
  used: readonly (number | undefined)[],
  notes: Notes,
): void {
  for (const { role, at, unit, isGuess } of columns) {
    const sentence = `"${names[at]}" is taken for the ${role} in ${unit}`;
    if (isGuess) notes.uncertain(`${sentence}: it has no unit.`);
    else notes.read(`${sentence}.`);
  }
  notes.uncertain(
    'A rate is taken to hold from its time to the next, the last one as long as before it.',
  );
  const others = names.filter((name, at) => !used.includes(at) && name !== '');
  if (others.length > 0) notes.leftOut(`Columns: ${others.slice(0, 12).map(quoted).join(', ')}.`);
}

function partsOf(rows: readonly TableRow[], time: Column, rate: Column): Bandwidth[] {
  const times = rows.map((row) => secondsOf(row, time));
  const start_s = times[0] ?? 0;
  return rows.map((row, index) => {
    const word = row.words[rate.at] ?? '';
    const bps = NUMBER.test(word) ? Number(word) * rate.factor : NaN;
    if (!(bps >= 0)) throw errorAtLine(row.line, `${quoted(word)} is not a rate of 0 or more.`);
    const from_s = (times[index] ?? 0) - start_s;
    const before_s = (times[index - 1] ?? start_s) - start_s;
    const to_s = (times[index + 1] ?? start_s + 2 * from_s - before_s) - start_s;
    if (to_s < from_s)
      throw errorAtLine(rows[index + 1]?.line ?? row.line, 'its time is below the one before it.');
    refusePeriod(to_s * 1000, row.line, () => row.words.join(','));
    return { row, from_ms: from_s * 1000, to_ms: to_s * 1000, bps };
  });
}

function secondsOf(row: TableRow, time: Column): number {
  const word = row.words[time.at] ?? '';
  const stamp = NUMBER.test(word) ? null : stampOf(word);
  const seconds = NUMBER.test(word) ? Number(word) * time.factor : (stamp?.seconds ?? NaN);
  if (Number.isFinite(seconds)) return seconds;
  throw errorAtLine(
    row.line,
    `${quoted(word)} is not a time: a number, or a date with a time of day.`,
  );
}
