/**
 * Delay and loss of a link over time, as the steps of a scenario: from the columns of a table.
 * Pure.
 */
import { factorOf, unitIn } from '@/analysis/imports/formats/columnRoles';
import type { Notes } from '@/analysis/imports/notes';
import { NUMBER, type TableRow } from '@/analysis/imports/formats/table';
import { errorAtLine, quoted } from '@/analysis/imports/types';

/** As `delay_schedule` of a scenario, with what holds before its first step. */
export interface DelaySteps {
  readonly rtt_s: number;
  readonly delay_s: number;
  readonly steps: readonly { readonly at_s: number; readonly delay_s: number }[];
}

export interface LossStep {
  readonly at_s: number;
  readonly probability: number;
  readonly direction: 'data';
}

interface Steps {
  readonly delay?: DelaySteps;
  readonly loss_steps?: readonly LossStep[];
}

/** The fields of a scenario's bottleneck that make its delay and its losses follow a trace. */
export function bottleneckFields({ delay, loss_steps }: Steps) {
  return {
    ...(delay === undefined ? {} : { delay_s: delay.delay_s, delay_schedule: delay.steps }),
    ...(loss_steps === undefined ? {} : { loss_schedule: loss_steps }),
  };
}

/** As `max_step_count` of a scenario. */
const MOST_STEPS = 200;
const ROUND_TRIP = /rtt|round.?trip|ping/i;
const ONE_WAY = /(?:^|[\s_(])(?:owd|delay|latency|one.?way)/i;
const LOSS = /(?:^|[\s_(])(?:loss|plr|lost)/i;
const NO_VALUE = /jitter|var|dev|std|min|max/i;

/** When the rows of a table begin, and their columns. */
interface TimedRows {
  readonly names: readonly string[];
  readonly rows: readonly TableRow[];
  readonly starts_s: readonly number[];
  readonly end_s: number;
}

interface Value {
  readonly at_s: number;
  readonly value: number;
}

/** The column of one-way delays, or of round trips; null: there is none. */
export function delaySteps(
  table: TimedRows,
  notes: Notes,
): { steps: DelaySteps; at: number } | null {
  const found = (name: RegExp) =>
    table.names.findIndex((each) => name.test(each) && !NO_VALUE.test(each));
  const isRoundTrip = found(ONE_WAY) < 0;
  const at = isRoundTrip ? found(ROUND_TRIP) : found(ONE_WAY);
  const name = table.names[at];
  if (name === undefined || !hasNumbers(table, at, notes)) return null;
  const unit = unitIn(name, 'rtt');
  const what = `"${name}" is taken for the ${isRoundTrip ? 'round-trip time' : 'one-way delay'} in ${unit ?? 'ms'}`;
  if (unit === null) notes.uncertain(`${what}: it has no unit.`);
  else notes.read(`${what}.`);
  const values = stepsOf(valuesOf(table, at, factorOf(unit ?? 'ms', 'rtt') ?? 1e-3), table, notes);
  const first = values[0]?.value ?? 0;
  const least = values.reduce((low, { value }) => Math.min(low, value), Infinity);
  if (isRoundTrip)
    notes.uncertain('All that a round trip changes by is put on the way of the data.');
  // The return path has one delay: half of the least round trip, or the first one-way delay.
  const back_s = isRoundTrip ? least / 2 : 0;
  const steps = values.map(({ at_s, value }) => ({ at_s, delay_s: nanos(value - back_s) }));
  const rtt_s = nanos(isRoundTrip ? first : 2 * first);
  return { steps: { rtt_s, delay_s: nanos(first - back_s), steps }, at };
}

/** The column of losses, as shares or in percent; null: there is none. */
export function lossSteps(
  table: TimedRows,
  notes: Notes,
): { steps: LossStep[]; at: number } | null {
  const at = table.names.findIndex((each) => LOSS.test(each));
  const name = table.names[at];
  if (name === undefined || !hasNumbers(table, at, notes)) return null;
  const plain = valuesOf(table, at, 1);
  const isNamed = /%|percent|pct/i.test(name);
  const isPercent = isNamed || plain.some(({ value }) => value > 1);
  const what = `"${name}" is taken for losses ${isPercent ? 'in percent' : 'as shares'}`;
  if (isNamed) notes.read(`${what}.`);
  else notes.uncertain(`${what}: it has no unit.`);
  const values = plain.map(({ at_s, value }, index) => {
    const probability = isPercent ? value / 100 : value;
    if (probability <= 1) return { at_s, value: probability };
    const row = table.rows[index];
    throw errorAtLine(row?.line ?? 1, `${quoted(row?.words[at] ?? '')} is more than all packets.`);
  });
  const steps = stepsOf(values, table, notes).map(({ at_s, value }) => ({
    at_s,
    probability: Number(value.toPrecision(6)),
    direction: 'data' as const,
  }));
  return { steps, at };
}

/** A column with gaps is left out: what the link did in them is not known. */
function hasNumbers({ names, rows }: TimedRows, at: number, notes: Notes): boolean {
  const bad = rows.find(({ words }) => !NUMBER.test(words[at] ?? ''));
  if (bad === undefined) return true;
  notes.leftOut(
    `"${names[at]}": in line ${bad.line} ${quoted(bad.words[at] ?? '')} is no number, so the link does not follow it.`,
  );
  return false;
}

const nanos = (seconds: number) => Math.round(seconds * 1e9) / 1e9;

function valuesOf({ rows, starts_s }: TimedRows, at: number, factor: number): Value[] {
  return rows.map(({ line, words }, index) => {
    const word = words[at] ?? '';
    const value = NUMBER.test(word) ? Number(word) * factor : NaN;
    if (!(value >= 0)) throw errorAtLine(line, `${quoted(word)} is not a number of 0 or more.`);
    return { at_s: starts_s[index] ?? 0, value };
  });
}

/** Where the value changes; the means of equal intervals where it changes too often. */
function stepsOf(values: readonly Value[], { end_s }: TimedRows, notes: Notes): Value[] {
  const changes = changesOf(values);
  if (changes.length <= MOST_STEPS) return changes;
  notes.leftOut(
    `Delay or loss changes ${changes.length} times: at most ${MOST_STEPS} steps are kept, the means of equal intervals of ${(end_s / MOST_STEPS).toPrecision(3)} s.`,
  );
  const width_s = end_s / MOST_STEPS;
  const sums = Array.from({ length: MOST_STEPS }, () => ({ sum: 0, all_s: 0 }));
  values.forEach(({ at_s, value }, index) => {
    const to_s = values[index + 1]?.at_s ?? end_s;
    for (let bin = Math.floor(at_s / width_s); bin < MOST_STEPS && bin * width_s < to_s; bin += 1) {
      const own = sums[bin];
      const span_s = Math.min(to_s, (bin + 1) * width_s) - Math.max(at_s, bin * width_s);
      if (own === undefined || !(span_s > 0)) continue;
      own.sum += value * span_s;
      own.all_s += span_s;
    }
  });
  const means = sums.flatMap(({ sum, all_s }, bin) =>
    all_s > 0 ? [{ at_s: nanos(bin * width_s), value: sum / all_s }] : [],
  );
  return changesOf(means);
}

function changesOf(values: readonly Value[]): Value[] {
  const found: Value[] = [];
  for (const { at_s, value } of values) {
    const last = found.at(-1);
    if (last?.value === value) continue;
    // Two rows of one moment: the later one holds.
    if (last?.at_s === nanos(at_s)) found.pop();
    found.push({ at_s: nanos(at_s), value });
  }
  return found;
}
