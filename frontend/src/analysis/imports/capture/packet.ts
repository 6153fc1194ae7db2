/** The headers of a captured packet: from the link to TCP or UDP. Pure. */
import type { Captured } from './pcapFile';

export interface Packet {
  readonly time_s: number;
  /** Whether the host of the capture sent it; null: the file does not say. */
  readonly isOutgoing: boolean | null;
  /** Which interface saw it, where a capture has several; null: it does not say. */
  readonly interfaceId: number | null;
  /** Of its IPv4 header, which a host counts up; null: it has none, or 0. */
  readonly identification: number | null;
  /** Addresses with ports. */
  readonly from: string;
  readonly to: string;
  /** Of TCP or UDP, as its IP header says, also where it was not captured. */
  readonly payload_bytes: number;
  /** What was captured of it. */
  readonly payload: Uint8Array;
  /** Null: UDP. */
  readonly tcp: TcpHeader | null;
}

export interface TcpHeader {
  readonly seq: number;
  readonly ack: number;
  readonly isSyn: boolean;
  readonly isAck: boolean;
  readonly isFin: boolean;
  readonly isRst: boolean;
  /** As it stands there, not scaled. */
  readonly window: number;
  readonly windowShift: number | null;
  readonly mss_bytes: number | null;
  readonly sacks: readonly (readonly [left: number, right: number])[];
  readonly sentStamp: number | null;
  readonly echoedStamp: number | null;
}

const TCP = 6;
const UDP = 17;
const IPV4 = 0x0800;
const IPV6 = 0x86dd;
const VLANS = new Set([0x8100, 0x88a8, 0x9100]);
const PPPOE = 0x8864;
const PPP_IP: Readonly<Record<number, number>> = { 0x0021: IPV4, 0x0057: IPV6 };
const MPLS = new Set([0x8847, 0x8848]);
/** Tunnels whose headers end where another IP packet begins: IP in IP, 6in4, GRE. */
const IN_IP: Readonly<Record<number, number>> = { 4: IPV4, 41: IPV6 };
const GRE = 47;
/** Ethernet within a tunnel (transparent Ethernet bridging). */
const ETHERNET = 0x6558;
/** Of IANA, and the one that Linux took before. */
const VXLAN_PORTS = new Set([4789, 8472]);
const GENEVE_PORT = 6081;
const GTP_PORT = 2152;
/** Of tunnels in tunnels: deeper ones are not made. */
const MOST_TUNNELS = 4;
const EXTENSIONS = new Set([0, 43, 60, 51, 135]);
const FRAGMENT = 44;

/** Where IP begins, and which; null: the packet is of another kind. */
function ipStart({ linkType, bytes }: Captured, view: DataView): readonly [number, number] | null {
  const byVersion = (at: number): readonly [number, number] | null => {
    const version = (bytes[at] ?? 0) >> 4;
    return version === 4 ? [at, IPV4] : version === 6 ? [at, IPV6] : null;
  };
  switch (linkType) {
    case 9: // PPP, with or without its address and control
    case 50:
      return pppStart(view, bytes[0] === 0xff && bytes[1] === 3 ? 2 : 0);
    case 104: // Cisco HDLC
      return bytes.length >= 4 ? [4, view.getUint16(2)] : null;
    case 105: // 802.11
      return wirelessStart(view, 0);
    case 127: // 802.11 behind radiotap, whose length is little-endian
      return bytes.length >= 4 ? wirelessStart(view, view.getUint16(2, true)) : null;
    case 239:
      return logStart(view);
    case 0: // BSD loopback
    case 108:
      return byVersion(4);
    case 1:
      return ethernetStart(view, 0);
    case 12:
    case 14:
    case 101:
    case 228:
    case 229:
      return byVersion(0);
    case 113: // Linux cooked
      return bytes.length >= 16 ? [16, view.getUint16(14)] : null;
    case 276:
      return bytes.length >= 20 ? [20, view.getUint16(0)] : null;
    default:
      return null;
  }
}

/** A protocol of PPP has one byte where the ends agreed on it. */
function pppStart(view: DataView, at: number): readonly [number, number] | null {
  if (at + 2 > view.byteLength) return null;
  const isShort = (view.getUint8(at) & 1) === 1;
  const kind = isShort ? view.getUint8(at) : view.getUint16(at);
  return [at + (isShort ? 1 : 2), PPP_IP[kind] ?? 0];
}

/** A frame of data that is not encrypted: its header, then LLC and SNAP (RFC 1042). */
function wirelessStart(view: DataView, from: number): readonly [number, number] | null {
  if (from + 32 > view.byteLength) return null;
  const [kind, flags] = [view.getUint8(from), view.getUint8(from + 1)];
  const isData = (kind & 0x0c) === 8 && (kind & 0x40) === 0;
  if (!isData || (flags & 0x40) !== 0) return null;
  const hasFourAddresses = (flags & 3) === 3;
  const header = 24 + (hasFourAddresses ? 6 : 0) + ((kind & 0x80) !== 0 ? 2 : 0);
  const at = from + header;
  if (at + 8 > view.byteLength || view.getUint16(at) !== 0xaaaa) return null;
  return [at + 8, view.getUint16(at + 6)];
}

/** Linux's NFLOG: fields of a length and a type; the one of type 9 is the packet. */
function logStart(view: DataView): readonly [number, number] | null {
  for (let at = 4; at + 4 <= view.byteLength;) {
    const length = view.getUint16(at, true);
    if (view.getUint16(at + 2, true) === 9 && at + 5 <= view.byteLength)
      return [at + 4, view.getUint8(at + 4) >> 4 === 6 ? IPV6 : IPV4];
    if (length < 4) return null;
    at += length + ((4 - (length % 4)) % 4);
  }
  return null;
}

/** Behind the two addresses of Ethernet: tags of VLANs, then the kind of packet. */
function ethernetStart(view: DataView, from: number): readonly [number, number] | null {
  let at = from + 12;
  while (at + 4 < view.byteLength && VLANS.has(view.getUint16(at))) at += 4;
  return at + 2 <= view.byteLength ? behindLink(view, at + 2, view.getUint16(at)) : null;
}

/** What stands between a link's header and IP: nothing, PPPoE, or labels of MPLS. */
function behindLink(view: DataView, at: number, kind: number): readonly [number, number] | null {
  if (kind === PPPOE && at + 8 <= view.byteLength) {
    return [at + 8, PPP_IP[view.getUint16(at + 6)] ?? 0];
  }
  if (!MPLS.has(kind)) return [at, kind];
  for (let label = at; label + 5 <= view.byteLength; label += 4) {
    const isLast = (view.getUint8(label + 2) & 1) === 1;
    if (isLast) return [label + 4, view.getUint8(label + 4) >> 4 === 6 ? IPV6 : IPV4];
  }
  return null;
}

/** Linux's cooked headers have a type of packet: 0 is for this host, 4 is from it. */
function cookedOutgoing({ linkType, bytes }: Captured): boolean | null {
  const type = linkType === 113 ? bytes[1] : linkType === 276 ? bytes[10] : undefined;
  return type === 4 || type === 0 ? type === 4 : null;
}

/** Whether packets of a link can be read at all. */
export function isKnownLink(linkType: number): boolean {
  return [0, 1, 9, 12, 14, 50, 101, 104, 105, 108, 113, 127, 228, 229, 239, 276].includes(linkType);
}

/** Linux's second cooked header has the number of the interface. */
function cookedInterface({ linkType, bytes }: Captured, view: DataView): number | null {
  return linkType === 276 && bytes.length >= 8 ? view.getUint32(4) : null;
}

/** Null: neither TCP nor UDP, a fragment, or too short. */
export function packetOf(captured: Captured): Packet | null {
  const { bytes } = captured;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = ipStart(captured, view);
  if (start === null) return null;
  const [at, kind] = start;
  return ofIp(captured, view, { at, kind, tunnels: 0 });
}

interface IpAt {
  readonly at: number;
  readonly kind: number;
  /** Around it. */
  readonly tunnels: number;
}

function ofIp(captured: Captured, view: DataView, ip: IpAt): Packet | null {
  if (ip.tunnels > MOST_TUNNELS) return null;
  if (ip.kind === IPV4) return ofIpv4(captured, view, ip);
  return ip.kind === IPV6 ? ofIpv6(captured, view, ip) : null;
}

function ofIpv4(captured: Captured, view: DataView, ip: IpAt): Packet | null {
  const { bytes, length } = captured;
  const { at } = ip;
  if (at + 20 > bytes.length) return null;
  const header = ((bytes[at] ?? 0) & 15) * 4;
  // Segments as large as a host hands them over may have no length.
  const total = view.getUint16(at + 2) || length - at;
  if ((view.getUint16(at + 6) & 0x1fff) !== 0 || header < 20) return null;
  const address = (from: number) => bytes.subarray(from, from + 4).join('.');
  return transportOf(captured, view, {
    at: at + header,
    bytes: total - header,
    protocol: bytes[at + 9] ?? 0,
    addresses: [address(at + 12), address(at + 16)],
    identification: view.getUint16(at + 4) || null,
    ip,
  });
}

function ofIpv6(captured: Captured, view: DataView, ip: IpAt): Packet | null {
  const { bytes, length } = captured;
  const { at } = ip;
  if (at + 40 > bytes.length) return null;
  let left = view.getUint16(at + 4) || length - at - 40;
  let protocol = bytes[at + 6] ?? 0;
  let next = at + 40;
  while (EXTENSIONS.has(protocol) || protocol === FRAGMENT) {
    if (next + 8 > bytes.length) return null;
    if (protocol === FRAGMENT && (view.getUint16(next + 2) & 0xfff8) !== 0) return null;
    const size =
      protocol === FRAGMENT
        ? 8
        : protocol === 51
          ? ((bytes[next + 1] ?? 0) + 2) * 4
          : ((bytes[next + 1] ?? 0) + 1) * 8;
    protocol = bytes[next] ?? 0;
    next += size;
    left -= size;
  }
  const addresses = [ipv6(view, at + 8), ipv6(view, at + 24)] as const;
  return transportOf(captured, view, {
    at: next,
    bytes: left,
    protocol,
    addresses,
    identification: null,
    ip,
  });
}

/** RFC 5952: the longest run of zeros is left out. */
function ipv6(view: DataView, at: number): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    view.getUint16(at + 2 * index).toString(16),
  ).join(':');
  const runs = [...groups.matchAll(/\b0(?::0)+\b/g)].map(({ 0: run }) => run);
  const longest = runs.reduce((most, run) => (run.length > most.length ? run : most), '');
  const short =
    longest === '' ? groups : groups.replace(longest, ':').replace(/^::?|:?:$|:{3}/, '::');
  return `[${short}]`;
}

interface Transport {
  readonly at: number;
  readonly bytes: number;
  readonly protocol: number;
  readonly addresses: readonly [string, string];
  readonly identification: number | null;
  readonly ip: IpAt;
}

/** The packet within a tunnel; undefined: it is none. */
function inTunnel(captured: Captured, view: DataView, { at, protocol, ip }: Transport) {
  const tunnels = ip.tunnels + 1;
  const kind = IN_IP[protocol];
  if (kind !== undefined) return ofIp(captured, view, { at, kind, tunnels });
  if (protocol !== GRE || at + 4 > view.byteLength) return undefined;
  const flags = view.getUint8(at);
  // Checksum, key and sequence number are 4 bytes each, if they are there (RFC 2890).
  const optional = [0x80, 0x20, 0x10].filter((flag) => (flags & flag) !== 0).length * 4;
  const kindInside = view.getUint16(at + 2);
  const inside = at + 4 + optional;
  if (kindInside === ETHERNET) return ofEthernet(captured, view, inside, tunnels);
  return ofIp(captured, view, { at: inside, kind: kindInside, tunnels });
}

function ofEthernet(captured: Captured, view: DataView, from: number, tunnels: number) {
  const start = ethernetStart(view, from);
  return start === null ? null : ofIp(captured, view, { at: start[0], kind: start[1], tunnels });
}

/** VXLAN, Geneve and GTP-U by their ports and headers; null: the inner packet is none. */
function inDatagram(captured: Captured, view: DataView, { at, ip }: Transport): Packet | null {
  const header = at + 8;
  if (header + 8 > view.byteLength || ip.tunnels >= MOST_TUNNELS) return null;
  const tunnels = ip.tunnels + 1;
  const port = view.getUint16(at + 2);
  const first = view.getUint8(header);
  if (VXLAN_PORTS.has(port) && first === 8) return ofEthernet(captured, view, header + 8, tunnels);
  if (port === GENEVE_PORT && first >> 6 === 0 && view.getUint16(header + 2) === ETHERNET)
    return ofEthernet(captured, view, header + 8 + (first & 0x3f) * 4, tunnels);
  if (port !== GTP_PORT || first >> 4 !== 3 || view.getUint8(header + 1) !== 255) return null;
  const inside = gtpStart(view, header, (first & 7) !== 0);
  if (inside === null) return null;
  const kind = view.getUint8(inside) >> 4 === 6 ? IPV6 : IPV4;
  return ofIp(captured, view, { at: inside, kind, tunnels });
}

/** GTP-U: 4 bytes more where it has a sequence number or the like, then extensions (TS 29.281). */
function gtpStart(view: DataView, header: number, isLong: boolean): number | null {
  let at = header + 8;
  if (!isLong) return at < view.byteLength ? at : null;
  at += 4;
  while (at <= view.byteLength && view.getUint8(at - 1) !== 0) {
    const length = at < view.byteLength ? view.getUint8(at) * 4 : 0;
    if (length === 0) return null;
    at += length;
  }
  return at < view.byteLength ? at : null;
}

function transportOf(captured: Captured, view: DataView, transport: Transport): Packet | null {
  const { at, bytes, protocol, addresses, identification } = transport;
  const inner = inTunnel(captured, view, transport);
  if (inner !== undefined) return inner;
  const end = captured.bytes.length;
  const least = protocol === TCP ? 20 : 8;
  if ((protocol !== TCP && protocol !== UDP) || at + least > end || bytes < least) return null;
  const header = protocol === TCP ? ((captured.bytes[at + 12] ?? 0) >> 4) * 4 : 8;
  if (header < least) return null;
  const carried = protocol === UDP ? inDatagram(captured, view, transport) : null;
  if (carried !== null) return carried;
  return {
    time_s: captured.time_s,
    isOutgoing: captured.isOutgoing ?? cookedOutgoing(captured),
    interfaceId: captured.interfaceId ?? cookedInterface(captured, view),
    identification,
    from: `${addresses[0]}:${view.getUint16(at)}`,
    to: `${addresses[1]}:${view.getUint16(at + 2)}`,
    payload_bytes: Math.max(0, bytes - header),
    payload: captured.bytes.subarray(Math.min(end, at + header), Math.min(end, at + bytes)),
    tcp: protocol === TCP ? tcpOf(captured.bytes, view, at, header) : null,
  };
}

function tcpOf(bytes: Uint8Array, view: DataView, at: number, header: number): TcpHeader {
  const flags = bytes[at + 13] ?? 0;
  const options = {
    windowShift: null as number | null,
    mss_bytes: null as number | null,
    sacks: [] as (readonly [number, number])[],
    sentStamp: null as number | null,
    echoedStamp: null as number | null,
  };
  const end = Math.min(bytes.length, at + header);
  for (let next = at + 20; next < end;) {
    const kind = bytes[next];
    if (kind === 0) break;
    if (kind === 1) {
      next += 1;
      continue;
    }
    const length = bytes[next + 1] ?? 0;
    if (length < 2 || next + length > end) break;
    if (kind === 2 && length === 4) options.mss_bytes = view.getUint16(next + 2);
    if (kind === 3 && length === 3) options.windowShift = bytes[next + 2] ?? 0;
    if (kind === 8 && length === 10) {
      options.sentStamp = view.getUint32(next + 2);
      options.echoedStamp = view.getUint32(next + 6);
    }
    for (let block = next + 2; kind === 5 && block + 8 <= next + length; block += 8) {
      options.sacks.push([view.getUint32(block), view.getUint32(block + 4)]);
    }
    next += length;
  }
  return {
    seq: view.getUint32(at + 4),
    ack: view.getUint32(at + 8),
    isFin: (flags & 1) !== 0,
    isSyn: (flags & 2) !== 0,
    isRst: (flags & 4) !== 0,
    isAck: (flags & 16) !== 0,
    window: view.getUint16(at + 14),
    ...options,
  };
}
