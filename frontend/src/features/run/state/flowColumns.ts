/** The columns of the table of all flows, for a moment or for the whole run. Pure. */
import {
  ABSENT,
  formatCount,
  formatPercent,
  joinQuantity,
  type Quantity,
} from '@/analysis/numbers/units';
import { inWords, phaseName } from '@/analysis/series/phases';
import { phaseStateAt, type PhasesByFlow } from '@/analysis/series/phaseState';
import { LOSS_EVENTS, lossColumns, lossLines } from '@/analysis/series/losses';
import type { RunResult } from '@/api/types';
import { flowMetrics, type Metric } from '@/generated/metrics';

import { formatDuration, formatMetric, type StateVariable } from './stateVariables';
import type { TableFlow } from './tableFlows';

/** null: there is no value. */
type FlowValue = number | string | null;

export interface FlowColumn {
  /** As the data call it, unit included. */
  readonly key: string;
  readonly name: string;
  readonly meaning: string;
  /** The value for sorting and copying, in the unit of the key. */
  readonly value: (flow: TableFlow) => FlowValue;
  readonly text: (flow: TableFlow) => Quantity;
}

/** The settings of a flow stand behind its results. */
const SET = ['base_rtt_s', 'bdp_bytes', 'start_s', 'active_s'];
const SUMMARY = Object.entries<Metric>(flowMetrics).sort(
  ([a], [b]) => Number(SET.includes(a)) - Number(SET.includes(b)),
);

export function summaryFlowColumns(result: RunResult, packetBytes: number): FlowColumn[] {
  const byIndex = new Map(result.flows.map((flow) => [flow.flow_index, flow]));
  const numbers = SUMMARY.map(([key, { title, quantity, definition }]) => {
    const value = ({ index }: TableFlow) => numberOf(byIndex.get(index), key);
    const text = (flow: TableFlow) =>
      quantity === 'share'
        ? { value: formatPercent(value(flow), 2), unit: '' }
        : formatMetric(key, value(flow), packetBytes);
    return { key, name: title, meaning: definition, value, text };
  });
  return [...numbers, ...lossFlowColumns(result)];
}

/** How many packets of a flow were lost or marked, for each reason and link that the run has. */
function lossFlowColumns(result: RunResult): FlowColumn[] {
  const places = new Map(result.flows.map(({ flow_index }, place) => [flow_index, place]));
  const lines = lossLines(result, lossColumns(result.flows, result.flows.length));
  return lines.map(({ key, kind, why, packets }) => {
    const value = ({ index }: TableFlow) => packets[places.get(index) ?? -1] ?? null;
    return {
      key: `${key.replaceAll(' ', '_')}_packets`,
      name: `${LOSS_EVENTS[kind]}: ${why}`,
      meaning: 'In the measurement window, as the network recorded it.',
      value,
      text: (flow) => ({ value: formatCount(value(flow)), unit: '' }),
    };
  });
}

/** No run is so long. */
const NEVER_SECONDS = 9e9;

function numberOf(flow: RunResult['flows'][number] | undefined, key: string): number | null {
  const value = (flow as Record<string, unknown> | undefined)?.[key];
  // A flow that the end of the run overtakes never starts: null, of the page's core the latest.
  return typeof value === 'number' && !(key === 'start_s' && value > NEVER_SECONDS) ? value : null;
}

export interface Moment {
  readonly timeSeconds: number;
  readonly phases: PhasesByFlow;
  readonly packetBytes: number;
  readonly read: (flowIndex: number, metric: string) => number | null;
}

export function stateFlowColumns(
  variables: readonly StateVariable[],
  { timeSeconds, phases, packetBytes, read }: Moment,
): FlowColumn[] {
  const at = ({ index }: TableFlow) => phaseStateAt(phases.get(index), timeSeconds);
  const words = (value: string | null): Quantity => ({ value: value ?? ABSENT, unit: '' });
  const phase = (flow: TableFlow) => at(flow)?.phase ?? null;
  const reason = (flow: TableFlow) => at(flow)?.reason ?? null;
  const elapsed = (flow: TableFlow) => at(flow)?.elapsedSeconds ?? null;
  const own: FlowColumn[] = [
    {
      key: 'phase',
      name: 'phase',
      meaning: 'The algorithm’s phase at this time.',
      value: phase,
      text: (flow) => words(mapped(phase(flow), phaseName)),
    },
    {
      key: 'phase_reason',
      name: 'because of',
      meaning: 'Why the phase began, as reported by the algorithm.',
      value: reason,
      text: (flow) => words(mapped(reason(flow), inWords)),
    },
    {
      key: 'phase_elapsed_s',
      name: 'for',
      meaning: 'How long the phase has lasted, of its total length.',
      value: elapsed,
      text: (flow) => words(lasting(elapsed(flow), at(flow)?.lengthSeconds ?? null)),
    },
  ];
  const series = variables.map(({ metric, name, meaning }) => ({
    key: metric,
    name,
    meaning,
    value: ({ index }: TableFlow) => read(index, metric),
    text: ({ index }: TableFlow) => formatMetric(metric, read(index, metric), packetBytes),
  }));
  return [...own, ...series];
}

function lasting(elapsed: number | null, length: number | null): string | null {
  if (elapsed === null || length === null) return null;
  const text = (seconds: number) => joinQuantity(formatDuration(seconds));
  return `${text(elapsed)} of ${text(length)}`;
}

function mapped(value: string | null, words: (value: string) => string): string | null {
  return value === null || value === '' ? null : words(value);
}

/** The table as text: a head line of names, then a line for each flow; no value: nothing. */
export function delimited(
  flows: readonly TableFlow[],
  columns: readonly FlowColumn[],
  separator: ',' | '\t',
): string {
  const head = ['flow', 'group_index', ...columns.map(({ key }) => key)];
  const lines = flows.map((flow) => [
    flow.label,
    flow.groupIndex,
    ...columns.map(({ value }) => value(flow)),
  ]);
  return [head, ...lines]
    .map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator))
    .join('\n')
    .concat('\n');
}

/** A cell as RFC 4180 has it: in quotes where it would be taken apart. */
function quoted(cell: FlowValue, separator: string): string {
  const text = cell === null ? '' : String(cell);
  const isPlain = !text.includes(separator) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replace(/"/g, '""')}"`;
}
