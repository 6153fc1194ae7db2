/**
 * Named entries of a ZIP that anybody may have made (APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16).
 * It is read through its directory, since a ZIP that was sent while it was written has its sizes
 * there only, and part by part, since it may be larger than the memory of the page. fflate's own
 * reader believes what the directory says of sizes, reads one entry as often as it is named there,
 * and cuts off what is longer.
 */
import { inflate, TooLargeError } from './inflate';

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT_BYTES = 65_535;
/** The lab exports some ten entries. */
const MOST_DIRECTORY_BYTES = 1_048_576;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/** Not the form of a ZIP, or not what its directory says. */
class DamagedZipError extends Error {}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where its local header begins. */
  readonly at: number;
}

/**
 * The entries that `mostBytes` names, as far as they are there, each with its bound. Throws
 * `TooLargeError` when one unpacks to more, and other errors at what can not be read.
 */
export async function readZipEntries(
  file: Blob,
  mostBytes: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const entry of await directoryOf(file)) {
    const most = mostBytes.get(entry.name);
    if (most === undefined) continue;
    if (found.has(entry.name)) throw new DamagedZipError(`${entry.name} is there twice`);
    found.set(entry.name, await unpacked(file, entry, most));
  }
  return found;
}

/** All names in the order of the directory. */
export async function zipNames(file: Blob): Promise<readonly string[]> {
  return (await directoryOf(file)).map(({ name }) => name);
}

async function directoryOf(file: Blob): Promise<readonly Entry[]> {
  const tailAt = Math.max(0, file.size - END_BYTES - MOST_COMMENT_BYTES);
  const tail = await viewOf(file, tailAt, file.size);
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END_SIGNATURE) end -= 1;
  if (end < 0) throw new DamagedZipError('It has no directory');
  const length = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (length > MOST_DIRECTORY_BYTES) throw new DamagedZipError('Its directory is too long');
  if (start + length > tailAt + end) throw new DamagedZipError('A part of it is missing');
  const directory = await viewOf(file, start, start + length);
  const entries: Entry[] = [];
  let at = 0;
  while (at < length) {
    if (directory.getUint32(at, true) !== ENTRY_SIGNATURE)
      throw new DamagedZipError('Its directory is damaged');
    const nameLength = directory.getUint16(at + 28, true);
    entries.push({
      name: textOf(directory, at + ENTRY_BYTES, nameLength),
      method: directory.getUint16(at + 10, true),
      packedBytes: directory.getUint32(at + 20, true),
      bytes: directory.getUint32(at + 24, true),
      at: directory.getUint32(at + 42, true),
    });
    const extraLength = directory.getUint16(at + 30, true);
    const commentLength = directory.getUint16(at + 32, true);
    at += ENTRY_BYTES + nameLength + extraLength + commentLength;
  }
  return entries;
}

async function unpacked(file: Blob, entry: Entry, mostBytes: number): Promise<Uint8Array> {
  // Packed data is never much longer than the unpacked: there is no need to read any of it.
  if (entry.bytes > mostBytes || entry.packedBytes > 2 * mostBytes)
    throw new TooLargeError(`${entry.name} has more than ${mostBytes} bytes`);
  const local = await viewOf(file, entry.at, entry.at + LOCAL_BYTES);
  if (local.getUint32(0, true) !== LOCAL_SIGNATURE)
    throw new DamagedZipError(`${entry.name} is not where the directory says`);
  const start = entry.at + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  const packed = bytesOf(await viewOf(file, start, start + entry.packedBytes));
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw new DamagedZipError(`${entry.name} is packed in another way`);
  const bytes = entry.method === STORED ? packed : inflate(packed, mostBytes);
  if (packed.length !== entry.packedBytes || bytes.length !== entry.bytes)
    throw new DamagedZipError(`${entry.name} has another length than the directory says`);
  return bytes;
}

async function viewOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** Only names that are ASCII are asked for, so that nothing depends on how others are written. */
function textOf(view: DataView, at: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
}
