/**
 * iperf 2 with `-y C`: lines of time, addresses with ports, id, interval in seconds, bytes and bit/s,
 * then of UDP servers jitter in ms, lost and all packets, and with `-e` what TCP counts. Times are of
 * whole seconds, so intervals place the values.
 */
import { refuseFlows, refuseRecords } from '@/analysis/imports/bounds';
import { linesOf } from '@/analysis/imports/lines';
import { Notes } from '@/analysis/imports/notes';
import {
  columnsOf,
  errorInLine,
  ImportError,
  least,
  type MeasuredFlow,
  type MeasuredTrace,
  quoted,
} from '@/analysis/imports/types';

const LINE = new RegExp(
  [
    String.raw`^(?:[+-]\d{4}:)?\d{14}(?:\.\d+)?`,
    String.raw`([^,]*),(\d*),([^,]*),(\d*)`,
    String.raw`(-?\d+),([\d.]+)[-,]([\d.]+),(\d+),(-?\d+)`,
  ].join(','),
);
const EXPECTED = 'a line of iperf -y C: time, addresses and ports, id, from-to, bytes, bit/s';

/** What stands behind bit/s where no header names it, by the number of its columns. */
const USUAL_NAMES: Readonly<Record<number, readonly string[]>> = {
  5: ['jitter', 'errors', 'datagrams', 'errpercent', 'outoforder'],
  6: ['writecnt', 'writeerr', 'tcpretry', 'tcpcwnd', 'tcprtt', 'tcprttvar'],
  7: ['writecnt', 'writeerr', 'tcpretry', 'tcpcwnd', 'tcppcwnd', 'tcprtt', 'tcprttvar'],
};
const HEADER = /^time,srcaddress,.*\bspeed\b,?/;
/** Minus one where a signed number was printed without its sign: not known. */
const UNKNOWN = 2 ** 32 - 1;

interface Sample {
  readonly from_s: number;
  readonly to_s: number;
  readonly bps: number;
  readonly jitter_s: number | null;
  readonly lost: number | null;
  readonly retransmitted: number | null;
  readonly cwnd_bytes: number | null;
  readonly rtt_s: number | null;
}

export function isIperf2(lines: readonly string[]): boolean {
  const [first = '', second = ''] = lines;
  return LINE.test(HEADER.test(first) ? second : first);
}

export function readIperf2(name: string, text: string): MeasuredTrace {
  const notes = new Notes('iperf 2, CSV');
  const streams = new Map<string, Sample[]>();
  let [line, count, sums] = [0, 0, 0];
  let names: readonly string[] | null = null;
  for (const row of linesOf(text)) {
    line += 1;
    if (row.trim() === '') continue;
    if (HEADER.test(row)) {
      names = row.trim().replace(HEADER, '').split(',');
      continue;
    }
    const found = LINE.exec(row);
    if (found === null) {
      if (!text.endsWith(row) || count === 0) throw errorInLine(line, row, EXPECTED);
      notes.leftOut(`The last line is not whole: ${quoted(row)}.`);
      break;
    }
    count += 1;
    refuseRecords(count, 'lines');
    const [, from = '', fromPort = '', to = '', toPort = '', id = ''] = found;
    // A line of all streams together, and at the end one over the whole time.
    if (Number(id) < 0) {
      sums += 1;
      continue;
    }
    const key = `${from}:${fromPort} → ${to}:${toPort}, ${id}`;
    const own = streams.get(key) ?? [];
    streams.set(key, own);
    own.push(sampleOf(row, found, names));
  }
  refuseFlows(streams.size, 'streams');
  if (streams.size === 0) throw new ImportError('It has only sums of streams (id -1).');
  if (sums > 0) notes.leftOut(`${sums} lines with the sum of all streams.`);
  const flows = [...streams].map(([key, samples]) => flowOf(key, samples, notes));
  notes.read(`${count - sums} lines; rates are in bit/s.`);
  return { name, source: 'iperf2', flows, about: notes.about() };
}

function sampleOf(row: string, found: RegExpExecArray, named: readonly string[] | null): Sample {
  const [from_s = 0, to_s = 0, , bps = 0] = found.slice(6, 10).map(Number);
  const words = row.slice(found[0].length + 1).split(',');
  const names = named ?? USUAL_NAMES[words.length] ?? ['jitter', 'errors'];
  const value = (name: string, factor = 1) => {
    const word = words[names.indexOf(name)] ?? '';
    const number = Number(word);
    return word === '' || number < 0 || number === UNKNOWN ? null : number * factor;
  };
  const rtt_s = value('tcprtt', 1e-6);
  return {
    from_s,
    to_s,
    bps,
    jitter_s: value('jitter', 1e-3),
    lost: value('errors'),
    retransmitted: value('tcpretry'),
    cwnd_bytes: value('tcpcwnd', 1024),
    rtt_s: rtt_s === 0 ? null : rtt_s,
  };
}

function flowOf(label: string, samples: readonly Sample[], notes: Notes): MeasuredFlow {
  const last = samples.at(-1);
  const isWhole = samples.length > 2 && last?.from_s === samples[0]?.from_s;
  if (isWhole) notes.leftOut('The lines over the whole time of a stream.');
  const own = isWhole ? samples.slice(0, -1) : samples;
  const isUdp = own.some(({ jitter_s }) => jitter_s !== null);
  return {
    label,
    algorithm: null,
    min_rtt_s: least(own.map(({ rtt_s }) => rtt_s)),
    ...(isUdp
      ? { transport: 'udp' as const, direction: 'received' as const }
      : { evidence: { written: { unsent_bytes: null } } }),
    columns: columnsOf(own, ({ to_s }) => to_s, {
      throughput_bps: ({ bps }) => (bps < 0 ? null : bps),
      jitter_s: ({ jitter_s }) => jitter_s,
      lost_packets: ({ lost }) => lost,
      retransmitted_packets: ({ retransmitted }) => retransmitted,
      cwnd_bytes: ({ cwnd_bytes }) => cwnd_bytes,
      rtt_s: ({ rtt_s }) => rtt_s,
    }),
  };
}
