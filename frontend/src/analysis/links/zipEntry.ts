/**
 * One file out of a ZIP (PKWARE APPNOTE 6.3.10), read where it lies: the directory at the end, then
 * the entry, so that a large archive costs no more than a small one.
 */
import { inflate } from './deflate';

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MOST_COMMENT_BYTES = 0xffff;
/** Of a ZIP of a few files; more is none of ours. */
const MOST_DIRECTORY_BYTES = 65_536;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

/** The start of every ZIP that has an entry. */
export async function isZip(file: Blob): Promise<boolean> {
  const view = await viewOf(file, 0, 4);
  return view.byteLength === 4 && view.getUint32(0, true) === LOCAL_ENTRY;
}

/**
 * The bytes of an entry, at most `mostBytes`; null if there is none of that name. Throws at what is
 * damaged.
 */
export async function zipEntry(
  file: Blob,
  name: string,
  mostBytes: number,
): Promise<Uint8Array | null> {
  const entry = (await entriesOf(file)).get(name);
  if (entry === undefined) return null;
  const local = await viewOf(file, entry.offset, LOCAL_BYTES);
  if (local.getUint32(0, true) !== LOCAL_ENTRY) throw new Error('no entry where one should be');
  const start = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  if (entry.packedBytes > mostBytes) throw new Error('the entry is too large');
  const packed = new Uint8Array(await file.slice(start, start + entry.packedBytes).arrayBuffer());
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED) throw new Error(`compression method ${entry.method}`);
  return inflate(packed, mostBytes);
}

async function entriesOf(file: Blob): Promise<ReadonlyMap<string, Entry>> {
  const { from, length } = await directoryOf(file);
  const view = await viewOf(file, from, length);
  const entries = new Map<string, Entry>();
  for (let at = 0; at + ENTRY_BYTES <= view.byteLength;) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) break;
    const nameBytes = view.getUint16(at + 28, true);
    const name = new Uint8Array(view.buffer, at + ENTRY_BYTES, nameBytes);
    entries.set(new TextDecoder().decode(name), {
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The record that ends an archive stands before a comment of any length. */
async function directoryOf(file: Blob): Promise<{ from: number; length: number }> {
  const start = Math.max(0, file.size - END_BYTES - MOST_COMMENT_BYTES);
  const view = await viewOf(file, start, file.size - start);
  for (let at = view.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== DIRECTORY_END) continue;
    const length = view.getUint32(at + 12, true);
    if (length > MOST_DIRECTORY_BYTES) break;
    return { from: view.getUint32(at + 16, true), length };
  }
  throw new Error('no directory at the end');
}

async function viewOf(file: Blob, from: number, length: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await file.slice(from, from + length).arrayBuffer());
}
