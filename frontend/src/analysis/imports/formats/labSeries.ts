/**
 * The series that this lab exports as CSV, a value a row: `subject,index,metric,time_s,value`
 * (docs/sharing.md). Rates are of payload, so goodput where a file has it.
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
} from '@/analysis/imports/types';

const HEADER = 'subject,index,metric,time_s,value';
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const METRICS = [
  'goodput_bps',
  'rtt_s',
  'min_rtt_s',
  'cwnd_bytes',
  'inflight_bytes',
  'retransmitted_packets',
  'pacing_rate_bps',
  'bandwidth_estimate_bps',
] as const;
type Metric = (typeof METRICS)[number];
type Sample = Partial<Record<Metric, number>>;
/** Of rates that count whole packets, with the headers of scenarios that do not say otherwise. */
const PAYLOAD_RATIO = 1448 / 1500;

export function isLabSeries(lines: readonly string[]): boolean {
  return lines[0]?.trim() === HEADER;
}

export function readLabSeries(name: string, text: string): MeasuredTrace {
  const notes = new Notes("this lab's series, CSV");
  const flows = new Map<string, Map<number, Sample>>();
  let line = 0;
  let others = 0;
  for (const row of linesOf(text)) {
    line += 1;
    if (line === 1 || row.trim() === '') continue;
    refuseRecords(line, 'rows');
    const words = row.trim().split(',');
    const [subject, index = '', metric, time = '', value = ''] = words;
    if (words.length !== 5 || !NUMBER.test(time) || (value !== '' && !NUMBER.test(value)))
      throw errorInLine(line, row, `a row of ${HEADER}`);
    const known = METRICS.find((each) => each === metric);
    if (subject !== 'flow' || known === undefined) {
      others += 1;
      continue;
    }
    const own = flows.get(index) ?? new Map<number, Sample>();
    flows.set(index, own);
    const sample = own.get(Number(time)) ?? {};
    own.set(Number(time), sample);
    if (value !== '') sample[known] = Number(value);
  }
  refuseFlows(flows.size, 'flows');
  if (flows.size === 0) throw new ImportError('It has no series of flows.');
  if (others > 0) notes.leftOut(`Rows of links, states and other series: ${others}.`);
  notes.read('Rates are goodput: payload that arrives for the first time.');
  return {
    name,
    source: 'csv',
    flows: [...flows].map(([index, samples]) => flowOf(index, samples)),
    about: notes.about(),
  };
}

function flowOf(index: string, byTime: ReadonlyMap<number, Sample>): MeasuredFlow {
  const samples = [...byTime].sort(([one], [other]) => one - other);
  const of =
    (metric: Metric) =>
    ([, sample]: readonly [number, Sample]) =>
      sample[metric] ?? null;
  const ofPayload = (metric: Metric) => (row: readonly [number, Sample]) => {
    const rate_bps = of(metric)(row);
    return rate_bps === null ? null : rate_bps * PAYLOAD_RATIO;
  };
  const base_s = least(samples.map(of('min_rtt_s')));
  return {
    label: `flow ${Number(index) + 1}`,
    algorithm: null,
    min_rtt_s: base_s ?? least(samples.map(of('rtt_s'))),
    direction: 'sent',
    ...(base_s === null ? {} : { evidence: { base_s } }),
    columns: columnsOf(samples, ([time_s]) => time_s, {
      throughput_bps: of('goodput_bps'),
      rtt_s: of('rtt_s'),
      cwnd_bytes: of('cwnd_bytes'),
      inflight_bytes: of('inflight_bytes'),
      retransmitted_packets: of('retransmitted_packets'),
      pacing_rate_bps: ofPayload('pacing_rate_bps'),
      bandwidth_bps: ofPayload('bandwidth_estimate_bps'),
    }),
  };
}
