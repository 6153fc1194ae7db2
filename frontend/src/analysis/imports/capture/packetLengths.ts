/**
 * Packets as a tool lists them in text, and rates by their lengths where they have no sequence
 * numbers, as those of ns-2's traces. Pure.
 */
import { refuseFlows, refuseRecords, refuseSpan } from '@/analysis/imports/bounds';
import { linesOf } from '@/analysis/imports/lines';
import type { Notes } from '@/analysis/imports/notes';
import type { TcpHeader } from './packet';
import { stampOf } from '@/analysis/imports/formats/ssStamps';
import { NUMBER } from '@/analysis/imports/formats/table';
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

/** What a list says of a packet; null: it does not. */
export interface Listed {
  readonly time_s: number;
  readonly from: string;
  readonly to: string;
  readonly protocol: 'tcp' | 'udp' | null;
  readonly payload_bytes: number | null;
  readonly frame_bytes: number | null;
  readonly tcp: TcpHeader | null;
  readonly identification: number | null;
  /** As the tool itself found it, of the data that this packet acknowledges. */
  readonly rtt_s: number | null;
  readonly isRepeat: boolean;
  readonly isLost?: boolean;
}

/** Decimal, or hexadecimal as of flags and identifications. */
export function numberIn(word: string | undefined): number | null {
  if (word === undefined || word === '') return null;
  const value = Number(word);
  return Number.isFinite(value) ? value : null;
}

/** Seconds since the second of the first packet: a double has no nanoseconds since 1970. */
export class ListClock {
  private base_s: number | null = null;

  secondsOf(word: string, line: number): number {
    const [whole = '', fraction = ''] = word.replace(',', '.').split('.');
    const isNumber = NUMBER.test(word.replace(',', '.'));
    const stamp = isNumber ? null : stampOf(word);
    if (!isNumber && stamp === null)
      throw errorAtLine(line, `${quoted(word)} is not the time of a packet, a number or a date.`);
    const second = isNumber ? Number(whole) : Math.floor(stamp?.seconds ?? 0);
    const rest = isNumber ? Number(`0.${fraction || '0'}`) : (stamp?.seconds ?? 0) % 1;
    this.base_s ??= second;
    return second - this.base_s + rest;
  }
}

export const NS2 =
  /^[+\-rd] \d+(?:\.\d+)? \d+ \d+ \S+ \d+ \S{6,9} \d+ \d+\.\d+ \d+\.\d+ -?\d+ \d+\s*$/;

/** `r 1.23 2 3 tcp 1040 ------- 1 0.0 3.0 5 7`: what arrives at the node it was sent to. */
export function ns2Packets(text: string, notes: Notes): Listed[] {
  const found: Listed[] = [];
  let line = 0;
  for (const row of linesOf(text)) {
    line += 1;
    if (!/^[rd] /.test(row)) continue;
    if (!NS2.test(row)) {
      if (text.endsWith(row)) break;
      throw errorAtLine(line, `${quoted(row)} is no event of ns-2 in twelve columns.`);
    }
    const [event, time, , node, , size, , flow, from = '', to = ''] = row.split(' ');
    const isLost = event === 'd';
    if (!isLost && to.split('.')[0] !== node) continue;
    refuseRecords(found.length + 1, 'packets that arrive');
    found.push({
      time_s: Number(time),
      from: `flow ${flow}: ${from}`,
      to,
      protocol: null,
      payload_bytes: null,
      frame_bytes: Number(size),
      tcp: null,
      identification: null,
      rtt_s: null,
      isRepeat: false,
      isLost,
    });
  }
  notes.read('What arrives at the node that it was sent to, and what queues drop.');
  return found;
}

const STEP_S = 0.1;
const SHORT_STEP_S = 0.01;
/** A shorter list is read in shorter steps. */
const SHORT_S = 2;
/** All flows together; beyond it steps are ten times longer. */
const MOST_STEPS = 200_000;
const MOST_FLOWS = 100;
/** Of the busiest direction: less only acknowledges. */
const LEAST_FLOW_SHARE = 0.1;

interface Sums {
  bytes: number;
  again: number;
  lost: number;
  rtts: number[];
}

/** Rates by the lengths of packets: with retransmitted ones, unless the tool marks these. */
export function byLengths(name: string, packets: readonly Listed[], notes: Notes): MeasuredTrace {
  const [first] = packets;
  if (first === undefined)
    throw new ImportError('It lists no packets of TCP or UDP with a time and a length.');
  const hasPayload =
    packets.every(({ payload_bytes, protocol }) => payload_bytes !== null || protocol === null) &&
    packets.some(({ payload_bytes }) => payload_bytes !== null);
  const sizeOf = (each: Listed) =>
    (hasPayload ? each.payload_bytes : (each.frame_bytes ?? each.payload_bytes)) ?? 0;
  const start_s = packets.reduce((low, { time_s }) => Math.min(low, time_s), Infinity);
  const end_s = packets.reduce((high, { time_s }) => Math.max(high, time_s), start_s);
  refuseSpan(end_s - start_s, 'The list');
  const count = new Set(packets.map(({ from, to }) => `${from} → ${to}`)).size;
  refuseFlows(count, 'directions');
  let step_s = end_s - start_s < SHORT_S ? SHORT_STEP_S : STEP_S;
  while (((end_s - start_s) / step_s) * Math.min(count, MOST_FLOWS) > MOST_STEPS) step_s *= 10;
  const flows = new Map<string, Map<number, Sums>>();
  const sums = (key: string, time_s: number) => {
    const own = flows.get(key) ?? new Map<number, Sums>();
    flows.set(key, own);
    const step = Math.floor((time_s - start_s) / step_s + 1e-9);
    const found = own.get(step) ?? { bytes: 0, again: 0, lost: 0, rtts: [] };
    own.set(step, found);
    return found;
  };
  for (const each of packets) {
    const step = sums(`${each.from} → ${each.to}`, each.time_s);
    if (each.isLost === true) step.lost += 1;
    else if (each.isRepeat) step.again += 1;
    else step.bytes += sizeOf(each);
    // An ACK's RTT is that of the other end's data.
    if (each.rtt_s !== null) sums(`${each.to} → ${each.from}`, each.time_s).rtts.push(each.rtt_s);
  }
  const total = (own: Map<number, Sums>) =>
    [...own.values()].reduce((all, { bytes }) => all + bytes, 0);
  const most = [...flows.values()].reduce((high, own) => Math.max(high, total(own)), 0);
  if (most === 0) throw new ImportError('None of its packets has a length, so there are no rates.');
  const busy = [...flows]
    .filter(([, own]) => total(own) >= LEAST_FLOW_SHARE * most)
    .slice(0, MOST_FLOWS);
  if (busy.length < flows.size)
    notes.leftOut(`${flows.size - busy.length} directions that move less than 10% of the busiest.`);
  const marks = packets.some(({ isRepeat }) => isRepeat);
  notes.read(
    `${packets.length} packets; rates by their lengths${hasPayload ? '' : ' with headers'}, in steps of ${step_s} s.`,
  );
  notes.uncertain(
    `Its packets have no sequence numbers: rates count ${marks ? 'all but those that it marks as retransmitted' : 'retransmitted ones, too'}.`,
  );
  const steps = Math.max(1, Math.floor((end_s - start_s) / step_s + 1e-9) + 1);
  return {
    name,
    source: 'capture',
    flows: busy.map(([label, own]) =>
      lengthsFlow(label, own, {
        steps,
        step_s,
        marks,
        hasHeaders: !hasPayload,
        hasLosses: packets.some((each) => each.isLost),
      }),
    ),
    about: notes.about(),
  };
}

interface Shape {
  readonly step_s: number;
  readonly hasHeaders: boolean;
  readonly steps: number;
  readonly marks: boolean;
  readonly hasLosses: boolean;
}

function lengthsFlow(
  label: string,
  own: ReadonlyMap<number, Sums>,
  { steps, step_s, hasHeaders, marks, hasLosses }: Shape,
): MeasuredFlow {
  const all = Array.from({ length: steps }, (_, at) => ({ at, sums: own.get(at) }));
  const active = [...own.keys()];
  const low = active.reduce((least_at, at) => Math.min(least_at, at), steps);
  const high = active.reduce((most_at, at) => Math.max(most_at, at), 0);
  return {
    label,
    algorithm: null,
    ...(hasHeaders ? { evidence: { hasHeaders } } : {}),
    min_rtt_s: least([...own.values()].flatMap(({ rtts }) => rtts)),
    columns: columnsOf(all, ({ at }) => (at + 1) * step_s, {
      throughput_bps: ({ at, sums }) =>
        at < low || at > high ? null : rateBetween(sums?.bytes ?? 0, step_s),
      rtt_s: ({ sums }) =>
        sums === undefined || sums.rtts.length === 0
          ? null
          : sums.rtts.reduce((sum, each) => sum + each, 0) / sums.rtts.length,
      retransmitted_packets: ({ sums }) => (marks ? (sums?.again ?? 0) : null),
      lost_packets: ({ sums }) => (hasLosses ? (sums?.lost ?? 0) : null),
    }),
  };
}
