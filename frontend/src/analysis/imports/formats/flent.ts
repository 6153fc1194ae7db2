/** Flent (.flent, .flent.gz): x_values in seconds, and of each result a value for each of them. */
import { refuseFlows, refuseRecords } from '@/analysis/imports/bounds';
import { Notes } from '@/analysis/imports/notes';
import {
  errorAtField,
  isRecord,
  type Json,
  least,
  type Measured,
  type MeasuredFlow,
  type MeasuredTrace,
  optionalNumber,
} from '@/analysis/imports/types';

const BPS_PER_MBIT = 1e6;
const MS_PER_S = 1000;
const RTT = /ping|rtt/i;
/** How long a page took to load is none of the path; Jain's index and the like are no rates. */
const OTHER = /^(?:http|dns|voip)\b|\b(?:fairness|loss|jitter|delay)\b/i;
const RATE_UNIT = 'Mbits/s';
/** Of a flow's socket, as ss has it: `TCP upload::1::tcp_cwnd`. */
const SOCKET = /^(.+)::tcp_(\w+)$/;
/** Of a packet of 1,500 bytes: Flent counts windows in packets and has no size of them. */
const PAYLOAD_BYTES = 1448;
const RATE = /upload|download|tcp|udp|up|down|flow|throughput|avg|sum|totals?/i;
/** Sums of others, which would be counted twice. */
const SUM = /\b(?:avg|sum|totals?)\b/i;

export function isFlent(document: Json): boolean {
  return Array.isArray(document.x_values) && isRecord(document.results);
}

export function readFlent(name: string, document: Json): MeasuredTrace {
  const metadata = isRecord(document.metadata) ? document.metadata : {};
  const test = typeof metadata.NAME === 'string' ? `, ${metadata.NAME}` : '';
  const notes = new Notes(`Flent${test}`);
  const times = timesOf(document.x_values);
  const results = isRecord(document.results) ? Object.entries(document.results) : [];
  refuseFlows(results.length, 'results');
  const units = unitsOf(metadata);
  const sockets = socketsOf(results, times.length);
  const rtts = results.filter(
    ([label]) => RTT.test(label) && !SUM.test(label) && !OTHER.test(label) && !SOCKET.test(label),
  );
  const pings = pingsOf(rtts, times.length, notes);
  const flows = results.flatMap(([label, values]): MeasuredFlow[] => {
    if (SOCKET.test(label)) return [];
    const isOther = OTHER.test(label);
    if (RTT.test(label) && !isOther) return [];
    const unit = units.get(label) ?? '';
    const isRate = !isOther && (unit === '' ? RATE.test(label) : unit === RATE_UNIT);
    if (!isRate || SUM.test(label)) {
      notes.leftOut(`"${label}": ${isRate ? 'a sum of others' : 'neither a rate nor an RTT'}.`);
      return [];
    }
    const socket = sockets.get(label) ?? {};
    const rates = seriesOf([label, values], times.length, BPS_PER_MBIT);
    const rtt_s = socket.rtt_s ?? pings(label);
    return [withSocket(flowOf(label, rates, times, rtt_s), socket)];
  });
  const [ping] = rtts;
  if (flows.length === 0 && ping !== undefined)
    flows.push(flowOf(ping[0], null, times, seriesOf(ping, times.length, 1 / MS_PER_S)));
  if ([...sockets.values()].some(({ cwnd_bytes }) => cwnd_bytes !== undefined))
    notes.read('Windows as tcp_cwnd x 1448 bytes, RTTs as tcp_rtt (smoothed), of each socket.');
  if (flows.length === 0) throw errorAtField('results', 'none of them is a rate or an RTT');
  notes.read(
    `${flows.length === 1 ? '1 result' : `${flows.length} results`} at ${times.length} times; rates are in Mbit/s.`,
  );
  if (units.size === 0)
    notes.uncertain(
      'Units are not in the file: rates are taken for Mbit/s, RTTs for ms, as Flent has them.',
    );
  return { name, source: 'flent', flows, about: notes.about() };
}

type Socket = Partial<Record<'cwnd_bytes' | 'rtt_s' | 'pacing_rate_bps', Measured>>;
const SOCKET_COLUMNS: Readonly<Record<string, readonly [keyof Socket, number]>> = {
  cwnd: ['cwnd_bytes', PAYLOAD_BYTES],
  rtt: ['rtt_s', 1 / MS_PER_S],
  pacing_rate: ['pacing_rate_bps', BPS_PER_MBIT],
};

/** What the option `--socket-stats` adds to the flows, by their labels. */
function socketsOf(
  results: readonly (readonly [string, unknown])[],
  count: number,
): Map<string, Socket> {
  const found = new Map<string, Socket>();
  for (const [label, values] of results) {
    const [, flow = '', name = ''] = SOCKET.exec(label) ?? [];
    const column = SOCKET_COLUMNS[name];
    if (column === undefined) continue;
    const series = seriesOf([label, values], count, column[1]);
    found.set(flow, { ...found.get(flow), [column[0]]: series });
  }
  return found;
}

function withSocket(
  flow: MeasuredFlow,
  { cwnd_bytes, rtt_s, pacing_rate_bps }: Socket,
): MeasuredFlow {
  return {
    ...flow,
    ...(rtt_s === undefined ? {} : { isSmoothed: true }),
    columns: {
      ...flow.columns,
      ...(cwnd_bytes === undefined ? {} : { cwnd_bytes }),
      ...(pacing_rate_bps === undefined ? {} : { pacing_rate_bps }),
    },
  };
}

const hostOf = (label: string) => label.split(' ').at(-1) ?? '';

/** The RTT of a flow's path: of several hosts that of its own, where labels end with them. */
function pingsOf(
  rtts: readonly [string, unknown][],
  count: number,
  notes: Notes,
): (label: string) => Measured | null {
  const [first] = rtts;
  if (first === undefined) return () => null;
  const read = (ping: [string, unknown]) => seriesOf(ping, count, 1 / MS_PER_S);
  const hosts = rtts.filter(([label]) => /ICMP\d* \S+$/i.test(label));
  if (new Set(hosts.map(([label]) => hostOf(label))).size > 1) {
    notes.read('RTT of "Ping" (ms) to the host that a flow\'s label ends with.');
    return (label) => {
      const own = hosts.find(([ping]) => hostOf(ping) === hostOf(label));
      return own === undefined ? null : read(own);
    };
  }
  notes.read(`RTT of "${first[0]}" (ms), which is that of the path, for all flows.`);
  if (rtts.length > 1) notes.leftOut(`${rtts.length - 1} further results of RTTs.`);
  const rtt_s = read(first);
  return () => rtt_s;
}

function timesOf(values: unknown): number[] {
  const listed: unknown[] = Array.isArray(values) ? values : [];
  refuseRecords(listed.length, 'values');
  return listed.map((value, index) => {
    const time = optionalNumber(value);
    if (time === null) throw errorAtField(`x_values[${index}]`, 'should be a number');
    return time;
  });
}

function unitsOf(metadata: Json): Map<string, string> {
  const series = isRecord(metadata.SERIES_META) ? metadata.SERIES_META : {};
  return new Map(
    Object.entries(series).flatMap(([label, meta]) =>
      isRecord(meta) && typeof meta.UNITS === 'string' ? [[label, meta.UNITS] as const] : [],
    ),
  );
}

function seriesOf([label, values]: [string, unknown], count: number, factor: number): Measured {
  if (!Array.isArray(values)) throw errorAtField(`results."${label}"`, 'is not a list');
  if (values.length !== count)
    throw errorAtField(`results."${label}"`, `has ${values.length} values, x_values has ${count}`);
  return values.map((value: unknown) => {
    const number = optionalNumber(value);
    return number === null ? null : number * factor;
  });
}

function flowOf(
  label: string,
  rates: Measured | null,
  time_s: readonly number[],
  rtt_s: Measured | null,
): MeasuredFlow {
  const isReceived = /down/i.test(label);
  return {
    label,
    algorithm: null,
    min_rtt_s: rtt_s === null ? null : least(rtt_s),
    ...(rates === null
      ? {}
      : { direction: isReceived ? ('received' as const) : ('sent' as const) }),
    columns: {
      time_s,
      ...(rates === null ? {} : { throughput_bps: rates }),
      ...(rtt_s === null ? {} : { rtt_s }),
    },
  };
}
