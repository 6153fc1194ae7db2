/** What was lost and marked, by reason and link, as the core recorded it. Pure. */
import { REASON_WORDS } from '@/generated/kindTitles';
import { groupLabel } from '@/analysis/scenario/describe';
import { formatCount, toShortest } from '@/analysis/numbers/units';

/** Packets of one flow that were lost or marked at one link for one reason, as a result has it. */
export interface LossRow {
  readonly flow_index: number;
  readonly link_index: number | null;
  readonly reason: string;
  readonly is_mark: boolean;
  readonly is_ack: boolean;
  readonly window_packets: number;
  readonly first_s: number;
  readonly buckets: readonly number[];
  readonly bucket_packets: readonly number[];
}

interface LossyFlow {
  readonly flow_index: number;
  readonly group_index: number;
  readonly label: string;
}

/** Of a result: null or absent, from before reasons were recorded. */
export interface LossyResult {
  readonly losses?: { readonly bucket_s: number; readonly rows: readonly LossRow[] } | null;
  readonly links?: readonly { readonly id: string }[] | null;
  readonly flows: readonly LossyFlow[];
}

/** A reason of the core in words; of one that this page does not know, its name. */
export function reasonWords(reason: string): string {
  return REASON_WORDS[reason] ?? reason.replaceAll('_', ' ');
}

/** Kinds of events on the time line. */
export const LOSS_EVENTS = {
  packets_lost: 'packets lost',
  packets_marked: 'packets marked',
  acks_lost: 'ACKs lost',
} as const;
export type LossKind = keyof typeof LOSS_EVENTS;

function kindOf({ is_mark, is_ack }: LossRow): LossKind {
  if (is_ack) return 'acks_lost';
  return is_mark ? 'packets_marked' : 'packets_lost';
}

/** Where several links are, the one at which it happened. */
function placeOf({ link_index }: LossRow, links: LossyResult['links']): string {
  if (links == null || link_index === null) return '';
  return ` at ${links[link_index]?.id ?? String(link_index)}`;
}

interface LossLine {
  readonly key: string;
  readonly kind: LossKind;
  /** `buffer full at narrow` */
  readonly why: string;
  /** Of each column, in the measurement window. */
  readonly packets: readonly number[];
}

/** Who is counted together. */
interface LossColumn {
  readonly label: string;
  readonly groupIndex: number;
  readonly flows: ReadonlySet<number>;
}

/** A flow each where there are so few, else a group: each flow is in one. */
export function lossColumns(flows: readonly LossyFlow[], most: number): LossColumn[] {
  const columns = new Map<string, { label: string; groupIndex: number; flows: Set<number> }>();
  const sizes = new Map<number, number>();
  for (const { group_index } of flows) sizes.set(group_index, (sizes.get(group_index) ?? 0) + 1);
  const isOwn = flows.length <= most;
  const isAll = !isOwn && sizes.size > most;
  const places = new Map<number, number>();
  for (const { flow_index, group_index, label } of flows) {
    const place = (places.get(group_index) ?? 0) + 1;
    places.set(group_index, place);
    const number = isOwn && (sizes.get(group_index) ?? 0) > 1 ? ` ${String(place)}` : '';
    const name = isAll ? 'all flows' : groupLabel(label, group_index) + number;
    const key = isAll ? '' : isOwn ? `flow ${flow_index}` : `group ${group_index}`;
    const column = columns.get(key) ?? { label: name, groupIndex: group_index, flows: new Set() };
    column.flows.add(flow_index);
    columns.set(key, column);
  }
  return [...columns.values()];
}

/** A line for each reason and link of lost data, lost ACKs and marks, most packets first. */
export function lossLines(
  { losses, links }: Pick<LossyResult, 'losses' | 'links'>,
  columns: readonly LossColumn[],
): LossLine[] {
  const lines = new Map<string, { kind: LossKind; why: string; packets: number[] }>();
  const places = new Map(
    columns.flatMap(({ flows }, place) => [...flows].map((flow) => [flow, place] as const)),
  );
  for (const row of losses?.rows ?? []) {
    const kind = kindOf(row);
    const why = reasonWords(row.reason) + placeOf(row, links);
    const key = `${kind} ${row.reason} ${String(row.link_index)}`;
    const line = lines.get(key) ?? { kind, why, packets: columns.map(() => 0) };
    lines.set(key, line);
    const place = places.get(row.flow_index);
    if (place !== undefined) line.packets[place] = (line.packets[place] ?? 0) + row.window_packets;
  }
  const order = Object.keys(LOSS_EVENTS);
  return [...lines]
    .map(([key, line]) => ({ key, ...line }))
    .filter(({ packets }) => sumOf(packets) > 0)
    .sort(
      (a, b) =>
        order.indexOf(a.kind) - order.indexOf(b.kind) || sumOf(b.packets) - sumOf(a.packets),
    );
}

/** `312: 300 buffer full, 12 at random`: data packets of all flows in the window. */
export function lostText(result: LossyResult): string {
  const lines = lossLines(result, lossColumns(result.flows, 0)).filter(
    ({ kind }) => kind === 'packets_lost',
  );
  const counts = lines.map(({ packets }) => sumOf(packets));
  const total = formatCount(sumOf(counts));
  if (lines.length === 0) return total;
  if (lines.length === 1) return `${total}, ${lines[0]?.why ?? ''}`;
  const parts = lines.map(({ why }, index) => `${formatCount(counts[index])} ${why}`);
  return `${total}: ${parts.join(', ')}`;
}

interface LossEvent {
  readonly timeSeconds: number;
  readonly flowIndex: number;
  readonly kind: LossKind;
  /** `12 within 0.1 s: buffer full at narrow` */
  readonly reason: string;
}

/** For the time line: what a flow lost at a link for a reason in a short time, once for each. */
export function lossEvents({ losses, links }: Pick<LossyResult, 'losses' | 'links'>): LossEvent[] {
  if (losses == null) return [];
  const { bucket_s, rows } = losses;
  return rows.flatMap((row) => {
    const kind = kindOf(row);
    const why = reasonWords(row.reason) + placeOf(row, links);
    return row.buckets.map((bucket, index) => {
      const count = row.bucket_packets[index] ?? 0;
      // The first one of all is known to the nanosecond, the others to their bucket.
      const bucketSeconds = Math.round(bucket * bucket_s * 1e9) / 1e9;
      const timeSeconds = Math.max(bucketSeconds, row.first_s);
      const within = count === 1 ? '1' : `${formatCount(count)} within ${toShortest(bucket_s)} s`;
      return { timeSeconds, flowIndex: row.flow_index, kind, reason: `${within}: ${why}` };
    });
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
