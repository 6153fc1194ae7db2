/**
 * Any table with a column of times: rates, RTTs, windows and counts by the names of its columns, or
 * by those that a person chooses. The traces that ns-3's examples write are such tables.
 */
import { refuseFlows } from '@/analysis/imports/bounds';
import {
  type Column,
  columnOf,
  factorOf,
  isRateUnit,
  numberedFlows,
  type Role,
  rolesOfNames,
  rolesOfWords,
} from './columnRoles';
import { Notes } from '@/analysis/imports/notes';
import { stampOf } from './ssStamps';
import { NUMBER, quantityIn, readTable, type Table, type TableRow } from './table';
import {
  columnsOf,
  errorAtLine,
  ImportError,
  least,
  type MeasuredFlow,
  type MeasuredTrace,
  quoted,
  rateBetween,
} from '@/analysis/imports/types';

/** What a file of ns-3 without a header holds, by its usual names. */
const NS3_FILES: readonly (readonly [RegExp, Role, string])[] = [
  [/cwnd|cong/i, 'cwnd', 'bytes'],
  [/rtt/i, 'rtt', 's'],
  [/in.?flight/i, 'inflight', 'bytes'],
];

/** `words`: roles that a person gives, as in `rolesOfWords`; null: by the names of columns. */
export function readCsv(name: string, text: string, words: string | null): MeasuredTrace {
  const notes = new Notes();
  const table = withoutTotals(readTable(text), notes);
  const isNs3 = words === null && isNs3Table(name, table);
  const sideBySide = words === null && !isNs3 ? flowsSideBySide(table) : [];
  const named =
    words === null ? columnsBy(name, table, isNs3) : rolesOfWords(words, table.names.length);
  const columns =
    sideBySide.length > 0
      ? [...new Map(sideBySide.flatMap(([, own]) => own.map((each) => [each.at, each]))).values()]
      : named.map((column) => withPlausibleUnit(column, table));
  notes.what = isNs3 ? 'trace of ns-3' : 'table';
  if (isNs3 && !table.hasHeader)
    notes.uncertain(
      `It has no header: by the file's name, as ns-3's examples choose it, its ${table.names.length === 3 ? 'third' : 'second'} column is taken for ${namedBy(name)}.`,
    );
  const time = columns.find(({ role }) => role === 'time');
  const others = columns.filter(({ role }) => role !== 'time' && role !== 'flow');
  if (time === undefined || others.length === 0) throw needsColumns(table);
  describe(table, columns, notes);
  noteUnread(table, others, notes);
  const flows =
    sideBySide.length === 0
      ? flowsOf(table, columns, time, notes)
      : sideBySide.flatMap(([number, own]) =>
          flowsOf(table, own, time, notes).map((flow) => ({
            ...flow,
            label: /^\d+$/.test(number) ? `flow ${number}` : number,
          })),
        );
  refuseFlows(flows.length, 'flows');
  return {
    name,
    source: isNs3 ? 'ns3' : 'csv',
    flows: withDirections(flows),
    about: notes.about(),
  };
}

const RECEIVED = /(?:^|[\s_])(?:rx|recv|received?|in|down(?:link|load)?|dl)$/i;
const SENT = /(?:^|[\s_])(?:tx|sent|send|out|up(?:link|load)?|ul)$/i;

/** What an interface sends and receives are no flows of one direction. */
function withDirections(flows: readonly MeasuredFlow[]): MeasuredFlow[] {
  const has = (pattern: RegExp) => flows.some(({ label }) => pattern.test(label));
  if (!has(RECEIVED) || !has(SENT)) return [...flows];
  return flows.map((flow): MeasuredFlow => {
    if (RECEIVED.test(flow.label)) return { ...flow, direction: 'received' };
    return SENT.test(flow.label) ? { ...flow, direction: 'sent' } : flow;
  });
}

function flowsSideBySide(table: Table): (readonly [string, Column[]])[] {
  return [...numberedFlows(table.names)].map(
    ([number, own]) => [number, own.map((column) => withPlausibleUnit(column, table))] as const,
  );
}

/** Two columns, time and value; three are time, old and new value. */
function isNs3Table(name: string, { names, hasHeader }: Table): boolean {
  if (names.length !== 2 && names.length !== 3) return false;
  const isNamed = NS3_FILES.some(([pattern]) => pattern.test(name));
  return isNamed && (!hasHeader || /^#?time$/i.test(names[0] ?? ''));
}

function namedBy(name: string): string {
  const [, role, unit] = NS3_FILES.find(([pattern]) => pattern.test(name)) ?? [null, '', ''];
  return `${role} in ${unit}`;
}

function columnsBy(name: string, table: Table, isNs3: boolean): Column[] {
  const { names } = table;
  if (!isNs3) return [...rolesOfNames(names), ...rateByUnits(table)];
  const found = NS3_FILES.find(([pattern]) => pattern.test(name));
  if (found === undefined) return [];
  return [columnOf('time', 0, 's'), columnOf(found[1], names.length - 1, found[2])];
}

/** A column of rates by the units behind its values, where no name says what one is. */
function rateByUnits({ names, rows }: Table): Column[] {
  const named = rolesOfNames(names);
  if (named.some(({ role }) => role !== 'time' && role !== 'flow')) return [];
  const unitAt = (at: number) => quantityIn(rows[0]?.words[at] ?? '')?.unit ?? '';
  const at = names.findIndex(
    (_, each) => named.every((column) => column.at !== each) && isRateUnit(unitAt(each)),
  );
  return at < 0 ? [] : [columnOf('rate', at, unitAt(at))];
}

function needsColumns({ names, rows }: Table): ImportError {
  const [first] = rows;
  const shown = names.map((each, at) => `${at + 1}: ${quoted(each)} (${first?.words[at] ?? ''})`);
  return new ImportError(
    `Which columns are time and values is not clear: ${shown.slice(0, 12).join(', ')}. Expected is a header with time and one of throughput, bytes, rtt, cwnd, or a choice such as time=1:s,rate=2:Mbit/s.`,
  );
}

/** Numbers of the epoch without a unit: by their length, as no measurement began before 2001. */
export function withEpochUnit(column: Column, { rows }: Table): Column {
  const first = Number(rows[0]?.words[column.at]);
  if (column.role !== 'time' || !column.isGuess || !(first >= 1e12)) return column;
  const unit = first < 1e14 ? 'ms' : first < 1e17 ? 'us' : 'ns';
  return { ...columnOf('time', column.at, unit), isGuess: true };
}

/** A window of less is not one of bytes: it is below a segment. */
const LEAST_WINDOW_BYTES = 500;

/** Where the file has no unit and the usual one would make no sense: what its values allow. */
function withPlausibleUnit(column: Column, table: Table): Column {
  const { role, at, isGuess } = column;
  if (role === 'time') return withEpochUnit(column, table);
  if (!isGuess) return column;
  let [low, high] = [Infinity, 0];
  for (const { words } of table.rows) {
    const value = Number(words[at]);
    if (!(value > 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const unit = plausibleUnit(role, low, high);
  return unit === null ? column : { ...columnOf(role, at, unit), isGuess: true };
}

function plausibleUnit(role: Role, low: number, high: number): string | null {
  if (role === 'cwnd' || role === 'inflight') return low < LEAST_WINDOW_BYTES ? 'packets' : null;
  // No path takes 5 s, and none of today passes 100 Gbit/s to one who measures in Mbit/s.
  if (role === 'rtt' && low >= 5000) return low < 5e6 ? 'us' : 'ns';
  if (role === 'rate' && high >= 1e5) return high < 1e6 ? 'kbit/s' : 'bit/s';
  return null;
}

function describe(table: Table, columns: readonly Column[], notes: Notes): void {
  const { names, rows, commas, isEnded, cut } = table;
  if (cut !== null) notes.leftOut(`The last line is not whole: ${quoted(cut)}.`);
  if (commas === 'decimal') notes.uncertain('Commas within numbers are taken for decimal points.');
  if (commas === 'both')
    notes.uncertain(
      'Points within numbers are taken to divide thousands, commas for decimal points.',
    );
  if (commas === 'thousands')
    notes.uncertain('Commas within numbers are taken to divide thousands.');
  if (!isEnded && cut === null && rows.length > 1)
    notes.uncertain(
      'Its last line has no line end: if the file was cut off, its last value is wrong.',
    );
  notes.read(
    `${rows.length} rows: ${columns.map(({ role, at, unit }) => `${role} from "${names[at]}"${unit === '' ? '' : ` in ${unit}`}`).join(', ')}.`,
  );
  for (const { role, at, unit, isGuess } of columns) {
    const hasOwn = quantityIn(rows[0]?.words[at] ?? '')?.unit != null;
    if (isGuess && !hasOwn && (role !== 'time' || isNumber(rows[0], at)))
      notes.uncertain(`"${names[at]}" has no unit: ${role} is taken for ${unit}.`);
  }
  if (table.rest !== null)
    notes.leftOut(`Everything from line ${table.rest} on: another table with a header of its own.`);
  const unread = names.filter((_, at) => columns.every((column) => column.at !== at));
  if (unread.length > 0) notes.leftOut(`Columns: ${unread.slice(0, 12).map(quoted).join(', ')}.`);
}

const TOTALS = /^(?:total|sum|average|avg|mean|all)\b/i;

/** What a spreadsheet sums up below the values. */
function withoutTotals(table: Table, notes: Notes): Table {
  const isTotal = ({ words }: TableRow) => TOTALS.test(words.find((word) => word !== '') ?? '');
  const last = table.rows.findLastIndex((row) => !isTotal(row));
  const left = table.rows.length - 1 - last;
  if (left === 0) return table;
  notes.leftOut(`${left === 1 ? '1 row' : `${left} rows`} of totals at its end.`);
  return { ...table, rows: table.rows.slice(0, last + 1) };
}

/** Says which values are none; throws `ImportError` if a column has no other ones. */
function noteUnread({ names, rows }: Table, columns: readonly Column[], notes: Notes): void {
  for (const column of columns) {
    const words = rows.map(({ words: all }) => all[column.at] ?? '').filter((word) => word !== '');
    const unread = words.filter((word) => valueIn(word, column) === null);
    const [first] = unread;
    if (first === undefined) continue;
    const what = `"${names[column.at]}"`;
    if (unread.length === words.length)
      throw new ImportError(
        `None of the values of ${what} is a number: the first is ${quoted(first)}.`,
      );
    notes.leftOut(
      `${unread.length} of ${words.length} values of ${what}: they are no numbers, such as ${quoted(first)}.`,
    );
  }
}

/** In s, bit/s or bytes, by its own unit if one stands behind it. */
function valueIn(word: string, { role, factor }: Column): number | null {
  const found = quantityIn(word);
  if (found === null) return null;
  const own = found.unit === null ? factor : factorOf(found.unit, role);
  return own === null ? null : found.value * own;
}

type Values = Readonly<Partial<Record<Role, number | null>>> & { readonly time: number };

function flowsOf(
  { rows, names }: Table,
  columns: readonly Column[],
  time: Column,
  notes: Notes,
): MeasuredFlow[] {
  const flow = columns.find(({ role }) => role === 'flow');
  const groups = new Map<string, Values[]>();
  for (const row of rows) {
    const key = flow === undefined ? '' : (row.words[flow.at] ?? '');
    const own = groups.get(key) ?? [];
    groups.set(key, own);
    const before = own.at(-1)?.time ?? -Infinity;
    const values = pastMidnight(valuesOf(row, columns, time), before, row.words[time.at] ?? '');
    if (values.time < before) {
      throw errorAtLine(
        row.line,
        `the time ${quoted(row.words[time.at] ?? '')} is below the one before it.`,
      );
    }
    own.push(values);
  }
  if (STARTS.test(names[time.at] ?? '')) {
    for (const [key, own] of groups) groups.set(key, atTheirEnds(own));
    notes.read('Its times are the starts of intervals: values are placed at their ends.');
  }
  const all = [...groups.values()];
  // Times of the epoch and of a day, and those before a start, count from the first row.
  const first = all.reduce((low, own) => Math.min(low, own[0]?.time ?? Infinity), Infinity);
  const isClock = first > 1e8 || first < 0 || quantityIn(rows[0]?.words[time.at] ?? '') === null;
  const start_s = isClock ? first : 0;
  return [...groups].map(([key, own], index) =>
    flowOf(key === '' ? `flow ${index + 1}` : `flow ${key}`, own, start_s, notes),
  );
}

function valuesOf({ line, words }: TableRow, columns: readonly Column[], time: Column): Values {
  const values = Object.fromEntries(
    columns
      .filter(({ role }) => role !== 'flow')
      .map((column) => {
        const { role, at } = column;
        const word = words[at] ?? '';
        const value = valueIn(word, column);
        return [role, role === 'time' ? (value ?? secondsIn(word)) : value] as const;
      }),
  ) as Partial<Record<Role, number | null>>;
  if (values.time == null)
    throw errorAtLine(
      line,
      `${quoted(words[time.at] ?? '')} is not a time: a number, or a date with a time of day.`,
    );
  return { ...values, time: values.time };
}

function isNumber(row: TableRow | undefined, at: number): boolean {
  return NUMBER.test(row?.words[at] ?? '');
}

/** A date with a time of day, in seconds since 1970. */
function secondsIn(word: string): number | null {
  const stamp = stampOf(word);
  return stamp === null || stamp.clock === 'relative' ? null : stamp.seconds;
}

/** What programs call the time at which an interval begins. */
const STARTS = /\b(?:start|begin)/i;

function atTheirEnds(rows: readonly Values[]): Values[] {
  return rows.map((row, index) => {
    const [before, after] = [rows[index - 1]?.time, rows[index + 1]?.time];
    const last_s = before === undefined ? 0 : row.time - before;
    return { ...row, time: after ?? row.time + last_s };
  });
}

const DAY_S = 86_400;

/** A time of day without a date continues past midnight. */
function pastMidnight(values: Values, before: number, word: string): Values {
  const isOfDay = before - values.time > DAY_S / 2 && stampOf(word)?.clock === 'day';
  const days = isOfDay ? Math.ceil((before - values.time - DAY_S / 2) / DAY_S) : 0;
  return days === 0 ? values : { ...values, time: values.time + days * DAY_S };
}

/** Counters only grow: what falls now and then, or never changes, is counted in each interval. */
const LEAST_FALLS = 0.05;

function areAmounts(samples: readonly Values[], notes: Notes): boolean {
  const bytes = samples.flatMap(({ bytes: each }) => each ?? []);
  const falls = bytes.filter((each, index) => each < (bytes[index - 1] ?? 0)).length;
  const [first = 0] = bytes;
  const isSame = bytes.length > 2 && first > 0 && bytes.every((each) => each === first);
  const isAmount = isSame || falls > Math.max(1, LEAST_FALLS * bytes.length);
  if (isAmount)
    notes.uncertain(
      `Its bytes ${isSame ? 'are the same in each row' : 'rise and fall'}: they are taken for those of each interval, not for a counter.`,
    );
  return isAmount;
}

function amountRate({ bytes, time }: Values, before: Values | undefined, next_s: number) {
  const length_s = before === undefined ? next_s : time - before.time;
  return bytes == null ? null : rateBetween(bytes, length_s);
}

function flowOf(
  label: string,
  samples: readonly Values[],
  start_s: number,
  notes: Notes,
): MeasuredFlow {
  const hasAmounts = samples.some(({ bytes, rate }) => bytes != null && rate === undefined);
  const isAmount = hasAmounts && areAmounts(samples, notes);
  const next_s = (samples[1]?.time ?? 0) - (samples[0]?.time ?? 0);
  const rtts = samples.map(({ rtt }) => rtt ?? null);
  const known = (value: number | null | undefined) => value ?? null;
  return {
    label,
    algorithm: null,
    min_rtt_s: least(rtts),
    columns: columnsOf(samples, ({ time }) => time - start_s, {
      throughput_bps: (sample, before) => {
        const { rate, bytes, time } = sample;
        if (rate !== undefined) return known(rate);
        if (isAmount) return amountRate(sample, before, next_s);
        return bytes == null || before?.bytes == null || bytes < before.bytes
          ? null
          : rateBetween(bytes - before.bytes, time - before.time);
      },
      rtt_s: ({ rtt }) => known(rtt),
      cwnd_bytes: ({ cwnd }) => known(cwnd),
      inflight_bytes: ({ inflight }) => known(inflight),
      retransmitted_packets: ({ retransmitted }) => known(retransmitted),
      lost_packets: ({ lost }) => known(lost),
      jitter_s: ({ jitter }) => known(jitter),
    }),
  };
}
