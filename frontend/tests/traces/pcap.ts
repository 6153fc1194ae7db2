/** Captures for tests: packets of TCP over IPv4 in Ethernet, headers only, as tcpdump -s writes. */

export interface Segment {
  readonly time_s: number;
  readonly isReply?: boolean;
  readonly seq: number;
  readonly ack?: number;
  readonly bytes?: number;
  readonly flags?: string;
  readonly window?: number;
  readonly sacks?: readonly (readonly [number, number])[];
  readonly stamps?: readonly [number, number];
}

const [CLIENT, SERVER] = [
  [192, 0, 2, 1],
  [192, 0, 2, 2],
];
const FLAGS = { F: 1, S: 2, R: 4, P: 8, A: 16 } as const;

function optionsOf({ sacks = [], stamps }: Segment): number[] {
  const word = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
  const found = stamps === undefined ? [] : [1, 1, 8, 10, ...stamps.flatMap(word)];
  if (sacks.length > 0) found.push(1, 1, 5, 2 + 8 * sacks.length, ...sacks.flat().flatMap(word));
  return found;
}

/** The bytes of a packet; its length on the wire is 14 more than IP's. */
function packet(segment: Segment): { readonly bytes: number[]; readonly length: number } {
  const { isReply = false, seq, ack = 0, bytes = 0, flags = 'A', window = 500 } = segment;
  const options = optionsOf(segment);
  const total = 40 + options.length + bytes;
  const half = (value: number) => [(value >>> 8) & 255, value & 255];
  const word = (value: number) => [...half(value >>> 16), ...half(value & 65535)];
  const [from, to] = isReply ? [SERVER, CLIENT] : [CLIENT, SERVER];
  const ports = isReply ? [5201, 40000] : [40000, 5201];
  const bits = [...flags].reduce((sum, flag) => sum | FLAGS[flag as keyof typeof FLAGS], 0);
  return {
    length: 14 + total,
    bytes: [
      ...Array.from({ length: 12 }, () => 0),
      ...half(0x0800),
      ...[0x45, 0, ...half(total), 0, 0, 0, 0, 64, 6, 0, 0, ...(from ?? []), ...(to ?? [])],
      ...ports.flatMap(half),
      ...word(seq),
      ...word(ack),
      ...[(5 + options.length / 4) << 4, bits, ...half(window), 0, 0, 0, 0],
      ...options,
    ],
  };
}

/** A file of pcap with microseconds. */
export function pcap(segments: readonly Segment[]): Uint8Array {
  const parts = segments.map((segment) => ({ ...packet(segment), time_s: segment.time_s }));
  const size = 24 + parts.reduce((sum, { bytes }) => sum + 16 + bytes.length, 0);
  const view = new DataView(new ArrayBuffer(size));
  [0xa1b2c3d4, 0x00040002, 0, 0, 262144, 1].forEach((word, at) =>
    view.setUint32(4 * at, word, true),
  );
  let at = 24;
  for (const { bytes, length, time_s } of parts) {
    const micros = Math.round((time_s % 1) * 1e6);
    [Math.floor(time_s), micros, bytes.length, length].forEach((word, index) =>
      view.setUint32(at + 4 * index, word, true),
    );
    bytes.forEach((byte, index) => view.setUint8(at + 16 + index, byte));
    at += 16 + bytes.length;
  }
  return new Uint8Array(view.buffer);
}
