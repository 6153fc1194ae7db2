/**
 * The series of a measured case: `{id, flow_cols: ["t_s", "rx_bytes", ...], flows: [[row, ...]]}`,
 * rows of numbers named by `flow_cols`. Of the real kernels that the core is held against: payload
 * received so far, window in packets, smoothed RTT, retransmissions so far, and BBR's least RTT.
 */

import { refuseFlows, refuseRecords } from '@/analysis/imports/bounds';
import {
  columnsOf,
  errorAtField,
  ImportError,
  isRecord,
  least,
  optionalNumber,
  parseWhole,
  rateBetween,
  type MeasuredFlow,
  type MeasuredTrace,
  UNKNOWN,
} from '@/analysis/imports/types';

const MS_PER_S = 1000;
/** Of the packets of 1500 bytes that were measured: 52 are headers, as ss counts a window too. */
const PAYLOAD_BYTES = 1448;
const ALGORITHM = /(?:^|_)(bbr|cubic|reno)(?=_|$)/;

interface Sample {
  readonly time_s: number;
  readonly bytes: number;
  readonly rtt_s: number | null;
  readonly min_rtt_s: number | null;
  readonly cwnd_bytes: number | null;
  readonly retransmitted: number | null;
}

/** Its own name for the columns stands behind the rows: the head of the file is not enough. */
export function isSeries(text: string): boolean {
  return /"flow_cols"\s*:/.test(text);
}

export function readSeries(name: string, text: string): MeasuredTrace {
  const parsed = parseWhole(text);
  if (!isRecord(parsed)) throw new ImportError(UNKNOWN);
  const { id, flow_cols, flows } = parsed;
  if (!Array.isArray(flow_cols)) throw errorAtField('flow_cols', 'is missing');
  if (!Array.isArray(flows)) throw errorAtField('flows', 'is missing');
  const names = flow_cols.map(String);
  for (const needed of ['t_s', 'rx_bytes']) {
    if (!names.includes(needed)) throw errorAtField(`flow_cols ${needed}`, 'is missing');
  }
  refuseFlows(flows.length, 'flows');
  const algorithm = (typeof id === 'string' ? ALGORITHM.exec(id)?.[1] : undefined) ?? null;
  const read = flows.map((rows: unknown, index) => flowOf(rows, names, index, algorithm));
  const known = read.filter(({ columns }) => columns.time_s.length > 0);
  if (known.length === 0) throw new ImportError('None of its flows has rows.');
  return { name, source: 'series', flows: known };
}

function flowOf(
  rows: unknown,
  names: readonly string[],
  index: number,
  algorithm: string | null,
): MeasuredFlow {
  const place = `flows[${index}]`;
  if (!Array.isArray(rows)) throw errorAtField(place, 'is missing');
  refuseRecords(rows.length, 'rows');
  const samples = rows.map((row: unknown, at) => sampleOf(row, names, `${place}[${at}]`));
  const base_s = least(samples.map(({ min_rtt_s }) => min_rtt_s));
  return {
    label: `connection ${index + 1}`,
    algorithm,
    min_rtt_s: base_s ?? least(samples.map(({ rtt_s }) => rtt_s)),
    ...(base_s === null ? {} : { evidence: { base_s } }),
    columns: columnsOf(samples, ({ time_s }) => time_s, {
      // The first row is of the time since the start.
      throughput_bps: ({ bytes, time_s }, before) =>
        rateBetween(bytes - (before?.bytes ?? 0), time_s - (before?.time_s ?? 0)),
      rtt_s: ({ rtt_s }) => rtt_s,
      cwnd_bytes: ({ cwnd_bytes }) => cwnd_bytes,
      retransmitted_packets: ({ retransmitted }, before) =>
        retransmitted === null ? null : retransmitted - (before?.retransmitted ?? 0),
    }),
  };
}

function sampleOf(row: unknown, names: readonly string[], place: string): Sample {
  if (!Array.isArray(row)) throw errorAtField(place, 'is missing');
  const value = (name: string) => {
    const at = names.indexOf(name);
    return at < 0 ? null : optionalNumber(row[at]);
  };
  const [time_s, bytes] = ['t_s', 'rx_bytes'].map((name) => {
    const found = value(name);
    if (found === null) throw errorAtField(`${place} ${name}`, 'is missing');
    return found;
  }) as [number, number];
  const cwnd_packets = value('cwnd_pkts');
  return {
    time_s,
    bytes,
    rtt_s: measuredSeconds(value('srtt_ms')),
    min_rtt_s: measuredSeconds(value('bbr_min_rtt_ms')),
    cwnd_bytes: cwnd_packets === null ? null : cwnd_packets * PAYLOAD_BYTES,
    retransmitted: value('total_retrans'),
  };
}

/** A time that is not known, as BBR's with another algorithm, is 0. */
function measuredSeconds(ms: number | null): number | null {
  return ms === null || ms === 0 ? null : ms / MS_PER_S;
}
