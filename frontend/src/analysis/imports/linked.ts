/** Measured traces on their way into a link and out of it (`SharedTrace` of the API). Pure. */
import type { components } from '@/api/schema';

import type { Placed } from './measured';
import type { Measured, MeasuredColumns, MeasuredFlow } from './types';

type SharedTrace = components['schemas']['SharedTrace'];

/** As the server bounds them (`lab.shares.trace_schemas`). */
export const MOST_LINKED_TRACES = 4;
const MOST_VALUES = 60_000;
const MOST_FLOW_SAMPLES = 20_000;
const MOST_FLOWS = 64;
const MOST_NAME_CHARACTERS = 200;
const MOST_ALGORITHM_CHARACTERS = 60;
/** Of any measured number: more is noise of how it was read. */
const DIGITS = 7;

const SUMS = 'retransmitted_packets';
const METRICS = ['throughput_bps', 'rtt_s', 'cwnd_bytes', SUMS] as const;

/** What a link can hold of them: neighbours together where there are too many values. */
export function toLinked(placed: readonly Placed[]): SharedTrace[] {
  const count = placed.reduce((sum, each) => sum + valuesOf(each), 0);
  const longest = Math.max(
    0,
    ...placed.flatMap((each) => shownOf(each).map(([{ columns }]) => columns.time_s.length)),
  );
  let every = Math.max(1, Math.ceil(count / MOST_VALUES), Math.ceil(longest / MOST_FLOW_SAMPLES));
  // The last of each flow may be fewer than the others: then it is a little more than it should be.
  while (every > 1 && placed.reduce((sum, each) => sum + valuesOf(each, every), 0) > MOST_VALUES) {
    every += 1;
  }
  return placed.map((each) => linkedTrace(each, every));
}

function linkedTrace(placed: Placed, every: number): SharedTrace {
  const { trace, offset_s } = placed;
  const shown = shownOf(placed);
  const steps = shown.map(([{ columns }]) => stepOf(columns.time_s) * every);
  return {
    name: plain(trace.name, MOST_NAME_CHARACTERS),
    source: trace.source,
    offset_s,
    thinned_to_s: every === 1 ? null : rounded(Math.max(...steps)),
    flows: shown.map(([flow, group_index]) => ({
      label: plain(flow.label, MOST_NAME_CHARACTERS),
      algorithm: flow.algorithm === null ? null : plain(flow.algorithm, MOST_ALGORITHM_CHARACTERS),
      min_rtt_s: flow.min_rtt_s,
      group_index,
      columns: thinned(flow.columns, every),
    })),
  };
}

function shownOf({ trace, groups }: Placed): (readonly [MeasuredFlow, number | null])[] {
  return trace.flows
    .map((flow, index) => [flow, groups[index] ?? null] as const)
    .slice(0, MOST_FLOWS);
}

function valuesOf(placed: Placed, every = 1): number {
  return shownOf(placed).reduce((sum, [{ columns }]) => {
    const metrics = METRICS.filter((metric) => columns[metric] !== undefined);
    return sum + Math.ceil(columns.time_s.length / every) * (1 + metrics.length);
  }, 0);
}

function thinned(columns: MeasuredColumns, every: number): SharedTrace['flows'][number]['columns'] {
  const { time_s } = columns;
  const starts = Array.from({ length: Math.ceil(time_s.length / every) }, (_, i) => i * every);
  const ends = starts.map((start) => Math.min(time_s.length, start + every));
  const found: Record<string, (number | null)[]> = {};
  for (const metric of METRICS) {
    const values = columns[metric];
    if (values === undefined) continue;
    found[metric] = starts.map((start, i) =>
      together(values, time_s, [start, ends[i] ?? start], metric),
    );
  }
  return { time_s: ends.map((end) => rounded(time_s[end - 1] ?? 0)), ...found };
}

/** A count is the sum of its neighbours, everything else their mean over time. */
function together(
  values: Measured,
  time_s: readonly number[],
  [start, end]: readonly [number, number],
  metric: (typeof METRICS)[number],
): number | null {
  let [sum, weight, known] = [0, 0, 0];
  let plainSum = 0;
  for (let index = start; index < end; index += 1) {
    const value = values[index];
    if (value == null || !(value >= 0)) continue;
    const span = (time_s[index] ?? 0) - (time_s[index - 1] ?? 0);
    known += 1;
    plainSum += value;
    sum += value * span;
    weight += span;
  }
  if (known === 0) return null;
  if (metric === SUMS || known === 1) return rounded(plainSum);
  return rounded(weight > 0 ? sum / weight : plainSum / known);
}

function stepOf(time_s: readonly number[]): number {
  return time_s.length === 0 ? 0 : (time_s.at(-1) ?? 0) / time_s.length;
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** Without what no name has; the server refuses it. */
function plain(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{C}/gu, ' ').trim();
}

/** A trace of a link as the page has it. */
export function fromLinked(shared: SharedTrace): Placed & { readonly thinnedSeconds?: number } {
  const { name, source, offset_s, thinned_to_s, flows } = shared;
  return {
    trace: {
      name,
      source,
      flows: flows.map(({ label, algorithm, min_rtt_s, columns }) => ({
        label,
        algorithm: algorithm ?? null,
        min_rtt_s: min_rtt_s ?? null,
        columns: columnsOf(columns),
      })),
    },
    offset_s,
    groups: flows.map(({ group_index }) => group_index ?? null),
    ...(thinned_to_s == null ? {} : { thinnedSeconds: thinned_to_s }),
  };
}

function columnsOf(read: SharedTrace['flows'][number]['columns']): MeasuredColumns {
  const known = METRICS.flatMap((metric) => {
    const values = read[metric];
    return values == null ? [] : [[metric, values] as const];
  });
  return { time_s: read.time_s, ...Object.fromEntries(known) };
}
