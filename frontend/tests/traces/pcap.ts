/** Captures for tests: packets of TCP over IPv4 in Ethernet, headers only, as tcpdump -s writes. */

export interface Segment {
  readonly time_s: number;
  readonly isReply?: boolean;
  readonly seq: number;
  readonly ack?: number;
  readonly bytes?: number;
  readonly flags?: string;
  /** Of IPv4. */
  readonly identification?: number;
  /** Of pcapng. */
  readonly interfaceId?: number;
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

const IPV4 = [8, 0];

/** The header of IPv4 around another packet. */
export function ofIpv4(protocol: number, bytes: number): number[] {
  return [
    0x45,
    0,
    bytes >> 8,
    bytes & 255,
    0,
    0,
    0,
    0,
    64,
    protocol,
    0,
    0,
    10,
    0,
    0,
    1,
    10,
    0,
    0,
    2,
  ];
}

/** The bytes of a packet; its length on the wire is 14 more than IP's. */
function packet(
  segment: Segment,
  link: readonly number[] = IPV4,
): { readonly bytes: number[]; readonly length: number } {
  const { isReply = false, seq, ack = 0, bytes = 0, flags = 'A', window = 500 } = segment;
  const { identification = 0 } = segment;
  const options = optionsOf(segment);
  const total = 40 + options.length + bytes;
  const half = (value: number) => [(value >>> 8) & 255, value & 255];
  const word = (value: number) => [...half(value >>> 16), ...half(value & 65535)];
  const [from, to] = isReply ? [SERVER, CLIENT] : [CLIENT, SERVER];
  const ports = isReply ? [5201, 40000] : [40000, 5201];
  const bits = [...flags].reduce((sum, flag) => sum | FLAGS[flag as keyof typeof FLAGS], 0);
  return {
    length: 12 + link.length + total,
    bytes: [
      ...Array.from({ length: 12 }, () => 0),
      ...link,
      ...[0x45, 0, ...half(total), ...half(identification), 0, 0, 64, 6, 0, 0],
      ...(from ?? []),
      ...(to ?? []),
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
  return pcapOf(segments);
}

interface Shape {
  /** What stands between the addresses of Ethernet and IPv4. */
  readonly link?: readonly number[];
  readonly most_bytes?: number;
}

export function pcapOf(
  segments: readonly Segment[],
  { link, most_bytes = Infinity }: Shape = {},
): Uint8Array {
  const parts = segments.map((segment) => {
    const { bytes, length } = packet(segment, link);
    return { bytes: bytes.slice(0, most_bytes), length, time_s: segment.time_s };
  });
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

/** A file of pcapng with microseconds, and an interface for each number that a segment names. */
export function pcapng(segments: readonly Segment[]): Uint8Array {
  const word = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
  const block = (type: number, body: readonly number[]) => {
    const padded = [...body, ...Array.from({ length: -body.length & 3 }, () => 0)];
    const length = word(padded.length + 12);
    return [...word(type), ...length, ...padded, ...length];
  };
  const count = Math.max(...segments.map(({ interfaceId = 0 }) => interfaceId)) + 1;
  const parts = [
    ...block(0x0a0d0d0a, [...word(0x1a2b3c4d), 1, 0, 0, 0, ...word(-1), ...word(-1)]),
    ...Array.from({ length: count }, () => block(1, [1, 0, 0, 0, ...word(0)])).flat(),
    ...segments.flatMap((segment) => {
      const { bytes, length } = packet(segment);
      const micros = BigInt(Math.round(segment.time_s * 1e6));
      const head = [
        segment.interfaceId ?? 0,
        Number(micros >> 32n),
        Number(micros & 0xffffffffn),
        bytes.length,
        length,
      ];
      return block(6, [...head.flatMap(word), ...bytes]);
    }),
  ];
  return Uint8Array.from(parts);
}
