/**
 * The packets of a capture, pcap (also with nanoseconds, in either order of bytes) and pcapng,
 * read in pieces: a file may be larger than memory.
 */
import type { Notes } from '@/analysis/imports/notes';
import type { ByteSource } from '@/analysis/imports/source';
import { ImportError } from '@/analysis/imports/types';

export interface Captured {
  /** Since the whole second of the first packet: a double has no nanoseconds since 1970. */
  readonly time_s: number;
  readonly linkType: number;
  /** What was captured of it. */
  readonly bytes: Uint8Array;
  /** Its length on the wire, or as the host handed it over. */
  readonly length: number;
  /** Whether the host of the capture sent it; null: the file does not say. */
  readonly isOutgoing?: boolean | null;
  /** Which of the interfaces of a pcapng file saw it. */
  readonly interfaceId?: number;
}

const WINDOW_BYTES = 4_000_000;
/** Longer than any packet or block of metadata. */
const MOST_BLOCK_BYTES = 16_000_000;
const SECTION = 0x0a0d0d0a;
const BYTE_ORDER = 0x1a2b3c4d;
/** The third is libpcap's by A. Kuznetzov, with 8 bytes more before each packet. */
const PCAP: Readonly<Record<number, { readonly perSecond: number; readonly headBytes: number }>> = {
  0xa1b2c3d4: { perSecond: 1e6, headBytes: 16 },
  0xa1b23c4d: { perSecond: 1e9, headBytes: 16 },
  0xa1b2cd34: { perSecond: 1e6, headBytes: 24 },
};
const MICROSECONDS = { perSecond: 1e6, headBytes: 16 } as const;

/** Whether the first bytes are those of a capture. */
export function isCapture(head: Uint8Array): boolean {
  if (head.length < 12) return false;
  const view = viewOf(head);
  return [true, false].some((isLittle) => {
    const magic = view.getUint32(0, isLittle);
    return PCAP[magic] !== undefined || (magic === SECTION && isSection(view));
  });
}

function isSection(view: DataView): boolean {
  return [true, false].some((isLittle) => view.getUint32(8, isLittle) === BYTE_ORDER);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Bytes of a file from a position on, with as little of it in memory as possible. */
class Pieces {
  at = 0;
  private from = 0;
  private piece = new Uint8Array();

  constructor(readonly source: ByteSource) {}

  /** The next bytes; null: there are not so many. */
  async peek(count: number): Promise<Uint8Array | null> {
    if (this.at + count > this.source.size) return null;
    const offset = this.at - this.from;
    if (offset < 0 || offset + count > this.piece.length) {
      const to = Math.min(this.source.size, this.at + Math.max(count, WINDOW_BYTES));
      this.piece = (await this.source.read(this.at, to)) as Uint8Array<ArrayBuffer>;
      this.from = this.at;
    }
    const found = this.piece.subarray(this.at - this.from, this.at - this.from + count);
    return found.length === count ? found : null;
  }
}

type OnBytes = (bytes: number) => void;

/** Its packets in the order of the file. */
export async function* packetsOf(
  source: ByteSource,
  notes: Notes,
  onBytes: OnBytes,
): AsyncGenerator<Captured> {
  const pieces = new Pieces(source);
  const head = await pieces.peek(12);
  const isNg = head !== null && viewOf(head).getUint32(0) === SECTION;
  notes.what = isNg ? 'capture, pcapng' : 'capture, pcap';
  yield* isNg ? pcapngPackets(pieces, notes, onBytes) : pcapPackets(pieces, notes, onBytes);
}

async function* pcapPackets(
  pieces: Pieces,
  notes: Notes,
  onBytes: OnBytes,
): AsyncGenerator<Captured> {
  const head = await pieces.peek(24);
  if (head === null) throw new ImportError('It ends within the header of a pcap file (24 bytes).');
  const view = viewOf(head);
  const isLittle = PCAP[view.getUint32(0, true)] !== undefined;
  const { perSecond, headBytes } = PCAP[view.getUint32(0, isLittle)] ?? MICROSECONDS;
  const linkType = view.getUint32(20, isLittle) & 0x0fffffff;
  pieces.at = 24;
  let base_s: number | null = null;
  for (;;) {
    onBytes(pieces.at);
    const record = await pieces.peek(headBytes);
    if (record === null) break;
    const fields = viewOf(record);
    const captured = fields.getUint32(8, isLittle);
    refuseLength(captured, pieces.at);
    const whole = await pieces.peek(headBytes + captured);
    if (whole === null) break;
    const seconds = fields.getUint32(0, isLittle);
    base_s ??= seconds;
    yield {
      time_s: seconds - base_s + fields.getUint32(4, isLittle) / perSecond,
      linkType,
      bytes: whole.subarray(headBytes),
      length: fields.getUint32(12, isLittle),
    };
    pieces.at += headBytes + captured;
  }
  noteCut(pieces, notes);
}

function refuseLength(length: number, at: number): void {
  if (length <= MOST_BLOCK_BYTES) return;
  throw new ImportError(
    `At byte ${at} it names a length of ${length} bytes; at most ${MOST_BLOCK_BYTES} are one packet. The file is damaged from there on.`,
  );
}

function noteCut(pieces: Pieces, notes: Notes): void {
  const rest = pieces.source.size - pieces.at;
  if (rest > 0) notes.leftOut(`The last ${rest} bytes: a packet that is not whole.`);
}

interface Interface {
  readonly linkType: number;
  readonly perSecond: number;
  readonly offset_s: number;
}

async function* pcapngPackets(
  pieces: Pieces,
  notes: Notes,
  onBytes: OnBytes,
): AsyncGenerator<Captured> {
  let isLittle = true;
  let interfaces: Interface[] = [];
  let base_s: number | null = null;
  for (;;) {
    onBytes(pieces.at);
    const head = await pieces.peek(12);
    if (head === null) break;
    const view = viewOf(head);
    const type = view.getUint32(0, isLittle);
    if (view.getUint32(0) === SECTION) {
      isLittle = view.getUint32(8, true) === BYTE_ORDER;
      interfaces = [];
    }
    const length = view.getUint32(4, isLittle);
    refuseLength(length, pieces.at);
    if (length < 12) {
      throw new ImportError(
        `At byte ${pieces.at} it names a block of ${length} bytes; 12 are the least.`,
      );
    }
    const block = await pieces.peek(length);
    if (block === null) break;
    if (type === 1) interfaces.push(interfaceOf(block, isLittle));
    else if (type === 6 || type === 2) {
      const found = timed(block, interfaces, isLittle, type === 2);
      if (found !== null) {
        base_s ??= found.seconds;
        yield { ...found, time_s: found.seconds - base_s + found.fraction_s };
      }
    } else if (type === 3) {
      notes.leftOut('Packets in blocks without a time (simple packet blocks).');
    }
    pieces.at += length + ((4 - (length % 4)) % 4);
  }
  noteCut(pieces, notes);
}

function interfaceOf(block: Uint8Array, isLittle: boolean): Interface {
  const view = viewOf(block);
  if (block.length < 20) return { linkType: -1, perSecond: 1e6, offset_s: 0 };
  let [perSecond, offset_s] = [1e6, 0];
  for (let at = 16; at + 4 <= block.length - 4;) {
    const code = view.getUint16(at, isLittle);
    const length = view.getUint16(at + 2, isLittle);
    if (code === 0 || at + 4 + length > block.length) break;
    if (code === 9 && length >= 1) perSecond = resolution(view.getUint8(at + 4));
    if (code === 14 && length >= 8) offset_s = Number(view.getBigInt64(at + 4, isLittle));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return { linkType: view.getUint16(8, isLittle), perSecond, offset_s };
}

function resolution(value: number): number {
  return value & 0x80 ? 2 ** (value & 0x7f) : 10 ** value;
}

/** A packet with its time; the old kind of block has a shorter number of its interface. */
function timed(
  block: Uint8Array,
  interfaces: readonly Interface[],
  isLittle: boolean,
  isOld: boolean,
): (Omit<Captured, 'time_s'> & { seconds: number; fraction_s: number }) | null {
  if (block.length < 32) return null;
  const view = viewOf(block);
  const interfaceId = isOld ? view.getUint16(8, isLittle) : view.getUint32(8, isLittle);
  const own = interfaces[interfaceId];
  if (own === undefined) return null;
  const [high, low] = [view.getUint32(12, isLittle), view.getUint32(16, isLittle)];
  const captured = Math.min(view.getUint32(20, isLittle), block.length - 32);
  const ticks = (BigInt(high) << 32n) + BigInt(low);
  const perSecond = BigInt(own.perSecond);
  return {
    seconds: own.offset_s + Number(ticks / perSecond),
    fraction_s: Number(ticks % perSecond) / own.perSecond,
    linkType: own.linkType,
    bytes: block.subarray(28, 28 + captured),
    length: view.getUint32(24, isLittle),
    isOutgoing: outgoing(block, view, isLittle),
    interfaceId,
  };
}

/** The direction of the option epb_flags (code 2): 1 comes in, 2 goes out. */
function outgoing(block: Uint8Array, view: DataView, isLittle: boolean): boolean | null {
  const bytes = view.getUint32(20, isLittle);
  for (let at = 28 + bytes + ((4 - (bytes % 4)) % 4); at + 8 <= block.length - 4;) {
    const code = view.getUint16(at, isLittle);
    const length = view.getUint16(at + 2, isLittle);
    if (code === 0) break;
    if (code === 2 && length === 4) {
      const direction = view.getUint32(at + 4, isLittle) & 3;
      return direction === 1 || direction === 2 ? direction === 2 : null;
    }
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return null;
}
