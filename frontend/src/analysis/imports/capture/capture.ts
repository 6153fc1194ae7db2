/**
 * Captures (pcap, pcapng): of each TCP connection payload, RTT, bytes in flight and repeats by kind
 * in either direction; of UDP, and QUIC in it, payload and the RTT of the handshake.
 */
import { refuseSpan } from '@/analysis/imports/bounds';
import { Clock } from './captureSteps';
import type { Conversation } from './conversation';
import { Conversations } from './conversations';
import { Notes } from '@/analysis/imports/notes';
import { isKnownLink, type Packet, packetOf } from './packet';
import { packetsOf } from './pcapFile';
import type { ByteSource } from '@/analysis/imports/source';
import { ImportError, type MeasuredFlow, type MeasuredTrace } from '@/analysis/imports/types';

/** Of Ethernet with a tag, IPv6 and TCP. */
const LONGEST_HEADERS_BYTES = 78;
const LONGER = 'Capture at least 96 bytes of each packet (tcpdump -s 96).';
/** Flows that move most. */
const MOST_FLOWS = 100;
/** A direction that moves less than this share of the busiest one only acknowledges. */
const LEAST_SHARE = 0.01;

interface Counts {
  packets: number;
  others: number;
  /** Of these, those that end within their headers. */
  cut: number;
  readonly unknownLinks: Set<number>;
}

export async function readCapture(
  source: ByteSource,
  onBytes: (bytes: number) => void,
): Promise<MeasuredTrace> {
  let read = await readOnce(source, onBytes, new Set());
  const apart = read.conversations.apart();
  if (apart.size > 0) read = await readOnce(source, onBytes, apart);
  const { notes, clock, counts, conversations, last_s } = read;
  describe(counts, notes);
  return traceOf(source.name, conversations.all(notes), { clock, last_s, counts }, notes);
}

/** The same of packets that a tool listed in text. */
export function traceOfPackets(
  name: string,
  packets: Iterable<Packet>,
  notes: Notes,
): MeasuredTrace {
  const clock = new Clock();
  const conversations = new Conversations(clock);
  let last_s = 0;
  let count = 0;
  for (const packet of packets) {
    count += 1;
    conversations.add(packet);
    last_s = Math.max(last_s, packet.time_s);
  }
  const counts: Counts = {
    packets: count,
    others: 0,
    cut: 0,
    unknownLinks: new Set<number>(),
  };
  describe(counts, notes);
  return traceOf(name, conversations.all(notes), { clock, last_s, counts }, notes);
}

async function readOnce(
  source: ByteSource,
  onBytes: (bytes: number) => void,
  merged: ReadonlySet<string>,
) {
  const notes = new Notes();
  const clock = new Clock();
  const conversations = new Conversations(clock, merged);
  const counts: Counts = { packets: 0, others: 0, cut: 0, unknownLinks: new Set() };
  let last_s = 0;
  for await (const captured of packetsOf(source, notes, onBytes)) {
    counts.packets += 1;
    const isKnown = isKnownLink(captured.linkType);
    if (!isKnown) counts.unknownLinks.add(captured.linkType);
    const packet = packetOf(captured);
    if (packet === null) {
      counts.others += 1;
      const isCut = captured.bytes.length < Math.min(captured.length, LONGEST_HEADERS_BYTES);
      if (isKnown && isCut) counts.cut += 1;
      continue;
    }
    conversations.add(packet);
    last_s = Math.max(last_s, packet.time_s);
  }
  return { notes, clock, conversations, counts, last_s };
}

function describe({ packets, others, cut, unknownLinks }: Counts, notes: Notes): void {
  if (unknownLinks.size > 0) {
    notes.leftOut(`Packets of ${unreadLinks(unknownLinks)}`);
  }
  if (packets === 0)
    throw new ImportError(
      ['It holds no packets that can be read.', ...notes.about().left_out].join(' '),
    );
  notes.read(`${packets} packets.`);
  if (cut > 0) notes.leftOut(`${cut} packets that were cut off within their headers. ${LONGER}`);
  if (others > cut)
    notes.leftOut(`${others - cut} packets that are neither TCP nor UDP, or fragments.`);
}

/** As libpcap numbers links (LINKTYPE_...): 127 is 802.11 with radiotap. */
function unreadLinks(types: ReadonlySet<number>): string {
  return `links of type ${[...types].join(', ')}: Ethernet, raw IP, loopback, PPP, 802.11 without encryption and Linux's cooked captures are read.`;
}

function noFlows({ packets, cut, unknownLinks }: Counts): string {
  if (cut > 0)
    return `${cut} of its ${packets} packets were cut off within their headers, so there are no flows. ${LONGER}`;
  if (unknownLinks.size > 0)
    return `There are no flows: it was captured on ${unreadLinks(unknownLinks)}`;
  return 'None of its packets of TCP or UDP has payload, so there are no flows.';
}

function traceOf(
  name: string,
  conversations: readonly Conversation[],
  { clock, last_s, counts }: { clock: Clock; last_s: number; counts: Counts },
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
  if (busy.length === 0) throw new ImportError(noFlows(counts));
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
  return { name, source: 'capture', flows: numbered(flows), about: notes.about() };
}

/** Connections that had the same ports, one after the other. */
function numbered(flows: readonly MeasuredFlow[]): MeasuredFlow[] {
  const counts = new Map<string, number>();
  return flows.map((flow) => {
    const count = (counts.get(flow.label) ?? 0) + 1;
    counts.set(flow.label, count);
    return count === 1 ? flow : { ...flow, label: `${flow.label} (${count})` };
  });
}
