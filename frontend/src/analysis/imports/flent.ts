/** Flent (.flent, .flent.gz): x_values in seconds, and of each result a value for each of them. */
import { refuseFlows, refuseRecords } from './bounds';
import { Notes } from './notes';
import {
  errorAtField,
  isRecord,
  type Json,
  least,
  type Measured,
  type MeasuredFlow,
  type MeasuredTrace,
  optionalNumber,
} from './types';

const BPS_PER_MBIT = 1e6;
const MS_PER_S = 1000;
const RTT = /ping|rtt|latency/i;
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
  const rtts = results.filter(([label]) => RTT.test(label) && !SUM.test(label));
  const rtt = rtts[0] === undefined ? null : seriesOf(rtts[0], times.length, 1 / MS_PER_S);
  if (rtts[0] !== undefined)
    notes.read(`RTT of "${rtts[0][0]}" (ms), which is that of the path, for all flows.`);
  if (rtts.length > 1) notes.leftOut(`${rtts.length - 1} further results of RTTs.`);
  const flows = results.flatMap(([label, values]): MeasuredFlow[] => {
    const isRate = units.get(label) === 'Mbits/s' || (!RTT.test(label) && RATE.test(label));
    if (RTT.test(label)) return [];
    if (!isRate || SUM.test(label)) {
      notes.leftOut(`"${label}": ${isRate ? 'a sum of others' : 'neither a rate nor an RTT'}.`);
      return [];
    }
    return [flowOf(label, seriesOf([label, values], times.length, BPS_PER_MBIT), times, rtt)];
  });
  if (flows.length === 0 && rtt !== null && rtts[0] !== undefined)
    flows.push(flowOf(rtts[0][0], null, times, rtt));
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
