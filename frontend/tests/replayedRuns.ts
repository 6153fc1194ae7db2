/**
 * Short runs of the core with every packet event: `python -m tests.support.replayed_runs`.
 * A test of the worker keeps the file fresh.
 */
import recorded from './replayed-runs.json';

import type { PacketEvents } from '@/analysis/replay/packets';
import { eventRateBps, groupsAtLink } from '@/analysis/scenario/network/links';
import { trafficOf, type ReplayPath, type Traffic } from '@/analysis/replay/replay';

export type RunName = Exclude<keyof typeof recorded, 'twoLinks'>;
export const RUN_NAMES: readonly RunName[] = ['lossAfterQueue', 'lossBeforeQueue'];
export const LAST_SECONDS = 1.2;

const TWO_LINKS = 'twoLinks';

/** One of the two links of a run over both. */
export function pathAtLink(index: number): ReplayPath {
  const { scenario } = recorded[TWO_LINKS];
  const link = scenario.links[index - 1] ?? scenario.bottleneck;
  const groups = groupsAtLink(scenario, index);
  return {
    rateBps: link.rate_bps,
    delaySeconds: link.delay_s,
    packetBytes: scenario.packet_bytes,
    losesBeforeQueue: false,
    rttSeconds: scenario.flows.map(({ rtt_s }) => rtt_s),
    groupOf: (flowIndex) => flowIndex,
    atLink: { index, groups, eventRateBps: eventRateBps(scenario) },
  };
}

export function trafficAtLink(index: number): Traffic {
  return trafficOf([windowOf(TWO_LINKS, 0, LAST_SECONDS)], pathAtLink(index));
}

export function recordedEvents(name: keyof typeof recorded): PacketEvents {
  const { kinds, time_ns, kind, ...columns } = recorded[name];
  return {
    ...columns,
    time_s: time_ns.map((time) => time / 1e9),
    kind: kind.map((each) => kinds[each] ?? ''),
  };
}

export function recordedPath(name: RunName): ReplayPath {
  const { bottleneck, flows, packet_bytes } = recorded[name].scenario;
  return {
    rateBps: bottleneck.rate_bps,
    delaySeconds: bottleneck.delay_s,
    packetBytes: packet_bytes,
    losesBeforeQueue: bottleneck.loss.position === 'before_queue',
    rttSeconds: flows.map(({ rtt_s }) => rtt_s),
    groupOf: (flowIndex) => flowIndex,
  };
}

/** What a window of a run holds. */
export function windowOf(name: keyof typeof recorded, fromSeconds: number, toSeconds: number) {
  const all = recordedEvents(name);
  const isIn = (_: unknown, row: number) => {
    const time = all.time_s[row] ?? 0;
    return time >= fromSeconds && time < toSeconds;
  };
  const events: PacketEvents = {
    time_s: all.time_s.filter(isIn),
    flow_index: all.flow_index.filter(isIn),
    kind: all.kind.filter(isIn),
    sequence: all.sequence.filter(isIn),
    queue_bytes: all.queue_bytes.filter(isIn),
    cwnd_packets: all.cwnd_packets.filter(isIn),
    inflight_packets: all.inflight_packets.filter(isIn),
    ...(all.link_index && { link_index: all.link_index.filter(isIn) }),
  };
  return { fromSeconds, toSeconds, events };
}

export function recordedTraffic(name: RunName, from = 0, to = LAST_SECONDS): Traffic {
  return trafficOf([windowOf(name, from, to)], recordedPath(name));
}
