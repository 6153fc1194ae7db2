/**
 * Linux's tcp_probe: the module's lines (time, source, destination, length, snd_nxt, snd_una,
 * cwnd, ssthresh, send window, srtt, receive window) and the trace event tcp:tcp_probe of ftrace
 * and perf, which names them. One line for each segment that arrives.
 */
import { refuseFlows, refuseRecords, refuseSpan } from '@/analysis/imports/bounds';
import { linesOf } from '@/analysis/imports/lines';
import { Notes } from '@/analysis/imports/notes';
import {
  columnsOf,
  least,
  type MeasuredFlow,
  type MeasuredTrace,
  rateBetween,
} from '@/analysis/imports/types';

const ADDRESS = String.raw`(\[?[\da-fA-F.:]+\]?:\d+)`;
const NUMBER = String.raw`(0x[\da-fA-F]+|\d+)`;
const LINE = new RegExp(
  String.raw`^\s*(\d+\.\d+)\s+${ADDRESS}\s+${ADDRESS}\s+\d+\s+${NUMBER}\s+${NUMBER}\s+(\d+)\s+\d+\s+\d+\s+(\d+)`,
);
const EVENT = /\s(\d+\.\d+):\s+(?:tcp:)?tcp_probe:\s+(.*)$/;
/** Of a packet of 1,500 bytes: the log counts the window in packets and has no size of them. */
const PAYLOAD_BYTES = 1448;
const STEP_S = 0.1;
/** A mean above is no RTT in milliseconds; below, none in microseconds of a path between hosts. */
const MOST_SRTT_MS = 2000;

interface Sample {
  readonly time_s: number;
  /** Of 32 bits. */
  readonly next: number;
  readonly unacked: number;
  readonly cwnd: number;
  readonly srtt: number;
}

interface Step {
  readonly end_s: number;
  readonly acked_bytes: number;
  readonly last: Sample;
}

export function isTcpProbe(lines: readonly string[]): boolean {
  return lines.some((line) => EVENT.test(line) || LINE.test(line));
}

export function readTcpProbe(name: string, text: string): MeasuredTrace {
  const notes = new Notes('log of tcp_probe');
  const flows = new Map<string, Sample[]>();
  let [count, others, isEvent] = [0, 0, false];
  for (const row of linesOf(text)) {
    const event = EVENT.exec(row);
    const found = event === null ? ofLine(row) : ofEvent(event);
    if (found === null) {
      others += row.trim() === '' || row.startsWith('#') ? 0 : 1;
      continue;
    }
    isEvent ||= event !== null;
    count += 1;
    refuseRecords(count, 'lines');
    const own = flows.get(found.label) ?? [];
    flows.set(found.label, own);
    own.push(found.sample);
  }
  refuseFlows(flows.size, 'flows');
  const samples = [...flows.values()].flat();
  const start_s = least(samples.map(({ time_s }) => time_s)) ?? 0;
  refuseSpan(Math.max(0, ...[...flows.values()].map(endOf)) - start_s, 'The log');
  const srtt_s = srttUnit(samples, isEvent, notes);
  notes.read(
    `${count} lines; rates from what was acknowledged (snd_una), in steps of ${STEP_S} s.`,
  );
  notes.read(`Windows as snd_cwnd x ${PAYLOAD_BYTES} bytes; RTTs are smoothed ones.`);
  if (others > 0) notes.leftOut(`${others} other lines.`);
  return {
    name,
    source: 'tcp_probe',
    flows: [...flows].map(([label, own]) => flowOf(label, own, start_s, srtt_s)),
    about: notes.about(),
  };
}

const endOf = (samples: readonly Sample[]) => samples.at(-1)?.time_s ?? 0;

function ofLine(row: string): { label: string; sample: Sample } | null {
  const found = LINE.exec(row);
  if (found === null) return null;
  const [, time, from = '', to = '', next, unacked, cwnd, srtt] = found;
  const [time_s, ...numbers] = [time, next, unacked, cwnd, srtt].map(Number);
  const [ahead = 0, behind = 0, packets = 0, rtt = 0] = numbers;
  const sample = { time_s: time_s ?? 0, next: ahead, unacked: behind, cwnd: packets, srtt: rtt };
  return { label: `${from} → ${to}`, sample };
}

function ofEvent([, time, fields = '']: RegExpExecArray): { label: string; sample: Sample } | null {
  const named = new Map(
    fields.split(/\s+/).map((each) => each.split(/=(.*)/s, 2) as [string, string | undefined]),
  );
  const number = (name: string) => Number(named.get(name) ?? NaN);
  const sample = {
    time_s: Number(time),
    next: number('snd_nxt'),
    unacked: number('snd_una'),
    cwnd: number('snd_cwnd'),
    srtt: number('srtt'),
  };
  if (Object.values(sample).some(Number.isNaN)) return null;
  return { label: `${named.get('src') ?? ''} → ${named.get('dest') ?? ''}`, sample };
}

/** The event counts in microseconds; the module did so, or in milliseconds or ticks before. */
function srttUnit(samples: readonly Sample[], isEvent: boolean, notes: Notes): number {
  if (isEvent) return 1e-6;
  const mean = samples.reduce((sum, { srtt }) => sum + srtt, 0) / Math.max(1, samples.length);
  const isMicroseconds = mean > MOST_SRTT_MS;
  notes.uncertain(
    `The log has no unit of srtt: by its size, ${isMicroseconds ? 'microseconds' : 'milliseconds'}.`,
  );
  return isMicroseconds ? 1e-6 : 1e-3;
}

function flowOf(
  label: string,
  samples: readonly Sample[],
  start_s: number,
  srtt_s: number,
): MeasuredFlow {
  const steps = stepsOf(samples, start_s);
  const rtt = ({ last }: Step) => (last.srtt > 0 ? last.srtt * srtt_s : null);
  return {
    label,
    algorithm: null,
    // A smoothed RTT may hide the least one.
    min_rtt_s: null,
    transport: 'tcp',
    columns: columnsOf(steps, ({ end_s }) => end_s, {
      throughput_bps: ({ acked_bytes, end_s }, before) =>
        before === undefined ? null : rateBetween(acked_bytes, end_s - before.end_s),
      rtt_s: rtt,
      cwnd_bytes: ({ last }) => last.cwnd * PAYLOAD_BYTES,
      inflight_bytes: ({ last }) => distance(last.unacked, last.next),
    }),
  };
}

/** The last line of each step, with what was acknowledged since the one before. */
function stepsOf(samples: readonly Sample[], start_s: number): Step[] {
  const steps: Step[] = [];
  samples.forEach((sample, index) => {
    const at = Math.floor((sample.time_s - start_s) / STEP_S);
    const after = samples[index + 1];
    const isLast = after === undefined || Math.floor((after.time_s - start_s) / STEP_S) > at;
    if (!isLast) return;
    const before = steps.at(-1)?.last;
    const acked_bytes = before === undefined ? 0 : distance(before.unacked, sample.unacked);
    steps.push({ end_s: sample.time_s - start_s, acked_bytes, last: sample });
  });
  return steps;
}

/** From one number of 32 bits forward to another; one that lies behind is not ahead. */
function distance(from: number, to: number): number {
  const ahead = (to - from) >>> 0;
  return ahead < 2 ** 31 ? ahead : 0;
}
