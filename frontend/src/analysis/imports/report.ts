/** What was read of a file, as JSON (docs/reading-files.md) and as text for people. Pure. */
import { type Estimate, estimateNetwork } from './estimate/estimate';
import { withinLimit } from './links/linkCut';
import type { ReadFile } from './trace';
import { type About, meanRttOf, type MeasuredFlow, type MeasuredTrace, startOf } from './types';
import { causesOf } from './why/why';

interface FlowSummary {
  readonly duration_s: number;
  /** Of the times at which it is known. */
  readonly mean_throughput_bps: number | null;
  readonly payload_bytes: number | null;
  readonly mean_rtt_s: number | null;
  readonly min_rtt_s: number | null;
  readonly retransmitted_packets: number | null;
  readonly lost_packets: number | null;
}

/** Of all times of a flow at which something is known. */
export function summaryOf(flow: MeasuredFlow): FlowSummary {
  const { columns, min_rtt_s } = flow;
  const { time_s } = columns;
  const start_s = startOf(columns);
  let [bits, rated_s] = [0, 0];
  time_s.forEach((time, index) => {
    const span_s = time - (time_s[index - 1] ?? start_s);
    const rate = columns.throughput_bps?.[index];
    if (rate != null) {
      bits += rate * span_s;
      rated_s += span_s;
    }
  });
  return {
    duration_s: (time_s.at(-1) ?? 0) - start_s,
    mean_throughput_bps: rated_s > 0 ? bits / rated_s : null,
    payload_bytes: rated_s > 0 ? bits / 8 : null,
    mean_rtt_s: meanRttOf(flow),
    min_rtt_s,
    retransmitted_packets: sumOf(columns.retransmitted_packets),
    lost_packets: sumOf(columns.lost_packets),
  };
}

function sumOf(values: readonly (number | null)[] | undefined): number | null {
  return values?.reduce<number>((sum, value) => sum + (value ?? 0), 0) ?? null;
}

export function jsonOf(file: string, read: ReadFile): object {
  if (read.kind === 'scenario') return { version: 1, file, kind: 'scenario' };
  if (read.kind === 'link') {
    const { opportunities_ms, mean_rate_bps, about, delay, loss_steps } = withinLimit(read.link);
    const more = { ...(delay && { delay }), ...(loss_steps && { loss_steps }) };
    return { version: 1, file, kind: 'link', about, mean_rate_bps, opportunities_ms, ...more };
  }
  const { source, about, flows } = read.trace;
  return {
    version: 1,
    file,
    kind: 'measurement',
    source,
    about,
    network: estimateNetwork(read.trace),
    causes: causesOf(read.trace),
    flows: flows.map((flow) => ({
      ...flow,
      // The evidence for causes, and no value of its own.
      evidence: undefined,
      summary: summaryOf(flow),
    })),
  };
}

export function textOf(file: string, read: ReadFile): string {
  if (read.kind === 'scenario') return `${file}: a scenario; run it with ./lab sim.\n`;
  if (read.kind === 'link') {
    const { mean_rate_bps, about } = withinLimit(read.link);
    return `${file}: ${about.what}\n${aboutLines(about)}  mean rate: ${digits(mean_rate_bps / 1e6)} Mbit/s\n`;
  }
  const { about, flows } = read.trace;
  return `${file}: ${about?.what ?? ''}\n${aboutLines(about)}${flows.map(flowLine).join('')}${whyLines(read.trace)}${networkLines(read.trace)}`;
}

function aboutLines(about: About | undefined): string {
  if (about === undefined) return '';
  const kinds = [
    ['read', about.read],
    ['left out', about.left_out],
    ['uncertain', about.uncertain],
  ] as const;
  return kinds
    .flatMap(([title, sentences]) => sentences.map((sentence) => `  ${title}: ${sentence}\n`))
    .join('');
}

function flowLine(flow: MeasuredFlow): string {
  const summary = summaryOf(flow);
  const parts = [
    [summary.mean_throughput_bps, 1e-6, 'Mbit/s'],
    [summary.mean_rtt_s, 1e3, 'ms mean RTT'],
    [summary.min_rtt_s, 1e3, 'ms least RTT'],
    [summary.retransmitted_packets, 1, 'retransmitted'],
    [summary.lost_packets, 1, 'lost'],
  ] as const;
  const said = parts.flatMap(([value, factor, unit]) =>
    value === null ? [] : [`, ${digits(value * factor)} ${unit}`],
  );
  const algorithm = flow.algorithm === null ? '' : ` (${flow.algorithm})`;
  return `  ${flow.label}${algorithm}: ${digits(summary.duration_s)} s${said.join('')}\n`;
}

/** The flows whose causes are printed; the JSON has those of all. */
const MOST_CAUSES = 5;

function whyLines(trace: MeasuredTrace): string {
  const flows = causesOf(trace).slice(0, MOST_CAUSES);
  const lines = flows.flatMap(({ label, links }) => [
    `  Why, ${label}:\n`,
    ...links.map(({ sentence, certainty }) => `    ${certainty}: ${sentence}\n`),
  ]);
  return lines.join('');
}

function networkLines(trace: MeasuredTrace): string {
  const network = estimateNetwork(trace);
  const parts: readonly (readonly [string, Estimate, number, string])[] = [
    ['rate', network.rate_bps, 1e-6, 'Mbit/s'],
    ...network.base_rtt_s
      .slice(0, 5)
      .map(({ label, estimate }) => [`base RTT of ${label}`, estimate, 1e3, 'ms'] as const),
    ['buffer', network.buffer_bytes, 1e-3, 'kB'],
    ['loss', network.loss_ratio, 100, '%'],
    ['traffic of others', network.cross_traffic_ratio, 100, '%'],
  ];
  const lines = parts.map(
    ([name, estimate, factor, unit]) =>
      `    ${name}: ${rangeText(estimate, factor, unit)} ${estimate.why}\n`,
  );
  return `  What network was this:\n${lines.join('')}`;
}

/** `about 10 Mbit/s, 9.8 to 10.1 Mbit/s.`; with one side only it is a bound. */
export function rangeText({ low, value, high }: Estimate, factor: number, unit: string): string {
  const short = (number: number) => String(Number((number * factor).toPrecision(3)));
  const withUnit = (number: number) => `${short(number)}${unit === '%' ? '' : ' '}${unit}`;
  const parts = [
    value === null ? null : `about ${withUnit(value)}`,
    low !== null && high !== null ? `${short(low)} to ${withUnit(high)}` : null,
    low !== null && high === null ? `at least ${withUnit(low)}` : null,
    low === null && high !== null ? `at most ${withUnit(high)}` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'unknown.' : `${parts.join(', ')}.`;
}

function digits(value: number): string {
  return String(Number(value.toPrecision(6)));
}
