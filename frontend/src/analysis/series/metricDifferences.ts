/** How the whole-run numbers of a run differ from those of its baseline: pure. */
import {
  ABSENT,
  formatCount,
  formatMilliseconds,
  formatRate,
  joinQuantity,
} from '@/analysis/numbers/units';
import { aligned } from '@/analysis/numbers/shown';
import { groupLabel } from '@/analysis/scenario/describe';
import { capital } from '@/analysis/series/fragments';
import { summaryMetrics } from '@/generated/metrics';

export interface ComparedFlow {
  readonly group_index: number;
  readonly label: string;
  readonly throughput_bps: number | null;
  readonly mean_rtt_s: number | null;
  /** Only of traffic that has deadlines, or transfers. */
  readonly late_frame_ratio?: number | null;
  readonly mean_completion_s?: number | null;
}

interface ComparedResult {
  readonly summary: {
    readonly throughput_ratio: number | null;
    readonly jain_index: number | null;
    readonly utilisation_ratio: number | null;
    readonly mean_queue_bytes: number | null;
    readonly retransmit_ratio: number | null;
    readonly dropped_packets: number;
  };
  readonly flows: readonly ComparedFlow[];
  /** Of several links, of which the summary has the bottleneck. */
  readonly links?: readonly unknown[] | null;
}

interface DifferenceRow {
  readonly key: string;
  readonly name: string;
  /** null: a number of the link or of all flows. */
  readonly groupIndex: number | null;
  readonly baseline: string;
  readonly current: string;
  /** With its sign; a dash where one of both is missing. */
  readonly difference: string;
}

interface Metric {
  readonly name: string;
  readonly text: (value: number) => string;
  /** Texts of differences, where they read otherwise than values. */
  readonly differenceText?: (value: number) => string;
}

const rate: Metric['text'] = (value) => joinQuantity(formatRate(value));
const milliseconds: Metric['text'] = (value) => joinQuantity(formatMilliseconds(value, 1));
const plain = (decimals: number) => (value: number) => aligned(value, decimals);
const percent = (decimals: number) => (value: number) => `${aligned(value * 100, decimals)}%`;
/** A difference of shares is in points: 3% more of 10% would be something else. */
const points = (value: number) => `${aligned(value * 100, 2)} points`;

type Summary = ComparedResult['summary'];
const SUMMARY: readonly (readonly [keyof Summary, Metric])[] = [
  ['throughput_ratio', { name: heading('throughput_ratio'), text: plain(2) }],
  ['jain_index', { name: heading('jain_index'), text: plain(3) }],
  share('utilisation_ratio'),
  share('retransmit_ratio'),
  ['dropped_packets', { name: heading('dropped_packets'), text: (value) => formatCount(value) }],
];

function share(key: 'utilisation_ratio' | 'retransmit_ratio'): readonly [keyof Summary, Metric] {
  return [key, { name: heading(key), text: percent(2), differenceText: points }];
}

function heading(key: keyof Summary): string {
  return capital(summaryMetrics[key].title);
}

/** Names where several links are. */
const AT_BOTTLENECK: Partial<Record<keyof Summary, string>> = {
  utilisation_ratio: 'Bottleneck busy',
  dropped_packets: 'Packets dropped at the bottleneck',
};

type GroupNumber = 'throughput_bps' | 'mean_rtt_s' | 'late_frame_ratio' | 'mean_completion_s';

/** What counts for some traffic beside its throughput. */
const OF_TRAFFIC: readonly (readonly [GroupNumber, Metric])[] = [
  ['late_frame_ratio', { name: 'deadlines missed', text: percent(2), differenceText: points }],
  ['mean_completion_s', { name: 'completion time', text: milliseconds }],
];

export function metricDifferences(
  baseline: ComparedResult,
  current: ComparedResult,
  packetBytes: number,
): DifferenceRow[] {
  const packets = (value: number) => `${aligned(value / packetBytes, 1)} pkt`;
  const hasLinks = [baseline, current].some(({ links }) => (links?.length ?? 0) > 1);
  const link = SUMMARY.map(([key, metric]) => {
    const name = (hasLinks ? AT_BOTTLENECK[key] : undefined) ?? metric.name;
    return row(key, null, { ...metric, name }, baseline.summary[key], current.summary[key]);
  });
  const queue = row(
    'mean_queue_bytes',
    null,
    { name: hasLinks ? 'Queue of the bottleneck, mean' : 'Queue, mean', text: packets },
    baseline.summary.mean_queue_bytes,
    current.summary.mean_queue_bytes,
  );
  return [...link, queue, ...groupRows(baseline.flows, current.flows)];
}

/** Means over the flows of each group that both runs have. */
function groupRows(
  baseline: readonly ComparedFlow[],
  current: readonly ComparedFlow[],
): DifferenceRow[] {
  const groups = [...new Set(current.map(({ group_index }) => group_index))].sort((a, b) => a - b);
  return groups.flatMap((group) => {
    const own = (flows: readonly ComparedFlow[]) =>
      flows.filter(({ group_index }) => group_index === group);
    if (own(baseline).length === 0) return [];
    const label = groupLabel(own(current)[0]?.label ?? '', group);
    const pair = (key: GroupNumber, metric: Metric) => {
      const [was, is] = [baseline, current].map((flows) =>
        meanOf(own(flows).map((flow) => flow[key] ?? null)),
      );
      const named = { ...metric, name: `${label}, ${metric.name}` };
      return row(`${key}:${group}`, group, named, was ?? null, is ?? null);
    };
    const isThere = ([key]: readonly [GroupNumber, Metric]) =>
      [...own(baseline), ...own(current)].some((flow) => flow[key] != null);
    return [
      pair('throughput_bps', { name: 'throughput', text: rate }),
      pair('mean_rtt_s', { name: 'RTT', text: milliseconds }),
      ...OF_TRAFFIC.filter(isThere).map((each) => pair(...each)),
    ];
  });
}

function row(
  key: string,
  groupIndex: number | null,
  { name, text, differenceText: other }: Metric,
  before: number | null,
  after: number | null,
): DifferenceRow {
  const shown = (value: number | null) => (value === null ? ABSENT : text(value));
  const difference =
    before === null || after === null ? ABSENT : signed(after - before, other ?? text);
  return { key, name, groupIndex, baseline: shown(before), current: shown(after), difference };
}

/** The sign of the printed number: one that rounds to zero has none. */
function signed(value: number, text: (value: number) => string): string {
  const size = text(Math.abs(value));
  if (!/[1-9]/.test(size)) return size;
  return `${value < 0 ? '−' : '+'}${size}`;
}

function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  if (present.length === 0 || present.length < values.length) return null;
  return present.reduce((sum, value) => sum + value, 0) / present.length;
}
