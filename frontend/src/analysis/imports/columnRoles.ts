/**
 * What the columns of a table are: by their names and units, or as a person says
 * (`time=1:ms,rate=3:Mbit/s`). Pure.
 */
import { ImportError, quoted } from './types';

export const ROLES = [
  'time',
  'rate',
  'bytes',
  'rtt',
  'cwnd',
  'inflight',
  'retransmitted',
  'flow',
] as const;
export type Role = (typeof ROLES)[number];

export interface Column {
  readonly role: Role;
  readonly at: number;
  /** What its values are multiplied by: to s, bit/s or bytes. */
  readonly factor: number;
  readonly unit: string;
  /** The file does not say the unit. */
  readonly isGuess: boolean;
}

type Units = Readonly<Record<string, number>>;
const TIMES: Units = {
  s: 1,
  sec: 1,
  secs: 1,
  seconds: 1,
  ms: 1e-3,
  msec: 1e-3,
  us: 1e-6,
  ns: 1e-9,
};
const RATES: Units = {
  'bit/s': 1,
  bps: 1,
  kbps: 1e3,
  'kbit/s': 1e3,
  mbps: 1e6,
  'mbit/s': 1e6,
  'mbits/s': 1e6,
  gbps: 1e9,
  'gbit/s': 1e9,
  'b/s': 8,
  'kb/s': 8e3,
  'mb/s': 8e6,
};
/** Of a packet of 1,500 bytes, what ss counts a window in. */
const PAYLOAD_BYTES = 1448;
const BYTES: Units = {
  bytes: 1,
  byte: 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  packets: PAYLOAD_BYTES,
  pkts: PAYLOAD_BYTES,
  segments: PAYLOAD_BYTES,
};
const COUNTS: Units = { packets: 1, pkts: 1, segments: 1 };

interface Kind {
  readonly units: Units;
  /** Taken where the file has no unit. */
  readonly usual: string;
  readonly name: RegExp;
}

const KINDS: Readonly<Record<Role, Kind>> = {
  time: { units: TIMES, usual: 's', name: /^(?:t|time|timestamp|secs?|seconds|elapsed)(?![a-z])/i },
  rtt: { units: TIMES, usual: 'ms', name: /rtt|latency|ping/i },
  cwnd: { units: BYTES, usual: 'bytes', name: /cwnd|congestion.?window|congwin/i },
  inflight: { units: BYTES, usual: 'bytes', name: /in.?flight/i },
  retransmitted: { units: COUNTS, usual: 'packets', name: /retrans|retx|retr\b/i },
  rate: {
    units: RATES,
    usual: 'Mbit/s',
    name: /throughput|goodput|rate|bandwidth|\bbw|bps|bit\/s/i,
  },
  bytes: { units: BYTES, usual: 'bytes', name: /bytes|octets/i },
  flow: { units: {}, usual: '', name: /^(?:flow|stream|connection|socket|id|flow.?id)$/i },
};

/** By the names of the columns; of two for one role the first is taken. */
export function rolesOfNames(names: readonly string[]): Column[] {
  const found = new Map<Role, Column>();
  names.forEach((name, at) => {
    const role = ROLES.find((each) => KINDS[each].name.test(name) && !found.has(each));
    if (role !== undefined) found.set(role, columnOf(role, at, unitIn(name, role)));
  });
  return [...found.values()];
}

/** The unit that stands in a name: `rtt_ms`, `Throughput (Mbit/s)`, `cwnd [packets]`. */
function unitIn(name: string, role: Role): string | null {
  const words = name.toLowerCase().split(/[\s_([\])]+/);
  const { units } = KINDS[role];
  return words.findLast((word) => Object.hasOwn(units, word)) ?? null;
}

export function columnOf(role: Role, at: number, unit: string | null): Column {
  const { units, usual } = KINDS[role];
  const taken = unit ?? usual;
  return {
    role,
    at,
    factor: units[taken.toLowerCase()] ?? 1,
    unit: taken,
    isGuess: unit === null && role !== 'flow',
  };
}

/** `time=1:ms,rate=3:Mbit/s`: roles, columns from 1 on, units. Throws `ImportError`. */
export function rolesOfWords(words: string, columnCount: number): Column[] {
  return words.split(',').map((word) => {
    const found = /^\s*([a-z]+)\s*=\s*(\d+)\s*(?::\s*(\S+))?\s*$/.exec(word);
    const role = ROLES.find((each) => each === found?.[1]);
    if (found === null || role === undefined) {
      throw new ImportError(
        `columns: ${quoted(word)} is not ROLE=NUMBER:UNIT with one of the roles ${ROLES.join(', ')}.`,
      );
    }
    const at = Number(found[2]);
    if (at < 1 || at > columnCount) {
      throw new ImportError(
        `columns: ${quoted(word)}: the file has the columns 1 to ${columnCount}.`,
      );
    }
    const unit = found[3] ?? null;
    const { units } = KINDS[role];
    if (unit !== null && !Object.hasOwn(units, unit.toLowerCase())) {
      throw new ImportError(
        `columns: ${quoted(word)}: the unit is one of ${Object.keys(units).join(', ')}.`,
      );
    }
    return columnOf(role, at - 1, unit);
  });
}
