/** The comparison with Linux as its page reads it. Pure. */
import type { components } from '@/api/schema';
import { short } from '@/analysis/numbers/shown';
import { formatMilliseconds, formatSetRate, joinQuantity } from '@/analysis/numbers/units';

type Schemas = components['schemas'];

export type KernelComparison = Schemas['KernelComparison'];
export type KernelCase = Schemas['KernelCase'];
export type KernelRow = Schemas['KernelRow'];
export type KernelHost = Schemas['KernelHost'];
export type KernelQuantity = Schemas['KernelQuantity'];

/** `BBRv1 and CUBIC, 40 ms, 0.5 BDP, 10 Mbit/s`: the set-up in one line. */
export function caseTitle(each: KernelCase, titleOf: (name: string) => string): string {
  const { flows, buffer_bdp, rate_bps, loss_ratio, mark_bytes } = each;
  const names = [...new Set(flows.map(({ algorithm }) => titleOf(algorithm)))];
  const rtts = [...new Set(flows.map(({ rtt_s }) => rtt_s))];
  const late = flows.filter(({ start_s }) => start_s > 0);
  const parts = [
    flows.length === 1 ? `${names.join()} alone` : twice(names),
    joined(rtts.map((rtt) => joinQuantity(formatMilliseconds(rtt)))),
    `${short(buffer_bdp)} BDP`,
    joinQuantity(formatSetRate(rate_bps)),
    ...(loss_ratio > 0 ? [`${short(loss_ratio * 100)}% loss`] : []),
    ...(mark_bytes > 0 ? [`marks from ${short(mark_bytes / 1000)} kB`] : []),
    ...late.map(({ start_s }) => `one ${short(start_s)} s later`),
  ];
  return parts.join(', ');
}

const twice = (names: readonly string[]) =>
  names.length === 1 ? `two ${names.join()}` : joined(names);

/** `40 ms`, `20 and 60 ms`: a unit that both have stands once. */
function joined(parts: readonly string[]): string {
  const units = new Set(parts.map((part) => part.split(' ')[1]));
  if (parts.length < 2 || units.size > 1) return parts.join(' and ');
  const last = parts.at(-1) ?? '';
  return `${parts
    .slice(0, -1)
    .map((part) => part.split(' ')[0])
    .join(', ')} and ${last}`;
}

/** Of rows of several flows, which flow it is. */
export function flowWords(row: KernelRow, each: KernelCase): string {
  if (row.flow_index === null || each.flows.length < 2) return '';
  return row.flow_index === 0 ? 'first flow' : 'second flow';
}

/** How many rows came out how. */
export function countRows(rows: readonly KernelRow[]) {
  const judged = rows.filter(({ verdict }) => verdict !== 'information');
  return {
    all: rows.length,
    judged: judged.length,
    passed: judged.filter(({ verdict }) => verdict === 'pass').length,
    inRange: rows.filter(({ is_in_range }) => is_in_range).length,
  };
}

/** The values that some cases have, rising, each once. */
export function spread(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
