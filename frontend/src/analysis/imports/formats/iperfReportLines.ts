/** Single lines of the report that iperf3 and iperf 2 print for people. Pure. */
import type { Direction } from '@/analysis/imports/types';

export interface Interval {
  readonly id: string;
  /** Of all streams together, or the summary of a whole test. */
  readonly isSum: boolean;
  readonly isOmitted: boolean;
  /** As `--bidir` says it; null: the line does not. */
  readonly role: Direction | null;
  readonly from_s: number;
  readonly to_s: number;
  readonly bps: number;
  readonly retransmitted: number | null;
  readonly cwnd_bytes: number | null;
  readonly rtt_s: number | null;
  readonly jitter_s: number | null;
  readonly lost: number | null;
  /** That were sent, of UDP. */
  readonly datagrams: number | null;
}

export const REPORT_HEADER = /\[ *ID\](?:\[Role\])?\s+Interval\s+Transfer\s+(?:Bitrate|Bandwidth)/;

/** Stamps (`--timestamps`) and titles (`-T`) may stand before a line. */
const LINE = new RegExp(
  [
    String.raw`(?:^|[\s:>])\[\s*((?:SUM|FD)[\w-]*|\*?\d+)\](?:\[([TR]X)-[CS]\])?\s+`,
    String.raw`(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)\s+sec\s+`,
    String.raw`\d+(?:\.\d+)?\s+[KMGTP]?Bytes\s+`,
    String.raw`(\d+(?:\.\d+)?)\s+([KMGTP]?)(bits|Bytes)\/sec(.*)$`,
  ].join(''),
);
/** Retr, Cwnd and, of some systems and versions, RTT. */
const TCP = /^\s+(\d+)\s+(\d+(?:\.\d+)?)\s*([KMG]?)Bytes(?:\s+(\d+(?:\.\d+)?)\s*(us|ms))?/;
/** Of iperf 2 with -e: writes and errors, retries, cwnd in KB, RTT in us. */
const TCP_ENHANCED = /^\s+\d+\/\d+\s+(\d+)\s+(-?\d+)K\/(\d+)(?:\(\d+\))?\s*(?:us)?/;
const UDP = /^\s+(-?\d+(?:\.\d+)?)\s+ms\s+(-?\d+)\/\s*(\d+)/;
const COUNT = /^\s+(\d+)\s*(?:\(omitted\)\s*)?$/;
const STEPS = ['', 'K', 'M', 'G', 'T', 'P'];

const amount = (value: string | undefined, prefix: string | undefined, step: number) =>
  Number(value) * step ** STEPS.indexOf(prefix ?? '');

/** What a line says of an interval; null: it is another line. */
export function intervalOf(row: string): Interval | null {
  if (row.length > 1000) return null;
  const found = LINE.exec(row);
  if (found === null) return null;
  const [, id = '', role, from, to, rate, prefix, unit, rest = ''] = found;
  const bps = unit === 'bits' ? amount(rate, prefix, 1000) : 8 * amount(rate, prefix, 1024);
  const [from_s, to_s] = [Number(from), Number(to)];
  return {
    id,
    isSum: /^(?:SUM|FD)/.test(id) || /\b(?:sender|receiver)\s*$/.test(rest) || to_s <= from_s,
    isOmitted: /\(omitted\)/.test(rest),
    // What comes back over the same connection (iperf 2, --full-duplex) has a star.
    role: id.startsWith('*')
      ? 'received'
      : role === undefined
        ? null
        : role === 'TX'
          ? 'sent'
          : 'received',
    from_s,
    to_s,
    bps,
    ...countsOf(rest),
  };
}

type Counts = Omit<Interval, 'id' | 'isSum' | 'isOmitted' | 'role' | 'from_s' | 'to_s' | 'bps'>;

const NOTHING: Counts = {
  retransmitted: null,
  cwnd_bytes: null,
  rtt_s: null,
  jitter_s: null,
  lost: null,
  datagrams: null,
};

function countsOf(rest: string): Counts {
  const tcp = TCP.exec(rest);
  if (tcp !== null) {
    const [, again, cwnd, prefix, rtt, unit] = tcp;
    return {
      ...NOTHING,
      retransmitted: Number(again),
      cwnd_bytes: Math.round(amount(cwnd, prefix, 1024)),
      rtt_s: rtt === undefined ? null : Number(rtt) * (unit === 'us' ? 1e-6 : 1e-3),
    };
  }
  const enhanced = TCP_ENHANCED.exec(rest);
  if (enhanced !== null) {
    const [, again, kilobytes, rttUs] = enhanced;
    return {
      ...NOTHING,
      retransmitted: Number(again),
      cwnd_bytes: Number(kilobytes) > 0 ? Number(kilobytes) * 1024 : null,
      rtt_s: Number(rttUs) > 0 ? Number(rttUs) * 1e-6 : null,
    };
  }
  const udp = UDP.exec(rest);
  if (udp !== null) {
    return { ...NOTHING, jitter_s: Number(udp[1]) / 1000, lost: Math.max(0, Number(udp[2])) };
  }
  const count = COUNT.exec(rest);
  return count === null ? NOTHING : { ...NOTHING, datagrams: Number(count[1]) };
}

const BEGINNINGS = [
  'Connecting to host',
  'Client connecting to',
  'Accepted connection from',
  'Server listening on',
];

/** A test begins: who connects says so, and who is connected to. */
export function beginsTest(row: string): boolean {
  return BEGINNINGS.some((beginning) => row.includes(beginning));
}

/** With -V behind the results. */
export function algorithmIn(row: string): string | null {
  return /\bsnd_tcp_congestion (\w+)/.exec(row)?.[1] ?? null;
}

/** What ended a test before its time. */
export function errorIn(row: string): string | null {
  return /\biperf3?: (?:error - )?((?!warning|getsockopt).*\S)\s*$/i.exec(row)?.[1] ?? null;
}
