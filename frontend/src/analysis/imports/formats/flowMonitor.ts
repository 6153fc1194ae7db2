/**
 * ns-3's FlowMonitor (XML): of each flow its bytes, packets and the sum of its delays, without a
 * course over time. Times are written as `+1.5e+09ns`.
 */
import { refuseFlows } from '@/analysis/imports/bounds';
import { Notes } from '@/analysis/imports/notes';
import {
  ImportError,
  type MeasuredFlow,
  type MeasuredTrace,
  rateBetween,
} from '@/analysis/imports/types';

const MOST_FLOWS_READ = 1001;

export function isFlowMonitor(text: string): boolean {
  return /<FlowMonitor\b/.test(text.slice(0, 4096));
}

export function readFlowMonitor(name: string, text: string): MeasuredTrace {
  const notes = new Notes('FlowMonitor of ns-3');
  const stats = elements(/<FlowStats>([\s\S]*?)<\/FlowStats>/.exec(text)?.[1] ?? '');
  const ends = new Map(
    elements(
      /<Ipv[46]FlowClassifier>([\s\S]*?)<\/Ipv[46]FlowClassifier>/.exec(text)?.[1] ?? '',
    ).map((each) => [each.flowId, each] as const),
  );
  refuseFlows(stats.length, 'flows');
  const flows = stats.flatMap((each): MeasuredFlow[] => flowOf(each, ends.get(each.flowId)));
  if (flows.length === 0) throw new ImportError('FlowStats: none of its flows received packets.');
  if (flows.length < stats.length)
    notes.leftOut(`${stats.length - flows.length} flows that received nothing.`);
  notes.read('Mean rate of each flow from rxBytes between its first and its last packet received.');
  notes.uncertain('rxBytes has the headers of IP: rates are a few percent above payload.');
  notes.leftOut('Delays: they are one way, and are no RTT.');
  return { name, source: 'ns3', flows, about: notes.about() };
}

type Attributes = Readonly<Record<string, string>>;

/** The attributes of each flow in a part of the file. */
function elements(part: string): Attributes[] {
  const found: Attributes[] = [];
  for (const { 1: inside = '' } of part.matchAll(/<Flow\s([^>]*)>/g)) {
    if (found.length === MOST_FLOWS_READ) break;
    found.push(
      Object.fromEntries(
        [...inside.matchAll(/(\w+)="([^"]*)"/g)].map((each) => [each[1], each[2]]),
      ),
    );
  }
  return found;
}

function flowOf(stats: Attributes, ends: Attributes | undefined): MeasuredFlow[] {
  const [first_s, last_s] = [stats.timeFirstRxPacket, stats.timeLastRxPacket].map(secondsOf);
  const bytes = Number(stats.rxBytes);
  if (first_s == null || last_s == null || !(bytes > 0) || last_s <= first_s) return [];
  const label =
    ends === undefined
      ? `flow ${stats.flowId}`
      : `${ends.sourceAddress}:${ends.sourcePort} → ${ends.destinationAddress}:${ends.destinationPort}`;
  const transport = { 6: 'tcp' as const, 17: 'udp' as const }[Number(ends?.protocol)];
  const lost = Number(stats.lostPackets);
  return [
    {
      label,
      algorithm: null,
      min_rtt_s: null,
      ...(transport === undefined ? {} : { transport }),
      columns: {
        time_s: [first_s, last_s],
        throughput_bps: [null, rateBetween(bytes, last_s - first_s)],
        ...(Number.isFinite(lost) ? { lost_packets: [null, lost] } : {}),
      },
    },
  ];
}

function secondsOf(text: string | undefined): number | null {
  const found = /^\+?([\d.eE+-]+)([fpnum]?)s$/.exec(text ?? '');
  const value = Number(found?.[1]);
  const factor = { f: 1e-15, p: 1e-12, n: 1e-9, u: 1e-6, m: 1e-3 }[found?.[2] ?? ''] ?? 1;
  return found !== null && Number.isFinite(value) ? value * factor : null;
}
