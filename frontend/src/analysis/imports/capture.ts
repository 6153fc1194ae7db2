/**
 * Captures (pcap, pcapng): of each TCP connection payload, RTT, bytes in flight and repeats by kind
 * in either direction; of UDP, and QUIC in it, payload and the RTT of the handshake.
 */
import { refuseSpan } from './bounds';
import { Clock } from './captureSteps';
import { Conversation } from './conversation';
import { Notes } from './notes';
import { isKnownLink, packetOf } from './packet';
import { packetsOf } from './pcapFile';
import type { ByteSource } from './source';
import { ImportError, type MeasuredTrace } from './types';

/** More are scans or the whole of a network: what they send is left out. */
const MOST_CONVERSATIONS = 10_000;
/** Flows that move most. */
const MOST_FLOWS = 100;
/** A direction that moves less than this share of the busiest one only acknowledges. */
const LEAST_SHARE = 0.01;

interface Counts {
  packets: number;
  others: number;
  crowded: number;
  readonly unknownLinks: Set<number>;
}

export async function readCapture(
  source: ByteSource,
  onBytes: (bytes: number) => void,
): Promise<MeasuredTrace> {
  const notes = new Notes();
  const clock = new Clock();
  const conversations = new Map<string, Conversation>();
  const counts: Counts = { packets: 0, others: 0, crowded: 0, unknownLinks: new Set() };
  let last_s = 0;
  for await (const captured of packetsOf(source, notes, onBytes)) {
    counts.packets += 1;
    if (!isKnownLink(captured.linkType)) counts.unknownLinks.add(captured.linkType);
    const packet = packetOf(captured);
    if (packet === null) {
      counts.others += 1;
      continue;
    }
    const [low, high] = [packet.from, packet.to].sort();
    const key = `${packet.tcp === null ? 'udp' : 'tcp'} ${low} ${high}`;
    let own = conversations.get(key);
    if (own?.isOver(packet) === true) {
      conversations.set(`${key} ${conversations.size}`, own);
      own = undefined;
    }
    if (own === undefined) {
      if (conversations.size >= MOST_CONVERSATIONS) {
        counts.crowded += 1;
        continue;
      }
      own = new Conversation(packet, clock);
      conversations.set(key, own);
    }
    own.add(packet, clock);
    last_s = Math.max(last_s, packet.time_s);
  }
  describe(counts, notes);
  return traceOf(source.name, [...conversations.values()], clock, last_s, notes);
}

function describe({ packets, others, crowded, unknownLinks }: Counts, notes: Notes): void {
  if (unknownLinks.size > 0) {
    notes.leftOut(
      `Packets of links of type ${[...unknownLinks].join(', ')}: Ethernet, raw IP, loopback and Linux's cooked captures are read.`,
    );
  }
  if (packets === 0) throw new ImportError('It holds no packets.');
  notes.read(`${packets} packets.`);
  if (others > 0) notes.leftOut(`${others} packets that are neither TCP nor UDP, or fragments.`);
  if (crowded > 0)
    notes.leftOut(`${crowded} packets of conversations beyond the first ${MOST_CONVERSATIONS}.`);
}

function traceOf(
  name: string,
  conversations: readonly Conversation[],
  clock: Clock,
  last_s: number,
  notes: Notes,
): MeasuredTrace {
  const all = conversations.flatMap((conversation) =>
    ([0, 1] as const).map((side) => ({ conversation, side, bytes: conversation.bytes(side) })),
  );
  const most = all.reduce((high, { bytes }) => Math.max(high, bytes), 0);
  const busy = all
    .filter(({ bytes }) => bytes > 0 && bytes >= most * LEAST_SHARE)
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, MOST_FLOWS);
  if (busy.length === 0)
    throw new ImportError('None of its packets of TCP or UDP has payload, so there are no flows.');
  const left = all.filter(({ bytes }) => bytes > 0).length - busy.length;
  if (left > 0)
    notes.leftOut(
      `${left} directions that move less than 1% of the busiest one, or are beyond the ${MOST_FLOWS} busiest.`,
    );
  // One wrong time stamp must not become years of empty steps.
  refuseSpan(last_s - (clock.start_s ?? last_s), 'The capture');
  clock.fit(last_s, busy.length);
  // As they began: it is the order in which people count them.
  const flows = all
    .filter((each) =>
      busy.some(
        ({ conversation, side }) => conversation === each.conversation && side === each.side,
      ),
    )
    .map(({ conversation, side }) => conversation.flow(side, clock, last_s, notes));
  notes.read(
    `${flows.length === 1 ? '1 flow' : `${flows.length} flows`} in steps of ${clock.step_s} s; rates are of payload, each byte once.`,
  );
  return { name, source: 'capture', flows, about: notes.about() };
}
